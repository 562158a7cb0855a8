import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** One day for all: the same files are the same archive, to the byte, in every time zone. */
const DAY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** A ZIP archive of texts by name. */
export async function zipTexts(files: ReadonlyMap<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, text] of files) archive.addBuffer(Buffer.from(text), name, DAY);
  archive.end();
  return buffer(archive.outputStream);
}
