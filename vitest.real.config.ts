import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config";

// The gateway's contract suite and the recordings on a real engine (TEST_ENGINE_URL): each file empties it, so one after the other, in one
// process: starting anew for each takes longer than most of them.
export default mergeConfig(base, defineConfig({ test: { fileParallelism: false, isolate: false, testTimeout: 120_000, hookTimeout: 240_000 } }));
