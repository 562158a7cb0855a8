import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildRoutes } from "../../routes.js";
import { sourceFiles } from "./source-files";

const exported = (barrel: string) => [...readFileSync(barrel, "utf8").matchAll(/^export \* from "\.\/([^"]+)";$/gm)].map((match) => match[1] ?? "");
const kits = ["kit", "detail-kit", "document-kit", "form-kit"];
const pieces = kits.flatMap((kit) => exported(`app/components/${kit}.ts`));
const companions = [...readFileSync("app/kit-companions.client.ts", "utf8").matchAll(/^import "~\/([^"]+)";$/gm)].map((match) => match[1] ?? "");
const routes = [...new Set(Object.values(buildRoutes()).map((route) => `app/${route.file}`))];

const modulesOf = (folder: string) =>
  readdirSync(join("app/components", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|server)\./.test(name))
    .map((name) => `${folder}/${name.replace(/\.tsx?$/, "")}`);

// Too large for every page, for what few screens need: the JSON parser, the editor, dates; and what pages of several kits have.
const apart = [
  "ui/request/copy-button",
  "ui/request/json-tree",
  "ui/request/diff-view",
  "ui/filter/date-range",
  "ui/message/not-offered",
  "ui/table/usage-columns",
  "ui/filter/search-line",
  "forms/step-button",
  "forms/editor-look",
  "forms/field-rows",
  "forms/json-editor",
  "forms/list-field",
  "forms/mount-editor",
  "forms/script-area",
  "forms/script-editor",
  "forms/script-language",
];

describe("the browser's common file", () => {
  it("and those of the kits for few screens hold every piece once, but the large ones", () => {
    expect([...pieces].sort()).toEqual([...modulesOf("ui"), ...modulesOf("forms")].filter((path) => !apart.includes(path)).sort());
  });

  it("comes with the kits that a page may import instead", () => {
    for (const kit of ["detail-kit", "document-kit"]) expect(readFileSync(`app/components/${kit}.ts`, "utf8")).toContain('import "./kit";');
  });

  it("needs none of the pieces for few screens, which would come along", () => {
    const few = [...exported("app/components/detail-kit.ts"), ...exported("app/components/document-kit.ts")].map((path) => basename(path));
    const common = exported("app/components/kit.ts");
    const importing = sourceFiles().filter(({ path }) => common.some((piece) => path.startsWith(`app/components/${piece}.`)));
    const deeper = new RegExp(`^import (?!type ).*from "(?:\\.{1,2}|~/components/ui)/(?:[\\w-]+/)*(?:${few.join("|")})"`, "m");
    expect(importing.length).toBeGreaterThan(20);
    expect(importing.filter(({ text }) => deeper.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("does not hold uPlot, which is loaded when a reader comes near a chart", () => {
    const importing = sourceFiles().filter((file) => /from "uplot"|import\("\.\/live-chart"\)/.test(file.text) && file.path.startsWith("app/"));
    expect(importing.map((file) => file.path).sort()).toEqual(["app/components/charts/chart.tsx", "app/components/charts/live-chart.ts"]);
  });

  it("has every part of the shell beside it", () => {
    expect(companions.filter((path) => path.startsWith("components/shell/") && !path.endsWith(".server")).sort()).toEqual(
      modulesOf("shell")
        .map((path) => `components/${path}`)
        .sort(),
    );
  });

  it("names only modules that are there", () => {
    expect(companions.filter((path) => !existsSync(`app/${path}.ts`) && !existsSync(`app/${path}.tsx`))).toEqual([]);
  });

  it("is imported by every route, those without a page included, which would split the files of the others", () => {
    expect(routes.filter((file) => !/"~\/components\/(?:detail-|document-)?kit"/.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it("is the only way of a route to the kit", () => {
    const deeper = new RegExp(`from "~/components/(?:${pieces.join("|")})"`);
    expect(routes.filter((file) => deeper.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
