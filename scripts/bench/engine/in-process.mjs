// Bundles scripts/bench/engine/engine.ts and runs it: `node scripts/bench/engine/in-process.mjs [--json] [--times 60]
// [part of a name …]`. With a profile: `node --cpu-prof --cpu-prof-dir=.cache/prof
// scripts/bench/engine/in-process.mjs`.
import { pathToFileURL } from "node:url";
import { bundled } from "../bundle.mjs";

await import(pathToFileURL(await bundled("engine/engine")).href);
