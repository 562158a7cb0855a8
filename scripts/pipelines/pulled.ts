import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { kindOf } from "./folder";
import { PipelinesError } from "./names";

// By server and id: the state of the pipeline there when it was pulled or pushed last. No text, and no secret.
const PulledSchema = z.record(z.string(), z.record(z.string(), z.string()));
const NAME = ".pulled.json";

/** What the folder knows of one server: the state of each of its pipelines at the last pull or push. */
export type Pulled = { stateOf: (id: string) => string | undefined; note: (id: string, state: string) => void };

function readAll(path: string): z.infer<typeof PulledSchema> {
  try {
    return PulledSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new PipelinesError(`${path} cannot be read. Delete it, and pull again.`);
  }
}

/** Opens the notes of a folder about a server; each note is written at once, so that a push that fails keeps them. */
export function openPulled(root: string, url: string): Pulled {
  const path = join(root, NAME);
  kindOf(path);
  const all = new Map(Object.entries(readAll(path)));
  const here = new Map(Object.entries(all.get(url) ?? {}));
  return {
    stateOf: (id) => here.get(id),
    note: (id, state) => {
      here.set(id, state);
      all.set(url, Object.fromEntries(here));
      writeFileSync(path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    },
  };
}
