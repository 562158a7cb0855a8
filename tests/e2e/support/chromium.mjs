// Which browser the tests use: CHROMIUM_PATH, else one of the system, else the one that comes by npm. Plain JavaScript: the runner asks too.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../../.cache/chromium", import.meta.url));
// A headless shell first: it opens a page with a fifth of the work.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const known = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

const runs = (path) => spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

function onThisSystem() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...known].find((path) => existsSync(path) && runs(path));
}

/** Unpacks the npm one, with the libraries it needs, into a cache of the project; a child does it because it reads TMPDIR when loaded. */
function fromNpm() {
  mkdirSync(cache, { recursive: true });
  const program = 'import("@sparticuz/chromium").then(async ({ default: c }) => process.stdout.write(await c.executablePath()))';
  const path = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    // The package unpacks its libraries only where it believes to run in this environment.
    env: { ...process.env, TMPDIR: cache, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
  });
  return { path, libraries: join(cache, "al2023", "lib") };
}

/** The browser: `{ path, libraries }`, where `libraries` is a folder for LD_LIBRARY_PATH or undefined. Throws when CHROMIUM_PATH is no file. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no file ${given}`);
    return { path: given, libraries: undefined };
  }
  const system = onThisSystem();
  return system === undefined ? fromNpm() : { path: system, libraries: undefined };
}

/** Command line of the browser: no sandbox (containers run as root), and nothing that calls home in the background. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--no-pings",
];
