// Small builds before the one of Remix: each bundles modules from their text and leaves outside what others hold.
import { basename } from "node:path";
import { onServersOnly } from "./find-file.mjs";

const emptyModule = { contents: "module.exports = {};", loader: "js" };

/** Resolves the console's own imports: `held` files, packages and what is no script stay outside. */
const inner = ({ find, held }) => ({
  name: "inner",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
      if (kind === "entry-point") return { path, namespace: "part" };
      if (onServersOnly.test(path)) return { path, namespace: "server-module", sideEffects: false };
      const file = find({ path, resolveDir });
      if (kind === "dynamic-import") return { path: file ?? path, external: true };
      const inside = file !== undefined && /\.[jt]sx?$/.test(file) && !held(file);
      return { path: file ?? path, external: !inside, sideEffects: false };
    });
    build.onLoad({ filter: /.*/, namespace: "server-module" }, () => emptyModule);
  },
});

const texts = ({ app, parts }) => ({
  name: "texts",
  setup(build) {
    build.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({
      contents: parts.get(path),
      resolveDir: app,
      loader: "js",
    }));
  },
});

/** Builds that are read and not written, one file for each entry: its text, its inputs and what it imports. */
export async function small({ esbuild, options, entries, plugins }) {
  const names = [...entries.keys()];
  const { metafile, outputFiles } = await esbuild.build({
    ...options,
    entryPoints: names.map((name, at) => ({ in: entries.get(name), out: String(at) })),
    entryNames: "[name]",
    splitting: false,
    minify: false,
    write: false,
    metafile: true,
    plugins,
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  return new Map(
    outputFiles
      .filter(({ path }) => path.endsWith(".js"))
      .map(({ path, text }) => {
        const { inputs, imports } = outputs.get(basename(path));
        const used = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
        const bytes = new Map(used.map((input) => [input, inputs[input].bytesInOutput]));
        return [names[Number(basename(path, ".js"))], { text, bytes, imports }];
      }),
  );
}

/** Bundles parts, each given by its text, with all that `held` does not keep outside. */
export function bundle({ esbuild, options, app, find, parts, held }) {
  const entries = new Map([...parts.keys()].map((name) => [name, name]));
  return small({ esbuild, options, entries, plugins: [texts({ app, parts }), inner({ find, held })] });
}
