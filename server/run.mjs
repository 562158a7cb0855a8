// `npm run backend` and `npm run engine`: one of the programs alone, in the foreground.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, install, requireNode, root } from "./launch/install.mjs";
import { onEnd } from "./launch/supervise.mjs";

const name = process.argv[2];
if (name !== "backend" && name !== "engine") fail("Say which one: backend or engine.");

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install();
const { build } = await import("./build.mjs");
await build({ names: [name] });

const child = spawn(
  process.execPath,
  ["--enable-source-maps", join(root, `dist/${name}.js`), ...process.argv.slice(3)],
  {
    stdio: "inherit",
  },
);
onEnd(() => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
