// Node's version and the installed packages. No package may be imported here: this runs on a fresh clone.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const oldest = [20, 19];

/** Ends the process with one line when this Node is too old to run the console. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  fail(`Searchdeck needs Node ${oldest.join(".")} or later; this is ${version}.`);
}

/** Prints one line to stderr and ends with exit code 1. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * True when what is installed is not what the lock file asks for. Times decide quickly; where the lock file is newer (a
 * checkout touches it), names and versions decide, so a fresh checkout beside a good folder installs nothing.
 */
export function needsInstall(folder = root) {
  const lock = join(folder, "package-lock.json");
  const installed = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return true;
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return false;
  const have = JSON.parse(readFileSync(installed, "utf8")).packages;
  const want = JSON.parse(readFileSync(lock, "utf8")).packages;
  return Object.entries(want).some(([path, entry]) => {
    if (path === "") return false;
    const found = have[path];
    // Packages for another platform, and development packages of a production install, are rightly absent.
    if (found === undefined) return !(entry.optional || entry.devOptional || entry.dev || entry.peer);
    return found.version !== entry.version;
  });
}

/**
 * Runs `npm ci` in the project when needed. `dev` asks for the development packages too. Ends the process when npm
 * fails.
 */
export function install({ dev = false } = {}) {
  if (!needsInstall() && !(dev && !existsSync(join(root, "node_modules/vitest")))) return;
  console.log("Installing packages (npm ci) …");
  const args = ["ci", "--no-audit", "--no-fund", ...(dev ? ["--include=dev"] : [])];
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: ["ignore", "inherit", "inherit"] };
  const done =
    cli && /\.c?js$/.test(cli)
      ? spawnSync(process.execPath, [cli, ...args], options)
      : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) fail("npm ci failed; its messages are above.");
}
