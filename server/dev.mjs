// `npm run dev`: Remix rebuilds the console at each change and reloads the browser; a change of the server or the back
// end restarts that process. `--manual` keeps the console's process alive over rebuilds (without it requests fail
// meanwhile).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { install, requireNode, root } from "./launch/install.mjs";
import { onEnd, supervise } from "./launch/supervise.mjs";

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install({ dev: true });

const { bundleOptions, build } = await import("./build.mjs");
const { context } = createRequire(import.meta.url)("esbuild");

if (process.env.REMIX_DEV_ORIGIN) await run();
else compile();

/** The outer process: the Remix compiler, which starts this file again as its app server. */
function compile() {
  const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const compiler = spawn(process.execPath, [cli, "dev", "--manual", "-c", "node server/dev.mjs"], {
    cwd: root,
    stdio: "inherit",
  });
  onEnd(() => compiler.kill("SIGTERM"));
  compiler.on("exit", () => process.exit(0));
}

/** The inner process: the back end and the console, each started again when its bundle was rewritten. */
async function run() {
  await build({ names: ["config"] });
  const { parseConfig } = await import("../dist/config.js");
  const { embedded } = parseConfig(process.env);
  const programs = embedded ? ["backend", "console"] : ["console"];
  const running = new Map();
  const environment = (name) => ({
    ...process.env,
    NODE_ENV: "development",
    ...(name === "backend" ? { HOST: "127.0.0.1" } : {}),
  });
  const start = (name) =>
    running.set(
      name,
      supervise({
        name,
        file: join(root, `dist/${name}.js`),
        environment: () => environment(name),
        onMessage: (message) => {
          if (message?.type === "admin-password") console.log(`\n  ${message.username} / ${message.password}\n`);
          if (message?.address) console.log(`Searchdeck (development): ${message.address}`);
        },
        onFailed: (code) => console.error(`${name} ended with exit code ${code}; it starts again at the next change.`),
      }),
    );
  for (const name of programs) {
    const restart = {
      name: "restart",
      setup(bundler) {
        bundler.onEnd(async ({ errors }) => {
          if (errors.length > 0) return;
          if (name === "backend") await build({ names: ["engine-worker", "merge-worker", "script-worker"] });
          await running.get(name)?.stop();
          start(name);
        });
      },
    };
    const options = bundleOptions(name);
    const watcher = await context({ ...options, plugins: [...options.plugins, restart] });
    await watcher.watch();
  }
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    for (const name of ["console", "backend"]) await running.get(name)?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, () => void end());
}
