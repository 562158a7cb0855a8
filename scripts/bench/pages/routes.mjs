// A console with more routes than it has: the build as it is, its table made larger by copies of a screen under other
// names.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../../server/launch/install.mjs";
import { buildRoutes } from "../../../routes.js";

const FOLDER = ".cache/bench/routes";

/** Makes the console of `count` routes; returns its file, and how many routes there are today. */
export function manyRoutes(count) {
  const folder = join(root, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["build", "dist"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(root, "public"), join(folder, "public"));
  copyFileSync(join(root, "dist/console.js"), join(folder, "dist/console.js"));
  const real = JSON.stringify(pathToFileURL(join(root, "build/index.js")).href);
  // With the one at the root.
  const today = Object.keys(buildRoutes()).length + 1;
  writeFileSync(
    join(folder, "build/index.js"),
    `import * as real from ${real};
export * from ${real};
const copies = (routes) => Object.fromEntries(Array.from({ length: ${count - today} }, (_, at) => {
  const level = at % 2 === 0 ? "cluster" : "app";
  const id = \`\${level}/further-\${at}\`;
  return [id, { ...routes[\`\${level}/jobs\`], id, path: \`further-\${at}\` }];
}));
export const routes = { ...real.routes, ...copies(real.routes) };
export const assets = { ...real.assets, routes: { ...real.assets.routes, ...copies(real.assets.routes) } };
`,
  );
  return { file: `${FOLDER}/dist/console.js`, today, count };
}
