// `npm run settings`: the settings of an index as a file, out of a server or into it. See
// docs/use/settings-as-a-file.md.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "../server/build.mjs";
import { install, requireNode, root } from "../server/launch/install.mjs";

requireNode();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
install();
// With `--file -` the output is the file.
console.log = console.error;
await build({ names: ["settings"] });
process.setSourceMapsEnabled(true);
await import("../dist/settings.js");
