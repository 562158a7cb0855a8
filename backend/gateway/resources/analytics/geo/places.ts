import { readFile, stat } from "node:fs/promises";
import { Reader, type Response } from "maxmind";
import type { Logger } from "pino";
import { isPublicAddress } from "@backend/gateway/platform/access/sources";
import { type Place, placeOf } from "./place";

/** What stands before the metadata, at the end of each such file. */
const MARK = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** How often the file is looked at, in ms. */
const LOOK_EVERY = 60_000;

/** Tells where visitors are, by a data file of the operator's. */
export type GeoPlaces = {
  /** Reads the file, and again whenever it changes. Never rejects: the log tells of a file that cannot be read. */
  open: () => Promise<void>;
  /** Where an address is; nothing of a private one, of one that the file does not know, and while there is no file. */
  of: (address: string) => Place;
  close: () => void;
};

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Not by the package's own opening and watching: its words for a wrong file help nobody, and a broken new file would
// end the process.
async function read(path: string): Promise<Reader<Response>> {
  const bytes = await readFile(path);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new Error("it is packed: unpack it first");
  if (!bytes.includes(MARK)) throw new Error("it is no whole data file in MaxMind's format (.mmdb)");
  return new Reader<Response>(bytes);
}

async function stateOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Places by the file at a path; without one nobody is anywhere. A file that became unreadable does not undo the one
 * that was read before.
 */
export function createGeoPlaces({
  file,
  log,
  lookEvery = LOOK_EVERY,
}: {
  file: string | undefined;
  log: Pick<Logger, "info" | "error" | "warn">;
  lookEvery?: number;
}): GeoPlaces {
  let reader: Reader<Response> | null = null;
  let seen: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let toldOfBadEntry = false;

  async function look(path: string): Promise<void> {
    const state = await stateOf(path);
    if (state === seen) return;
    seen = state;
    try {
      reader = await read(path);
      toldOfBadEntry = false;
      const { databaseType, buildEpoch } = reader.metadata;
      log.info(
        { file: path, type: databaseType, built: buildEpoch },
        "GEOIP_DB: searches are recorded with the country of their visitor",
      );
    } catch (error) {
      const goesOn =
        reader === null
          ? "searches are recorded without a country"
          : "the file that was read before goes on to be used";
      log.error({ file: path, reason: reasonOf(error) }, `GEOIP_DB cannot be read: ${goesOn}`);
    }
  }

  async function start(): Promise<void> {
    if (file === undefined) return;
    await look(file);
    timer = setInterval(() => void look(file), lookEvery);
    timer.unref();
  }

  function of(address: string): Place {
    if (reader === null || !isPublicAddress(address)) return {};
    try {
      return placeOf(reader.get(address));
    } catch (error) {
      if (!toldOfBadEntry)
        log.warn(
          { file, reason: reasonOf(error) },
          "GEOIP_DB holds an entry that cannot be read; others like it are not told of",
        );
      toldOfBadEntry = true;
      return {};
    }
  }

  return { open: start, of, close: () => clearInterval(timer) };
}
