// Leaves out of the browser's runtime (Remix, its router) what the console never calls; runtime-cuts.mjs says what that
// is and what it stands on.
import { readFile } from "node:fs/promises";
import { cuts } from "./runtime-cuts.mjs";

/**
 * The source of a file of the runtime without what is cut from it. Throws where a cut does not fit, as it may after a
 * new version.
 */
export function cutRuntime({ file, source }) {
  const { answers = {}, texts = [] } = cuts[file];
  const opening = (name) => new RegExp(`function ${name}\\([^]*?\\) \\{\\n`);
  // What follows the answer cannot be reached: the minifier takes it away, with all that only it called.
  const all = [...Object.entries(answers).map(([name, answer]) => [opening(name), `$&return ${answer};\n`]), ...texts];
  return all.reduce((text, [from, to]) => {
    const cut = text.replaceAll(typeof from === "string" ? from : new RegExp(from, "gm"), to);
    if (cut === text) throw new Error(`${file} is not what server/compiler/runtime-cuts.mjs knows. It has no ${from}`);
    return cut;
  }, source);
}

/** A plugin of esbuild for the browser build of Remix: cuts every file that `cuts` names. */
export function cutFiles() {
  return {
    name: "cut-runtime",
    setup(build) {
      build.onLoad(
        { filter: /\/node_modules\/(?:@remix-run|react-dom|react-router|react-router-dom)\// },
        async ({ path }) => {
          const file = path.slice(path.lastIndexOf("/node_modules/") + "/node_modules/".length);
          return cuts[file] === undefined
            ? undefined
            : { contents: cutRuntime({ file, source: await readFile(path, "utf8") }), loader: "js" };
        },
      );
    },
  };
}
