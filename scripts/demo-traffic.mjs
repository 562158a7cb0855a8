// `npm run demo:traffic`: searches, clicks and conversions of made visitors, marked as demo; `-- --remove` removes
// them. See docs/run/demo-traffic.md.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "../server/build.mjs";
import { install, requireNode, root } from "../server/launch/install.mjs";

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install();
await build({ names: ["demo-traffic"] });
process.setSourceMapsEnabled(true);
await import("../dist/demo-traffic.js");
