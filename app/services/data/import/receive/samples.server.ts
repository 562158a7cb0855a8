import { existsSync } from "node:fs";
import { chmod, copyFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PRIVATE_FILE, privateFile } from "@common/storage/private-files";

/** The data set that a newcomer can import without a file of their own. `rows` is for the label. */
export const movies = { name: "movies.json.gz", title: "Movies", rows: 3201 } as const;

/** The folder `samples`, looked for upwards from this module: the build lies elsewhere than the source. */
function samplesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, "samples");
    if (existsSync(join(candidate, movies.name))) return candidate;
    const parent = dirname(folder);
    if (parent === folder) throw new Error("samples/movies.json.gz is missing");
    folder = parent;
  }
}

/** Copies the sample to where an upload would lie. Returns its size in bytes. */
export async function copySample(to: string): Promise<number> {
  privateFile(to);
  await copyFile(join(samplesFolder(), movies.name), to);
  await chmod(to, PRIVATE_FILE);
  return (await stat(to)).size;
}
