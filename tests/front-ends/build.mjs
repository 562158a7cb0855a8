// Installs the front ends from their own lock file when they are missing, and bundles the two pages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const installed = join(here, "node_modules/.package-lock.json");

/** Fetches the packages unless those of the lock file are there. Throws where npm fails. */
export function installFrontEnds() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(here, "package-lock.json")).mtimeMs) return;
  // Their peer ranges disagree with one another; none of their scripts is needed.
  const npm = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--silent"],
    { cwd: here, stdio: "inherit" },
  );
  if (npm.status !== 0) throw new Error("The front ends could not be installed (npm ci in tests/front-ends).");
}

/** The script of each page, by name. */
export async function bundleFrontEnds() {
  const pages = {};
  for (const name of ["reactivesearch", "searchkit", "analytics"]) {
    const outfile = join(here, "node_modules/.cache", `${name}.js`);
    await build({
      entryPoints: [join(here, "pages", `${name}.jsx`)],
      outfile,
      bundle: true,
      format: "iife",
      platform: "browser",
      define: { "process.env.NODE_ENV": '"production"', global: "window" },
      loader: { ".js": "jsx" },
      logLevel: "error",
    });
    pages[name] = readFileSync(outfile, "utf8");
  }
  return pages;
}
