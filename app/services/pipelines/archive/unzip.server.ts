import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from "yauzl";

export type ZipBounds = {
  /** Files. */ files: number;
  /** Bytes of one. */ each: number;
  /** Bytes of all. */ all: number;
};

/** An archive that is not taken; the message is a sentence for readers. */
export class ZipFault extends Error {}

const broken = () => new ZipFault("The archive is broken, or it is not a ZIP file.");
const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;
/** A name of somebody as a message shows it. */
export const shownName = (name: string): string => `“${name.slice(0, 100).replaceAll(/\p{Cc}/gu, "\uFFFD")}”`;

function utf8(bytes: Buffer, otherwise: () => string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ZipFault(otherwise());
  }
}

/** Whether a name stays in its folder on every system, and is read as itself by every program. */
export const isArchiveName = (name: string): boolean =>
  name !== "" && validateFileName(name) === null && !/[\\\0]|^[a-z]:/i.test(name) && !name.split("/").includes(".");

/** The files that an archive says it holds, by name, held to the bounds before anything is unpacked. */
async function filesOf(archive: ZipFile, bounds: ZipBounds): Promise<Map<string, Entry>> {
  const files = new Map<string, Entry>();
  let all = 0;
  for await (const entry of archive.eachEntry()) {
    const name = utf8(entry.fileNameRaw, () => "The archive has a file whose name is not UTF-8.");
    if (!isArchiveName(name)) throw new ZipFault(`${shownName(name)} is not a name of a file in an archive.`);
    if (name.endsWith("/")) continue;
    if (entry.isEncrypted()) throw new ZipFault("The archive is encrypted. Create it without a password.");
    if (!entry.canDecodeFileData())
      throw new ZipFault(
        `${shownName(name)} is compressed in a way that is not read here. Use deflate, as most programs do.`,
      );
    if (files.size === bounds.files) throw new ZipFault(`The archive has more than ${bounds.files} files.`);
    if (entry.uncompressedSize > bounds.each)
      throw new ZipFault(`${shownName(name)} is larger than ${megabytes(bounds.each)}.`);
    all += entry.uncompressedSize;
    if (all > bounds.all) throw new ZipFault(`The files are larger than ${megabytes(bounds.all)} together.`);
    if (files.has(name)) throw new ZipFault(`${shownName(name)} is there twice.`);
    files.set(name, entry);
  }
  return files;
}

/**
 * The files of a ZIP archive as texts, by name; folders are left out. Sizes are held to the bounds before anything is
 * unpacked, and while it is: what is larger than it says ends there. Throws ZipFault.
 */
export async function unzipTexts(bytes: Buffer, bounds: ZipBounds): Promise<Map<string, string>> {
  try {
    const archive = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: true });
    const texts = new Map<string, string>();
    for (const [name, entry] of await filesOf(archive, bounds)) {
      const text = await buffer(await archive.openReadStreamPromise(entry));
      // The library leaves the checksum to its caller.
      if (crc32(text) !== entry.crc32) throw broken();
      texts.set(
        name,
        utf8(text, () => `${shownName(name)} is not text in UTF-8.`),
      );
    }
    return texts;
  } catch (error) {
    if (error instanceof ZipFault) throw error;
    // Whatever else the library says of the bytes.
    throw broken();
  }
}
