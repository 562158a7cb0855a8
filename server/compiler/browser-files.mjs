// Keeps the number and the size of the browser's files down, where Remix's own compiler is generous.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onServersOnly } from "./find-file.mjs";
import { planPages } from "./pages.mjs";

const app = fileURLToPath(new URL("../../app", import.meta.url));

/**
 * One entry for each file: a screen that is mounted at two levels would else be a file of its own and two that point to
 * it.
 */
function onceEach(entryPoints) {
  return Object.fromEntries(new Map(Object.entries(entryPoints).map(([name, file]) => [file, [name, file]])).values());
}

const forBrowsers =
  /^export (?:\{|default|(?:const|(?:async )?function) (?:handle|meta|links|shouldRevalidate|ErrorBoundary|client\w+)\b)/m;

/** A route without a page is an empty module, of CommonJS in Remix, whose helper every other file would share with it. */
const withoutPage = {
  name: "without-page",
  setup(build) {
    build.onLoad({ filter: /\.ts\?browser$/, namespace: "browser-route-module" }, async ({ path }) => {
      const source = await readFile(join(app, path.replace("?browser", "")), "utf8");
      return forBrowsers.test(source) ? undefined : { contents: "export {};", loader: "js" };
    });
  },
};

/** A plugin of esbuild for the browser build of Remix; it stands before the plugins of Remix. */
export function browserFiles({ plugins }) {
  return {
    name: "browser-files",
    async setup(build) {
      const options = build.initialOptions;
      options.entryPoints = onceEach(options.entryPoints);
      // Licences lie beside the scripts (`x.js.LEGAL.txt`), not in them.
      options.legalComments = "external";
      const { plan, filesOf } = await planPages({
        esbuild: build.esbuild,
        options: { ...options, plugins: [] },
        app,
        pages: Object.values(options.entryPoints).filter((file) => file.endsWith("?browser")),
        routeModules: [withoutPage, ...plugins.filter(({ name }) => name === "browser-route-modules")],
      });
      const load = (text) => ({ contents: text, loader: "js", resolveDir: app });
      const partOf = ({ text, groups }) => load([...groups.map((name) => `import "group:${name}";`), text].join("\n"));
      // A page names its groups, so that all files of a group are in the reach of the same pages: esbuild makes one
      // file of them.
      build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice("group:".length), namespace: "group" }));
      build.onLoad({ filter: /.*/, namespace: "group" }, ({ path }) =>
        load(
          filesOf(path)
            .map((file) => `import ${JSON.stringify(file)};`)
            .join("\n"),
        ),
      );
      build.onLoad({ filter: /\?browser$/, namespace: "browser-route-module" }, ({ path }) => partOf(plan.get(path)));
      // What comes later by `import()` is an entry of its own to esbuild.
      build.onResolve({ filter: /^[.~/]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== "dynamic-import" || pluginData === "seen" || importer.includes("/node_modules/")) return undefined;
        const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: "seen" });
        return plan.has(found.path) ? { path: found.path, namespace: "later" } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => partOf(plan.get(path)));
      // The files of groups may name server modules for their types alone, or for what the browser leaves out.
      build.onResolve({ filter: onServersOnly }, ({ path, importer }) =>
        importer.includes("/node_modules/") ? undefined : { path, namespace: "server-module", sideEffects: false },
      );
      // CommonJS: whatever is imported from it is there.
      build.onLoad({ filter: /.*/, namespace: "server-module" }, () => ({
        contents: "module.exports = {};",
        loader: "js",
      }));
    },
  };
}
