// Tells before the build of Remix what each page needs: its own text, and the groups (groups.mjs) that it has.
import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { finder } from "./find-file.mjs";
import { groups, rowOf } from "./groups.mjs";
import { bundle, small } from "./parts.mjs";

// In bytes before they are minified: what is less is copied into each page that has it, which costs less than a file
// of its own.
const LARGE = 6000;

const frames = /^(root|routes\/shell)\.tsx\?browser$/;

/** The files whose code a bundle has; what else is in it has a name space. */
const filesIn = ({ bytes }) => [...bytes.keys()].filter((input) => !input.includes(":")).map((input) => resolve(input));

/** The texts of routes without what only servers run, by their entries; their imports stay. */
async function withoutLoaders({ esbuild, options, app, pages, routeModules }) {
  const leaf = {
    name: "leaf",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind, namespace, resolveDir }) => {
        if (kind === "entry-point") return undefined;
        if (namespace === "browser-route-module") return { path: join(app, path), sideEffects: false };
        return { path: path.startsWith(".") ? join(resolveDir, path) : path, external: true, sideEffects: false };
      });
    },
  };
  const entries = new Map(pages.map((page) => [page, page]));
  return small({ esbuild, options, entries, plugins: [leaf, ...routeModules] });
}

/**
 * The group of each file that one holds, with all that it imports (what two of them import is of the first one), and
 * which groups each of them `needs`.
 */
async function membersOf({ app, find, frameImports, ...building }) {
  const members = new Map();
  for (const name of readdirSync(app, { recursive: true, encoding: "utf8" }).sort()) {
    const group = /\.tsx?$/.test(name) && !/\.(test|server)\.|\.d\.ts$/.test(name) ? rowOf(name)?.name : undefined;
    if (group !== undefined) members.set(join(app, name), group);
  }
  // The frame has what the pages around all others import: it is on each page once.
  for (const path of frameImports) {
    const file = find({ path, resolveDir: app });
    if (file !== undefined && !members.has(file)) members.set(file, "frame");
  }
  const listOf = (group) => [...members].filter(([, name]) => name === group).map(([file]) => file);
  const all = (group) => listOf(group).map((file, at) => `export * as part${at} from ${JSON.stringify(file)};`);
  const parts = new Map(groups.map(({ name }) => [name, all(name).join("\n")]));
  const built = await bundle({ app, find, parts, held: () => false, ...building });
  for (const { name } of groups) {
    for (const file of filesIn(built.get(name)))
      if (!members.has(file) && rowOf(relative(app, file)) === undefined) members.set(file, name);
  }
  const needs = groups.map(({ name }) => [name, new Set(filesIn(built.get(name)).map((file) => members.get(file)))]);
  return { members, needs: new Map(needs) };
}

/** Files that the same pages have and that are large together: they stay files apart. */
function largeSets(built) {
  const sets = new Map();
  const users = new Map();
  for (const [page, { bytes }] of built)
    for (const [input, size] of bytes) {
      const known = users.get(input) ?? { pages: [], size: 0 };
      users.set(input, { pages: [...known.pages, page], size: Math.max(known.size, size) });
    }
  for (const [input, { pages, size }] of users) {
    if (pages.length < 2 || input.includes(":")) continue;
    const key = pages.join("\n");
    const set = sets.get(key) ?? { files: [], size: 0 };
    sets.set(key, { files: [...set.files, resolve(input)], size: set.size + size });
  }
  return new Set([...sets.values()].filter(({ size }) => size >= LARGE).flatMap(({ files }) => files));
}

/** Fails where a page needs what is not there in a browser. */
function refuseServerModules(built) {
  for (const [page, { bytes }] of built)
    for (const input of bytes.keys())
      if (input.startsWith("server-module:")) throw new Error(`${page} needs ${input} in the browser`);
}

/**
 * The text and the groups of every page, and of what pages load later by `import()` (by its file); `filesOf`
 * says what a group brings.
 */
export async function planPages({ esbuild, options, app, pages, routeModules }) {
  const find = finder({ app });
  const building = { esbuild, options, app, find };
  const routes = await withoutLoaders({ ...building, pages, routeModules });
  const frameImports = pages.filter((page) => frames.test(page)).flatMap((page) => routes.get(page).imports);
  const { members, needs } = await membersOf({ ...building, frameImports: frameImports.map(({ path }) => path) });
  const parts = new Map([...routes].map(([page, { text }]) => [page, text]));
  const isMember = (file) => members.has(file);
  const first = await bundle({ ...building, parts, held: isMember });
  // What comes later is planned as pages are; it may name more that comes later.
  const laterOf = (built) =>
    [...built.values()].flatMap(({ imports }) => imports.filter(({ kind }) => kind === "dynamic-import"));
  const inMembers = [...members.keys()].map((file) => [file, `export * from ${JSON.stringify(file)};`]);
  const ofMembers = await bundle({ ...building, parts: new Map(inMembers), held: () => false });
  const later = [...new Set([...laterOf(first), ...laterOf(ofMembers)].map(({ path }) => path))];
  for (const file of later) parts.set(file, `export * from ${JSON.stringify(file)};`);
  const whole = await bundle({ ...building, parts, held: isMember });
  refuseServerModules(whole);
  const apart = largeSets(whole);
  const built = await bundle({ ...building, parts, held: (file) => members.has(file) || apart.has(file) });
  const used = new Set([...whole.values()].flatMap(({ imports }) => imports.map(({ path }) => path)));
  const groupsOf = ({ imports, bytes }) => {
    if (bytes.size === 0) return [];
    const direct = ["frame", ...imports.map(({ path }) => members.get(path))];
    const all = new Set(direct.flatMap((name) => [...(needs.get(name) ?? [])]));
    return groups.map(({ name }) => name).filter((name) => all.has(name));
  };
  const plan = new Map([...built].map(([page, { text }]) => [page, { text, groups: groupsOf(whole.get(page)) }]));
  const brought = [...members].filter(([file]) => used.has(file));
  return { plan, filesOf: (group) => brought.filter(([, name]) => name === group).map(([file]) => file) };
}
