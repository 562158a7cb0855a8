// `npm run migrate -- --to URL`: copies the embedded engine's data into a real engine, or indices back with --from. See
// docs/run/moving.md.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "../server/build.mjs";
import { install, requireNode, root } from "../server/launch/install.mjs";

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install();
await build({ names: ["migrate"] });
process.setSourceMapsEnabled(true);
await import("../dist/migrate.js");
