// `npm run relevance-tests`: runs a file of relevance tests against a server. See docs/use/relevance-tests.md.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "../server/build.mjs";
import { install, requireNode, root } from "../server/launch/install.mjs";

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install();
// With `--junit -` the output is the report.
console.log = console.error;
await build({ names: ["relevance-tests"] });
process.setSourceMapsEnabled(true);
await import("../dist/relevance-tests.js");
