// `npm run pipelines`: pipelines as folders, out of a server or into it. See
// docs/use/pipelines.md.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "../server/build.mjs";
import { install, requireNode, root } from "../server/launch/install.mjs";

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install();
await build({ names: ["pipelines"] });
process.setSourceMapsEnabled(true);
await import("../dist/pipelines.js");
