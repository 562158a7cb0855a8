import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 24 * 3600_000;
const sources = ["app", "backend", "common", "server", "tests"];

/**
 * The folder where vitest keeps what it made of modules, for the next run: another one for each set of files and
 * packages, since what is kept of a module has the paths of those it imports. Removes those that nobody used for a day.
 */
export function moduleCache(root: string): string {
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const modules = files.filter((name) => /\.(m?[jt]s|tsx|css|json)$/.test(name)).sort();
  const hash = createHash("sha1")
    .update(modules.join("\n"))
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const all = join(root, ".cache/modules");
  mkdirSync(join(all, hash), { recursive: true });
  for (const name of readdirSync(all))
    if (name !== hash && Date.now() - statSync(join(all, name)).mtimeMs > KEPT_MS)
      rmSync(join(all, name), { recursive: true, force: true });
  return join(all, hash);
}
