import { existsSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { buildRoutes } from "../../routes.js";
import { graphOf, readGraph } from "../../server/checks/imports.mjs";
import { routesWithModules, SHAPES, touchedBy, FRAME, LOADERS, PRODUCT } from "../../server/checks/touched.mjs";

const root = new URL("../../", import.meta.url).pathname;

/** A project of few files. */
const FILES: Record<string, string> = {
  "app/root.tsx": `import { Frame } from "~/components/frame";`,
  "app/components/frame.tsx": "",
  "app/components/table.tsx": `import type { Row } from "~/lib/rows";`,
  "app/lib/rows.ts": "",
  "app/lib/values/dates.ts": "",
  "app/lib/values/dates.test.ts": `import { day } from "./dates";`,
  "app/routes/books/list.tsx": `import { Table } from "~/components/table";`,
  "app/routes/people/list.tsx": `import { day } from "~/lib/values/dates";`,
  "backend/main.ts": `import { store } from "./store";`,
  "backend/store.ts": `const program = new URL("./thread.ts", import.meta.url);`,
  "backend/thread.ts": "",
  "backend/notes.ts": "",
  "routes.js": "",
  "tests/setup/open-screen.ts": `import { buildRoutes } from "../../routes.js";`,
  "tests/routes/books.test.ts": `import { openScreen } from "../setup/open-screen"; openScreen("books?page=2");`,
  "tests/routes/people.test.ts": `import { openScreen } from "../setup/open-screen"; openScreen("/app/x/people/1");`,
  "tests/walks/sound.test.ts": `import { buildRoutes } from "../../routes.js";`,
  "tests/contract/notes.test.ts": `import { notes } from "@backend/notes";`,
  "tests/contract/notes.json": "",
  "tests/contract/read.test.ts": `readFileSync("notes.json")`,
  "tests/e2e/journeys/people.test.ts": `page.goto("/cluster/people")`,
  "tests/system/kill.test.ts": "",
  "tests/unit/rules.test.ts": "",
};
const graph = graphOf({ files: Object.keys(FILES), read: (path: string) => FILES[path] ?? "" });
const routes = ["books", "people"].map((name) => ({
  path: `/cluster/${name}`,
  module: `app/routes/${name}/list.tsx`,
}));
const touched = (...changed: string[]) => touchedBy({ changed, graph, routes });
const testsOf = (...changed: string[]) =>
  touched(...changed)?.tests.filter((path: string) => path !== "tests/unit/rules.test.ts");

describe("a change", () => {
  it.each<[string, string[], string[]]>([
    [
      "app/components/table.tsx",
      ["app/routes/books/list.tsx"],
      ["tests/routes/books.test.ts", "tests/walks/sound.test.ts"],
    ],
    [
      "app/lib/values/dates.ts",
      ["app/routes/people/list.tsx"],
      [
        "app/lib/values/dates.test.ts",
        "tests/e2e/journeys/people.test.ts",
        "tests/routes/people.test.ts",
        "tests/walks/sound.test.ts",
      ],
    ],
    ["backend/notes.ts", [], ["tests/contract/notes.test.ts"]],
    [
      "backend/thread.ts",
      [],
      ["tests/e2e/journeys/people.test.ts", "tests/system/kill.test.ts", "tests/walks/sound.test.ts"],
    ],
    ["tests/contract/notes.json", [], ["tests/contract/read.test.ts"]],
    ["tests/routes/books.test.ts", [], ["tests/routes/books.test.ts"]],
    ["app/lib/rows.ts", [], []],
    ["docs/build/testing.md", [], []],
  ])("of %s touches %j and %j", (path, modules, tests) => {
    expect(touched(path)?.modules).toEqual(modules);
    expect(testsOf(path)?.sort()).toEqual(tests);
  });

  it("always asks for the rules of the tree, and tells what is left out", () => {
    const found = touched("backend/notes.ts");
    expect(found?.tests).toContain("tests/unit/rules.test.ts");
    expect(found?.left).toContain("tests/routes/books.test.ts");
    expect((found?.left.length ?? 0) + (found?.tests.length ?? 0)).toBe(
      Object.keys(FILES).filter((path) => path.includes(".test.")).length,
    );
  });

  it.each(["package.json", "tests/setup/runner/matchers.ts", "app/components/frame.tsx", "app/lib/gone.ts"])(
    "of %s asks for everything",
    (path) => {
      expect(touched(path)).toBeNull();
    },
  );
});

test("what it names is there: a path of before would leave tests out without a word", () => {
  expect([...LOADERS, ...PRODUCT, ...FRAME].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test("the shapes are screens of the table", () => {
  const modules = new Set(routesWithModules(buildRoutes()).map(({ module }) => module));
  for (const module of Object.values(SHAPES)) expect([module, modules.has(module)]).toEqual([module, true]);
});

test("in this tree a change of one screen asks for its own tests and leaves those of others out", () => {
  const real = readGraph(root);
  const all = routesWithModules(buildRoutes());
  const changed = SHAPES.list;
  expect(existsSync(`${root}${changed}`)).toBe(true);
  const found = touchedBy({ changed: [changed], graph: real, routes: all });
  expect(found?.modules).toEqual([changed]);
  expect(found?.tests).toContain("tests/routes/search-relevance/rules.test.ts");
  expect(found?.tests).toContain("tests/e2e/journeys/search-relevance/rules.test.ts");
  expect(found?.left).toContain("tests/routes/billing/billing.test.ts");
  expect(found?.left).toContain("tests/contract/search-relevance/grades.test.ts");
  expect(found?.left.length).toBeGreaterThan(found?.tests.length ?? Infinity);
});
