// What each file of the project needs, read from its text: imports, and other files that it names (a thread's program,
// a child process, a fixture). Types do not count: nothing of them is there when a test runs, and the compiler looks at
// all of them each time.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const FOLDERS = ["app", "backend", "common", "server", "tests", "scripts"];
const ALIASES = { "~/": "app/", "@common/": "common/", "@backend/": "backend/" };
const ENDINGS = ["", ".ts", ".tsx", ".js", ".mjs", ".d.ts", "/index.ts", "/index.tsx"];
const STRINGS = /"([^"\n]{2,200})"|'([^'\n]{2,200})'|`([^`]{2,200})`/g;

/** Imports and exports of which only types are taken. */
const TYPES_ONLY =
  /^(?:import|export)\s+(?:type\s[^;]*?|\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}\s*)from\s*["'][^"'\n]+["']/gm;

const isSource = (path) => /\.(ts|tsx|js|mjs)$/.test(path);

/** Every file below the folders of the project and beside them, by paths from the root with slashes. */
export function filesOf(root) {
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return folder === "" || entry.name === "node_modules" ? [] : below(path);
    });
  return [
    ...below(""),
    ...FOLDERS.filter((name) => statSync(join(root, name), { throwIfNoEntry: false })).flatMap(below),
  ];
}

const textsOf = (text) =>
  [...text.replace(TYPES_ONLY, "").matchAll(STRINGS)].map((found) => found[1] ?? found[2] ?? found[3] ?? "");

/** The project file that a string in a file means, if it means one. */
function meant(text, { from, known }) {
  if (/[\s${}<>]/.test(text)) return undefined;
  const alias = Object.keys(ALIASES).find((start) => text.startsWith(start));
  const bases =
    alias === undefined
      ? // A bare word is a package or none of ours, unless it has a file's ending.
        text.startsWith(".") || /\.\w+$/.test(text)
        ? [join(dirname(from), text), text]
        : []
      : [`${ALIASES[alias]}${text.slice(alias.length)}`];
  for (const base of bases)
    for (const ending of ENDINGS) {
      const path = normalize(`${base}${ending}`).replaceAll("\\", "/");
      if (known.has(path)) return path;
    }
  return undefined;
}

/**
 * The graph of the project: `needs` gives the files that a file names, `texts` the strings in it. `read` gives the text
 * of a file.
 */
export function graphOf({ files, read }) {
  const known = new Set(files);
  const needs = new Map();
  const texts = new Map();
  for (const from of files.filter(isSource)) {
    const said = textsOf(read(from));
    texts.set(from, said);
    needs.set(from, new Set(said.flatMap((text) => meant(text, { from, known }) ?? [])));
  }
  return { needs, texts };
}

/** The graph of the files on the disk. */
export function readGraph(root) {
  return graphOf({ files: filesOf(root), read: (path) => readFileSync(join(root, path), "utf8") });
}
