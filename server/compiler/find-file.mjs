// Where the console's own imports lie, without asking esbuild, which would take a call each.
import { statSync } from "node:fs";
import { join } from "node:path";

const ends = ["", ".ts", ".tsx", ".js", "/index.ts", "/index.tsx"];

/** What Remix replaces by an empty module in the browser: server modules, by their names, and its packages for servers. */
export const onServersOnly = /(\.server(\.[jt]sx?)?|^@remix-run\/(deno|cloudflare|node)(\/.*)?)$/;

/** A function that finds the file of an import by `~/`, `@common/` or a path; of packages it knows nothing. */
export function finder({ app }) {
  const known = new Map();
  const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const baseOf = ({ path, resolveDir }) => {
    if (path.startsWith("~/")) return join(app, path.slice(2));
    if (path.startsWith("@common/")) return join(app, "../common", path.slice("@common/".length));
    if (path.startsWith("/")) return path;
    return path.startsWith(".") ? join(resolveDir, path) : undefined;
  };
  return (asked) => {
    const base = baseOf(asked);
    if (base === undefined) return undefined;
    if (!known.has(base)) known.set(base, ends.map((end) => base + end).find(isFile));
    return known.get(base);
  };
}
