import type { PluginBuild } from "esbuild";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groups, rowOf } from "../../server/compiler/groups.mjs";
import { planPages } from "../../server/compiler/pages.mjs";
import { isTest, sourceFiles } from "./source-files";

const app = sourceFiles().filter(({ path }) => path.startsWith("app/") && !isTest(path));

describe("the list of groups", () => {
  it("names only what is there", () => {
    const rows = groups.flatMap(({ holds, but = [] }: { holds: string[]; but?: string[] }) => [...holds, ...but]);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => !existsSync(join("app", row)))).toEqual([]);
  });

  it("goes by the longest path, and leaves out what it says", () => {
    expect(rowOf("components/ui/button.tsx")?.name).toBe("frame");
    expect(rowOf("components/ui/request/code-block.tsx")?.name).toBe("detail");
    expect(rowOf("components/ui/request/copy-button.tsx")).toEqual({
      row: "components/ui/request/copy-button.tsx",
      name: undefined,
    });
    expect(rowOf("routes/shell.tsx")).toBeUndefined();
  });

  it("holds every module of the browser that keeps something, for what no group holds is copied into pages", () => {
    const keeps =
      /^(?:export )?(?:let |(?:const) \w+(?:: [^=]+)? = (?:createContext\b|new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\);))/m;
    const found = app.filter(({ path, text }) => !path.includes(".server.") && keeps.test(text));
    expect(found.length).toBeGreaterThan(3);
    expect(
      found.map(({ path }) => path).filter((path) => rowOf(path.slice("app/".length))?.name === undefined),
    ).toEqual([]);
  });
});

describe("source files", () => {
  it("import what they use from where it is, and nothing for the sake of the browser's files", () => {
    const bare = /^import "(?:~|\.)[^"]*(?<!\.css)";/m;
    expect(app.filter(({ text }) => bare.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("leave uPlot outside until a reader comes near a chart", () => {
    const importing = app.filter(({ text }) => /from "uplot"|import\("\.\/live-chart"\)/.test(text));
    expect(importing.map(({ path }) => path).sort()).toEqual([
      "app/components/charts/chart.tsx",
      "app/components/charts/live-chart.ts",
    ]);
  });
});

const screen = (name: string) => `
  import { Button } from "~/components/ui/button";
  import { small } from "~/lib/small";
  import { read } from "~/services/read.server";
  export function loader() { return read("secret of ${name}"); }
  export default function Screen() { return Button(small("${name}")); }
`;

describe("the plan of pages", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pages-"));
    const files = {
      "root.tsx": "export default function Root() { return null; }",
      "components/ui/button.tsx": "export const Button = (of: string) => of;",
      "lib/small.ts": "export const small = (of: string) => `small ${of}`; export const unused = 'left out';",
      "routes/first.tsx": screen("first"),
      "routes/second.tsx": screen("second"),
      "routes/leaking.tsx": 'import { read } from "~/services/read.server"; export default () => read("here");',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Stands in for the plugin of Remix that lets a route's page through and nothing else. */
  const routeModules = {
    name: "browser-route-modules",
    setup(build: PluginBuild) {
      const namespace = "browser-route-module";
      build.onResolve({ filter: /\?browser$/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /\?browser$/, namespace }, ({ path }) => ({
        contents: `export { default } from "./${path.replace("?browser", "")}";`,
        resolveDir: folder,
      }));
    },
  };

  const planOf = (...names: string[]) =>
    planPages({
      esbuild: createRequire(import.meta.url)("esbuild"),
      options: { bundle: true, format: "esm", outdir: folder, jsx: "automatic", logLevel: "silent" },
      app: folder,
      pages: ["root.tsx?browser", ...names.map((name) => `routes/${name}.tsx?browser`)],
      routeModules: [routeModules],
    });

  it("gives a page its own text, without its loader, and names its groups", async () => {
    const { plan, filesOf } = await planOf("first");
    const page = plan.get("routes/first.tsx?browser");
    expect(page?.groups).toEqual(["frame"]);
    expect(page?.text).toContain("small ");
    expect(page?.text).not.toMatch(/secret|left out|read\.server|of => of/);
    expect(filesOf("frame")).toEqual([join(folder, "components/ui/button.tsx")]);
  });

  it("is the same for a page whatever others come", async () => {
    const alone = await planOf("first");
    const beside = await planOf("first", "second");
    expect(beside.plan.get("routes/second.tsx?browser")?.text).toContain("second");
    expect(beside.plan.get("routes/first.tsx?browser")).toEqual(alone.plan.get("routes/first.tsx?browser"));
  });

  it("fails where a page needs a server module", async () => {
    await expect(planOf("leaking")).rejects.toThrow(/routes\/leaking\.tsx.* needs .*read\.server/);
  });
});
