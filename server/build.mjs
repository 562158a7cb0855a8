// `npm run build`: the console (Remix) and the Node programs, each only when a source is newer than what was built from
// it.
//   node server/build.mjs [--force] [remix] [console] [backend] [engine] [engine-worker] [merge-worker] [script-worker] [migrate] [demo-traffic] [settings] [pipelines] [relevance-tests]
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { fail, install, requireNode, root } from "./launch/install.mjs";

const settings = ["package-lock.json", "tsconfig.json", "server/build.mjs"];
const remixSettings = [
  "remix.config.js",
  "routes.js",
  "tailwind.config.js",
  "tailwind.config.ts",
  "postcss.config.js",
  "postcss.config.mjs",
];

/** What can be built: the entry, the output, and the folders and files that it is made from. */
export const targets = {
  remix: {
    entry: "remix.config.js",
    output: "build/index.js",
    sources: ["app", "common", "server/compiler", ...remixSettings, ...settings],
  },
  console: {
    entry: "server/console.ts",
    output: "dist/console.js",
    sources: [
      "server",
      "app/server/config.server.ts",
      "app/lib/access-control",
      "app/server/security.server.ts",
      "common",
      ...settings,
    ],
  },
  config: {
    entry: "app/server/config.server.ts",
    output: "dist/config.js",
    sources: ["app/server/config.server.ts", "app/lib/access-control", "common", ...settings],
  },
  backend: { entry: "backend/main.ts", output: "dist/backend.js", sources: ["backend", "common", ...settings] },
  migrate: { entry: "backend/migrate/main.ts", output: "dist/migrate.js", sources: ["backend", "common", ...settings] },
  "demo-traffic": {
    entry: "scripts/demo-traffic/main.ts",
    output: "dist/demo-traffic.js",
    sources: ["scripts/demo-traffic", ...settings],
  },
  settings: {
    entry: "scripts/settings/main.ts",
    output: "dist/settings.js",
    sources: ["scripts/settings", "scripts/command", "common", ...settings],
  },
  pipelines: {
    entry: "scripts/pipelines/main.ts",
    output: "dist/pipelines.js",
    sources: ["scripts/pipelines", "scripts/command", "common", ...settings],
  },
  "relevance-tests": {
    entry: "scripts/relevance-tests/main.ts",
    output: "dist/relevance-tests.js",
    sources: [
      "scripts/relevance-tests",
      "scripts/command",
      "app/services",
      "app/lib",
      "app/server/config.server.ts",
      "common",
      ...settings,
    ],
  },
  engine: {
    entry: "backend/engine/main.ts",
    output: "dist/engine.js",
    sources: ["backend/engine", "common", ...settings],
  },
  "engine-worker": {
    entry: "backend/engine/embedded/threads/engine-worker.ts",
    output: "dist/engine-worker.js",
    sources: ["backend/engine", "common", ...settings],
  },
  "merge-worker": {
    entry: "backend/engine/embedded/store/merge/merge-worker.ts",
    output: "dist/merge-worker.js",
    sources: ["backend/engine/embedded", "common", ...settings],
  },
  "script-worker": {
    entry: "backend/gateway/resources/search-relevance/rules/scripts/script-worker.ts",
    output: "dist/script-worker.js",
    sources: ["backend/gateway/resources/search-relevance/rules/scripts", "common", ...settings],
  },
};

/** Programs that start others, which have to lie beside them. */
const companions = {
  backend: ["engine-worker", "merge-worker", "script-worker"],
  engine: ["engine-worker", "merge-worker"],
};

/**
 * The newest modification time (ms) below a path; folders count, so that a removed file is seen; tests do not count.
 */
function newest(path) {
  const at = join(root, path);
  const status = statSync(at, { throwIfNoEntry: false });
  if (status === undefined || /\.test\.tsx?$/.test(path)) return 0;
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(at).reduce((latest, name) => Math.max(latest, newest(join(path, name))), status.mtimeMs);
}

const stampOf = (name) => join(root, "dist", `.${name}.built`);

/** True when the target has a source and was not built since its sources last changed. */
export function isStale(name) {
  const { entry, output, sources } = targets[name];
  if (!existsSync(join(root, entry))) return false;
  const stamp = statSync(stampOf(name), { throwIfNoEntry: false });
  if (stamp === undefined || !existsSync(join(root, output))) return true;
  return Math.max(...sources.map(newest)) > stamp.mtimeMs;
}

/** Packages of many or long files, all of them plain JavaScript: inside the bundle they load in half the time. */
const inside = ["@orama/stemmers", "jsonc-parser", "lossless-json", "snowball-stemmers", "zod"];
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Leaves all other packages outside the bundle: they find their own files, workers and native parts only where they
 * lie.
 */
const packages = {
  name: "packages",
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./~]/ }, ({ path }) => {
      const name = path.split("/", path.startsWith("@") ? 2 : 1).join("/");
      return name in dependencies && !inside.includes(name) ? { path, external: true } : undefined;
    });
  },
};

/**
 * esbuild's options of a Node program: one file, most packages left outside. `~/`, `@common/`, `@backend/` come from
 * tsconfig.
 */
export function bundleOptions(name) {
  return {
    absWorkingDir: root,
    entryPoints: [targets[name].entry],
    outfile: targets[name].output,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    plugins: [packages],
    mainFields: ["module", "main"],
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
  };
}

async function buildOne(name) {
  // The stamp gets the time before the build, so that an edit made during it is not missed.
  const began = new Date();
  if (name === "remix") {
    const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
    const environment = { ...process.env, NODE_ENV: "production" };
    const preload = pathToFileURL(join(root, "server/compiler/preload.mjs")).href;
    const done = spawnSync(process.execPath, ["--import", preload, cli, "build"], {
      cwd: root,
      env: environment,
      encoding: "utf8",
    });
    if (done.status !== 0) fail(`${done.stdout}${done.stderr}\nThe console could not be built.`);
    const warnings = done.stderr.split("\n").filter((line) => line.trim() !== "" && !line.includes("npm warn"));
    if (process.env.BUILD_VERBOSE) console.log(warnings.join("\n"));
    const { finishAssets } = await import("./compiler/finish-assets.mjs");
    await finishAssets({ folder: join(root, "public/build"), cache: join(root, ".cache/scripts") });
  } else {
    const { build, stop } = await import("esbuild");
    await build(bundleOptions(name)).catch(() => fail(`${targets[name].entry} could not be built.`));
    // Its helper process would stay as long as the launcher does.
    await stop();
  }
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), `${began.toISOString()}\n`);
  utimesSync(stampOf(name), began, began);
}

/**
 * Builds the named targets that are stale (all of them with `force`).
 * Returns the names that were built. Ends the process with a message when a build fails.
 */
export async function build({ names = Object.keys(targets), force = false } = {}) {
  const all = [...new Set(names.flatMap((name) => [name, ...(companions[name] ?? [])]))];
  const wanted = all.filter((name) => (force ? existsSync(join(root, targets[name].entry)) : isStale(name)));
  if (wanted.length > 0) console.log(`Building ${wanted.join(", ")} …`);
  for (const name of wanted) await buildOne(name);
  return wanted;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode();
  install();
  const args = process.argv.slice(2);
  const names = args.filter((argument) => !argument.startsWith("-"));
  const unknown = names.find((name) => targets[name] === undefined);
  if (unknown !== undefined) fail(`No such target: ${unknown}. There are ${Object.keys(targets).join(", ")}.`);
  const built = await build({ ...(names.length > 0 ? { names } : {}), force: args.includes("--force") });
  console.log(
    built.length === 0
      ? "Nothing to build."
      : `Built ${built.map((name) => relative(root, join(root, targets[name].output))).join(", ")}.`,
  );
}
