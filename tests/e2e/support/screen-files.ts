import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { groups, rowOf } from "../../../server/compiler/groups.mjs";

type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; path?: string; module: string; imports?: string[] }>;
};

/**
 * What one screen loads on a first visit: its files, their bytes as they are sent (compressed, without headers), and
 * whether the form kit is among them.
 */
export type ScreenFiles = { id: string; files: string[]; bytes: number; forms: boolean };

type Metafile = { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> };

/** The files of a build that hold what each group lists, by the group's name; one for each, or a group is torn. */
export function groupFiles(buildFolder: string): Map<string, Set<string>> {
  const metafile = JSON.parse(readFileSync(join(buildFolder, "metafile.js.json"), "utf8")) as Metafile;
  const found = new Map(groups.map(({ name }) => [name, new Set<string>()]));
  for (const [output, { inputs }] of Object.entries(metafile.outputs))
    for (const [input, { bytesInOutput }] of Object.entries(inputs))
      if (bytesInOutput > 0 && input.startsWith("app/"))
        found.get(rowOf(input.slice("app/".length))?.name ?? "")?.add(output.replace(/^public/, ""));
  return found;
}

/** The manifest of a build, as Remix hands it to the browser. */
function readManifest(publicFolder: string): Manifest {
  const [name] = readdirSync(join(publicFolder, "build")).filter((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error("the console is not built");
  const text = readFileSync(join(publicFolder, "build", name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}

/** A function that says how many bytes of a file are sent. */
export const sizeIn = (publicFolder: string) => (file: string) => statSync(`${join(publicFolder, file)}.br`).size;

/** The scripts of every route of a build with those of the routes around it. */
export function screenFiles(publicFolder: string): ScreenFiles[] {
  const { entry, routes } = readManifest(publicFolder);
  const sizeOf = sizeIn(publicFolder);
  const hasForms = (file: string) => readFileSync(join(publicFolder, file), "utf8").includes("__intent__");
  return Object.keys(routes).map((id) => {
    const all = new Set([entry.module, ...entry.imports]);
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
      const route = routes[at];
      for (const file of route === undefined ? [] : [route.module, ...(route.imports ?? [])]) all.add(file);
    }
    const files = [...all];
    return { id, files, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0), forms: files.some(hasForms) };
  });
}
