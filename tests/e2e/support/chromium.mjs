// Which browser the tests use: CHROMIUM_PATH, else a headless shell of the system, else the one that comes by npm, else
// a whole browser of the system, which takes four times the work for the same pages. Plain JavaScript: the benchmark
// asks too.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../../.cache/chromium", import.meta.url));
const shells = ["chromium-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const known = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const runs = ({ path, libraries }) => {
  const env = libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries };
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000, env }).status === 0;
};

function onThisSystem(names) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  const paths = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...(names === browsers ? known : []),
  ];
  return paths.map((path) => ({ path, libraries: undefined })).find(runs);
}

/**
 * Unpacks the npm one, with the libraries it needs, into a cache of the project; a child does it because it reads
 * TMPDIR when loaded.
 */
function fromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  mkdirSync(cache, { recursive: true });
  const program =
    'import("@sparticuz/chromium").then(async ({ default: c }) => process.stdout.write(await c.executablePath()))';
  const path = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    // The package unpacks its libraries only where it believes to run in this environment.
    env: { ...process.env, TMPDIR: cache, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
  });
  const found = { path, libraries: join(cache, "al2023", "lib") };
  return runs(found) ? found : undefined;
}

/**
 * The browser: `{ path, libraries }`, where `libraries` is a folder for LD_LIBRARY_PATH or undefined. Throws when there
 * is none.
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no file ${given}`);
    return { path: given, libraries: undefined };
  }
  const found = onThisSystem(shells) ?? fromNpm() ?? onThisSystem(browsers);
  if (found === undefined) throw new Error("There is no Chromium for the tests: name one by CHROMIUM_PATH.");
  return found;
}

/**
 * What the browser that comes by npm needs: its libraries, fonts where the system has none, and a language that pages
 * can name (not "C").
 */
export function environmentOf(libraries) {
  if (libraries === undefined) return undefined;
  const fonts = existsSync("/etc/fonts") ? {} : { FONTCONFIG_PATH: `${libraries}/../../fonts` };
  return { ...process.env, ...fonts, LD_LIBRARY_PATH: libraries, LC_ALL: "en_US.UTF-8" };
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
