// Writes the section "Tests by file" of docs/run/security.md: the tests that the page names, and how many each file
// holds as vitest collects them. It runs none of them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const PAGE = "docs/run/security.md";
const COUNTS = "scripts/security-figures/counts.json";
const ROOMS = ["app", "backend", "common", "server", "tests"];

const tests = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${room}/${name.replaceAll("\\", "/")}`),
);

const folder = mkdtempSync(join("node_modules", ".print-"));
try {
  const outfile = join(folder, "figures.mjs");
  await build({
    entryPoints: ["scripts/security-figures/figures.ts"],
    bundle: true,
    outfile,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const { shapeOf, testsNamed, withFigures } = await import(pathToFileURL(outfile).href);
  const page = readFileSync(PAGE, "utf8");
  const named = testsNamed(page, tests);
  const list = join(folder, "list.json");
  execFileSync(process.execPath, ["node_modules/vitest/vitest.mjs", "list", `--json=${list}`, ...named], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const collected = JSON.parse(readFileSync(list, "utf8")).map(({ file }) =>
    relative(process.cwd(), file).replaceAll("\\", "/"),
  );
  const counts = Object.fromEntries(
    named.map((file) => {
      const count = collected.filter((one) => one === file).length;
      if (count === 0) throw new Error(`${file} holds no test`);
      return [file, { tests: count, shape: shapeOf(file, readFileSync(file, "utf8")) }];
    }),
  );
  writeFileSync(COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
  writeFileSync(PAGE, withFigures(page, counts));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
