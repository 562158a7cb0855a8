// Loaded before Remix's command line (`node --import`): the compiler of Remix takes no plugins of its own, so its
// esbuild gets one more with each browser build. docs/decisions/0012-browser-files.md says what it is for.
import { createRequire } from "node:module";
import { browserFiles } from "./browser-files.mjs";
import { cutFiles } from "./cut-runtime.mjs";

const require = createRequire(import.meta.url);
const compiler = createRequire(require.resolve("@remix-run/dev"));
const esbuild = compiler("esbuild");
// The exports of esbuild cannot be assigned to; the record of the module that others are given can.
const loaded = compiler.cache[compiler.resolve("esbuild")];
loaded.exports = {
  ...esbuild,
  context: (options) => {
    const forBrowsers = options.entryPoints?.["entry.client"] !== undefined;
    // A development build keeps what the runtime has to say to programmers.
    const ours = [browserFiles(options), ...(options.minify ? [cutFiles()] : [])];
    return esbuild.context(forBrowsers ? { ...options, plugins: [...ours, ...(options.plugins ?? [])] } : options);
  },
};
