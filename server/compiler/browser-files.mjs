// Keeps the number and the size of the browser's files down, where Remix's own compiler is generous.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL("../../app", import.meta.url));

// What Remix replaces by an empty module in the browser: server modules, by their names, and its packages for servers.
const onServersOnly = /(\.server(\.[jt]sx?)?|^@remix-run\/(deno|cloudflare|node)(\/.*)?)$/;

/** One entry for each file: a screen that is mounted at two levels would else be a file of its own and two that point to it. */
function onceEach(entryPoints) {
  return Object.fromEntries(new Map(Object.entries(entryPoints).map(([name, file]) => [file, [name, file]])).values());
}

const forBrowsers = /^export (?:\{|default|(?:const|(?:async )?function) (?:handle|meta|links|shouldRevalidate|ErrorBoundary|client\w+)\b)/m;

/** A plugin of esbuild for the browser build of Remix; it stands before the plugins of Remix. */
export function browserFiles() {
  return {
    name: "browser-files",
    setup(build) {
      const options = build.initialOptions;
      options.entryPoints = onceEach(options.entryPoints);
      // Licences lie beside the scripts (`x.js.LEGAL.txt`), not in them.
      options.legalComments = "external";
      // Remix's empty modules are not marked as free of side effects: one would be left for each server module that a screen names, in a file of its own
      // for each set of screens.
      build.onResolve({ filter: onServersOnly }, ({ path, importer }) =>
        importer.includes("/node_modules/") ? undefined : { path, namespace: "server-module", sideEffects: false },
      );
      // A route without a page is an empty module too, of CommonJS in Remix, whose helper every other file would then share with it.
      build.onLoad({ filter: /\.ts\?browser$/, namespace: "browser-route-module" }, async ({ path }) => {
        const source = await readFile(join(app, path.replace("?browser", "")), "utf8");
        return forBrowsers.test(source) ? undefined : { contents: "export {};", loader: "js" };
      });
      // What comes later by `import()` is an entry of its own to esbuild. With the kit in its reach, as everything else has it, no helper has to be shared apart.
      build.onResolve({ filter: /^[.~]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== "dynamic-import" || pluginData === "seen" || importer.includes("/node_modules/")) return undefined;
        const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: "seen" });
        return found.errors.length > 0 ? undefined : { path: found.path, namespace: "later" };
      });
      build.onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
        contents: `import "~/components/kit"; export * from ${JSON.stringify(path)};`,
        loader: "js",
        resolveDir: app,
      }));
      // CommonJS: whatever is imported from it is there.
      build.onLoad({ filter: /.*/, namespace: "server-module" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    },
  };
}
