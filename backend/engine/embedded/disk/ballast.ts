import { rmSync, statSync, truncateSync } from "node:fs";
import { open } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";

/** What a start and the deletion of an index take were the disk full to its last byte, three times over. */
const SIZE = 12 * 1024 ** 2;
const SHARE = SIZE / 3;
const PIECE = 1024 ** 2;

/**
 * A file that only takes space. It is given up when there is none left, so that an engine can start, and an index can
 * be deleted, on a disk that something else has filled; and it is written again once there is room.
 */
export class Ballast {
  private readonly path: string;
  private writing: Promise<void> | undefined;
  private closed = false;

  constructor(folder: string) {
    this.path = join(folder, "engine.ballast");
  }

  /** Its size on a disk of so many bytes. */
  static sizeFor(total: number): number {
    return Math.min(SIZE, Math.round(total / 10));
  }

  /** Bytes that it takes now. */
  get bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Gives a third of its space back, for what else takes space would have all of it; false where there was none to
   * give.
   */
  release(): boolean {
    const { bytes } = this;
    if (bytes === 0) return false;
    if (bytes <= SHARE) rmSync(this.path, { force: true });
    else truncateSync(this.path, bytes - SHARE);
    return true;
  }

  /** Writes it, beside other work. What cannot be written is taken away again. */
  fill(size: number): Promise<void> {
    return (this.writing ??= this.write(size).finally(() => (this.writing = undefined)));
  }

  private async write(size: number): Promise<void> {
    const file = await open(this.path, "w", 0o600).catch(() => undefined);
    if (!file) return;
    try {
      // Zeros would take no space on a file system that packs them.
      const piece = randomBytes(PIECE);
      for (let at = 0; at < size && !this.closed; at += PIECE)
        await file.write(piece, 0, Math.min(PIECE, size - at), at);
    } catch {
      rmSync(this.path, { force: true });
    } finally {
      await file.close();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.writing;
  }
}
