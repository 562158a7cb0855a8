import { statfsSync } from "node:fs";

/** Bytes of a file system: what this process may still take, and all there are. */
export type DiskSpace = { free: number; total: number };

/**
 * What is kept free: a share of the disk in percent, and bytes; the smaller of the two counts. 0 of either keeps
 * nothing free.
 */
export type DiskReserve = { percent: number; bytes: number };

export const DEFAULT_RESERVE: DiskReserve = { percent: 5, bytes: 1024 ** 3 };

/**
 * SQLite's own work takes some megabytes whatever the disk's size: its log is moved into the file at 8 MB, and both are
 * there meanwhile.
 */
const LEAST = 16 * 1024 ** 2;

/** The space of the file system that holds a folder. */
export function diskSpace(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Bytes that are kept free on a disk of this size: on a very small one a quarter at most. */
export function reservedBytes({ percent, bytes }: DiskReserve, total: number): number {
  const wanted = Math.min((total * percent) / 100, bytes);
  return wanted === 0 ? 0 : Math.round(Math.min(Math.max(wanted, LEAST), total / 4));
}
