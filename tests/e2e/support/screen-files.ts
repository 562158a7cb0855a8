import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; path?: string; module: string; imports?: string[] }>;
};

/** What one screen loads on a first visit: its files, their bytes as they are sent (compressed, without headers), and whether the form kit is among them. */
export type ScreenFiles = { id: string; files: string[]; bytes: number; forms: boolean };

/** The manifest of a build, as Remix hands it to the browser. */
function readManifest(publicFolder: string): Manifest {
  const [name] = readdirSync(join(publicFolder, "build")).filter((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error("the console is not built");
  const text = readFileSync(join(publicFolder, "build", name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}

/** The scripts of every route of a build with those of the routes around it. */
export function screenFiles(publicFolder: string): ScreenFiles[] {
  const { entry, routes } = readManifest(publicFolder);
  const sizeOf = (file: string) => statSync(`${join(publicFolder, file)}.br`).size;
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
