import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseAllDocuments } from "yaml";
import * as z from "zod";

/** One line of a section: a single key (`do`, `match`, `set`, …) and what belongs to it. */
export type Step = { kind: string; argument: unknown };

/** A named test of a file, with the file's common preparation. */
export type Section = { file: string; name: string; setup: Step[]; teardown: Step[]; steps: Step[] };

const stepsSchema = z.array(z.record(z.string(), z.unknown())).nullable();
const documentSchema = z.record(z.string(), stepsSchema);

function toSteps(list: z.infer<typeof stepsSchema>): Step[] {
  return (list ?? []).flatMap((line) => Object.entries(line).map(([kind, argument]) => ({ kind, argument })));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yml"))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * A quoted item that goes on in a line as far to the left as its dash, which the parser takes for something new, as one
 * line.
 */
function withWholeLines(text: string): string {
  return text.replace(/\n( +- "[^"\n]*)\n +(?=[^"\n]*"\n)/g, "\n$1 ");
}

/** All sections below `test/`, in the order of the files. */
export function loadSections(specFolder: string): Section[] {
  const root = join(specFolder, "test");
  return filesBelow(root).flatMap((path) => {
    const file = relative(root, path);
    const documents = parseAllDocuments(withWholeLines(readFileSync(path, "utf8")), {
      uniqueKeys: false,
      strict: false,
    });
    if (!Array.isArray(documents)) return [];
    let setup: Step[] = [];
    let teardown: Step[] = [];
    const sections: Section[] = [];
    for (const document of documents) {
      const parsed = documentSchema.safeParse(document.toJS());
      if (!parsed.success) continue;
      for (const [name, list] of Object.entries(parsed.data)) {
        if (name === "setup") setup = toSteps(list);
        else if (name === "teardown") teardown = toSteps(list);
        else sections.push({ file, name, setup: [], teardown: [], steps: toSteps(list) });
      }
    }
    return sections.map((section) => ({ ...section, setup, teardown }));
  });
}
