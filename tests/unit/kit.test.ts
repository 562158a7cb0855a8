import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildRoutes } from "../../routes.js";

const kit = readFileSync("app/kit.client.ts", "utf8");
const listed = [...kit.matchAll(/^import "~\/([^"]+)";$/gm)].map((match) => match[1] ?? "");
const own = listed.filter((path) => !path.endsWith(".server"));

const fileOf = (path: string) => [`app/${path}.tsx`, `app/${path}.ts`].find((file) => existsSync(file)) ?? "";
const modulesOf = (folder: string) =>
  readdirSync(join("app", folder))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => `${folder}/${name.replace(/\.tsx?$/, "")}`);

// Too large for every page, for what few screens need: they bring the JSON parser along.
const apart = ["components/ui/json-tree", "components/ui/diff-view"];

describe("the browser's common file", () => {
  it("holds every piece of the kit and the shell but the large ones", () => {
    const pieces = [...modulesOf("components/ui"), ...modulesOf("components/shell")].filter((path) => !apart.includes(path));
    expect(own.filter((path) => path.startsWith("components/")).sort()).toEqual(pieces.sort());
  });

  it("is imported by each module it holds, so that all belong to the same pages", () => {
    expect(own.filter((path) => !readFileSync(fileOf(path), "utf8").includes('import "~/kit.client";'))).toEqual([]);
  });

  it("is imported by routes that use nothing of it, which would split the files of the others", () => {
    const withoutPage = [...new Set(Object.values(buildRoutes()).map((route) => `app/${route.file}`))].filter((file) => {
      const text = readFileSync(file, "utf8");
      return !/from "~\/components\/[^"]*(?<!\.server)"/.test(text) && !text.includes('import "~/kit.client";');
    });
    expect(withoutPage).toEqual([]);
  });
});
