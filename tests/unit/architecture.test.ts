import { describe, expect, it } from "vitest";
import { isTest, sourceFiles, type SourceFile } from "./source-files";

const embedded = (...folders: string[]) => folders.map((folder) => `backend/engine/embedded/${folder}/`);

// The table of docs/build/architecture.md ("may import"), read from the end: what a folder must not reach.
// Between the two processes types count too; inside the console they may be shared, for nothing of them is left at run
// time.
const closed: { folder: string; to: string[]; types?: "may be shared" }[] = [
  { folder: "app/", to: ["backend/", "server/", "tests/"] },
  { folder: "backend/", to: ["app/", "server/", "tests/"] },
  { folder: "common/", to: ["app/", "backend/", "server/", "tests/"] },
  {
    folder: "server/",
    to: ["backend/", "tests/", "app/routes/", "app/components/", "app/services/", "app/navigation/"],
  },
  { folder: "app/components/", to: ["app/routes/", "app/services/"], types: "may be shared" },
  { folder: "app/services/", to: ["app/routes/", "app/components/", "app/navigation/"], types: "may be shared" },
  { folder: "app/session/", to: ["app/routes/", "app/components/"], types: "may be shared" },
  {
    folder: "app/navigation/",
    to: ["app/routes/", "app/components/", "app/services/", "app/session/"],
    types: "may be shared",
  },
  {
    folder: "app/lib/",
    to: ["app/routes/", "app/components/", "app/services/", "app/navigation/"],
    types: "may be shared",
  },
  { folder: "backend/gateway/", to: ["backend/engine/embedded/", "backend/engine/remote/"] },
  { folder: "backend/engine/", to: ["backend/gateway/"] },
  { folder: "backend/engine/embedded/", to: ["backend/engine/remote/"] },
  // One way down: a search holds aggregations, aggregations hold queries, queries read what the mapping says.
  { folder: "backend/engine/embedded/aggs/", to: embedded("search", "documents", "cluster") },
  { folder: "backend/engine/embedded/query/", to: embedded("aggs", "search", "documents", "cluster") },
  { folder: "backend/engine/embedded/mapping/", to: embedded("query", "aggs", "search", "documents", "cluster") },
  { folder: "backend/engine/embedded/analysis/", to: embedded("query", "aggs", "search", "documents", "cluster") },
  { folder: "backend/engine/remote/", to: ["backend/engine/embedded/"] },
];

const callsFetch = /(?<![.\w])fetch\(/;
/** Texts of code that others run: what stands in them is not what the console does. */
const SNIPPETS = "app/lib/search-relevance/snippets/";
const mayFetch = ["app/services/platform/http/", "backend/engine/remote/", "server/http/health.ts", SNIPPETS];

/** The folder of a screen below that of its section; undefined for what a section shares. */
function screenFolder(path: string): string | undefined {
  const [, , section = "", screen = "", ...below] = path.split("/");
  // The palette is a screen that is alone in its folder.
  if (section === "go") return section;
  return below.length === 0 || screen === "_parts" ? undefined : `${section}/${screen}`;
}

const isOfAnotherScreen = (from: string, to: string) => {
  const folder = screenFolder(to);
  return folder !== undefined && folder !== screenFolder(from);
};

const files = sourceFiles();
const product = files.filter((file) => !isTest(file.path));
const names = (found: SourceFile[]) => found.map((file) => file.path);

/** Only what stays after the types are gone counts in the browser and at run time; comments may say anything. */
const code = (file: SourceFile) => file.text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

/** Files that reach themselves through imports, each circle once (Tarjan's strongly connected components). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const extensions = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
  const targets = (path: string) =>
    (graph.get(path) ?? []).flatMap((to) => extensions.map((end) => to + end).find((file) => graph.has(file)) ?? []);

  function visit(path: string): number {
    const place = order.size;
    order.set(path, place);
    lowest.set(path, place);
    open.push(path);
    for (const to of targets(path)) {
      const reached = order.has(to) ? (open.includes(to) ? (order.get(to) ?? place) : place) : visit(to);
      lowest.set(path, Math.min(lowest.get(path) ?? place, reached));
    }
    if (lowest.get(path) === place) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest.get(path) ?? place;
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found;
}

describe("architecture", () => {
  it("reads the project", () => {
    expect(product.length).toBeGreaterThan(20);
    expect(files.find((file) => file.path === "server/console.ts")?.imports).toContain("app/server/config.server");
  });

  it.each(closed)("$folder reaches none of $to", ({ folder, to, types }) => {
    const found = product
      .filter((file) => file.path.startsWith(folder))
      .flatMap((file) => {
        const reached = types === "may be shared" ? file.imports : [...file.imports, ...file.types];
        return reached
          .filter((path) => to.some((other) => path.startsWith(other)))
          .map((path) => `${file.path} → ${path}`);
      });
    expect(found).toEqual([]);
  });

  it.each(["app/services/", "backend/gateway/"])(
    "%splatform knows no thing that stands on it, by types either",
    (room) => {
      const platform = `${room}platform/`;
      const below = product.filter((file) => file.path.startsWith(platform));
      const found = below.flatMap((file) =>
        [...file.imports, ...file.types]
          .filter((path) => path.startsWith(room) && !path.startsWith(platform))
          .map((path) => `${file.path} → ${path}`),
      );
      expect(below.length).toBeGreaterThan(20);
      expect(found).toEqual([]);
    },
  );

  it("imports in no circle, of types neither, so that each file can be read and loaded after those it needs", () => {
    expect(circles(new Map(product.map((file) => [file.path, [...file.imports, ...file.types]])))).toEqual([]);
  });

  it("finds circles", () => {
    const graph = new Map([
      ["a.ts", ["b"]],
      ["b.ts", ["c/index"]],
      ["c/index.ts", ["b", "d"]],
      ["d.ts", []],
    ]);
    expect(circles(graph)).toEqual([["b.ts", "c/index.ts"]]);
  });

  it("takes parts of no other screen: what two of them use is in _parts of their section, in components or services", () => {
    const found = product
      .filter((file) => file.path.startsWith("app/routes/"))
      .flatMap(({ path, imports, types }) =>
        [...imports, ...types]
          .filter((to) => to.startsWith("app/routes/") && isOfAnotherScreen(path, to))
          .map((to) => `${path} → ${to}`),
      );
    expect(found).toEqual([]);
  });

  it("reads forms and makes redirects in one place each, where what a caller sends can do no harm", () => {
    const app = product.filter((file) => file.path.startsWith("app/"));
    expect(names(app.filter((file) => /\.formData\(\)/.test(code(file))))).toEqual([
      "app/components/forms/read-form.server.ts",
    ]);
    const redirecting = app.filter(
      (file) =>
        /import \{[^}]*\bredirect(Document)?\b[^}]*\} from "@remix-run/.test(file.text) ||
        /Location:|"Location"/.test(code(file)),
    );
    expect(names(redirecting)).toEqual(["app/server/redirect.server.ts"]);
  });

  it("calls fetch only in the HTTP clients", () => {
    const found = product.filter(
      (file) => /^(app|backend|common|server)\//.test(file.path) && callsFetch.test(code(file)),
    );
    expect(names(found).filter((path) => !mayFetch.some((allowed) => path.startsWith(allowed)))).toEqual([]);
  });

  it("gives a client that writes to services/platform/changes alone: the one way out of the console", () => {
    const app = product.filter(
      (file) => file.path.startsWith("app/") && file.path !== "app/services/platform/http/client.server.ts",
    );
    expect(names(app.filter((file) => /\bwriterOf\b/.test(code(file)))).sort()).toEqual([
      "app/services/platform/changes/change.server.ts",
      "app/services/platform/changes/job-client.server.ts",
    ]);
    // A client of a job is for what sends a job's rows, not for actions.
    expect(
      names(app.filter((file) => /\bcreateJobClient\b/.test(code(file)) && file.path.startsWith("app/routes/"))),
    ).toEqual([]);
  });

  it("imports zod as a whole, since the named import brings every language along", () => {
    expect(names(files.filter((file) => /import\s*\{[^}]*\}\s*from\s*["']zod["']/.test(code(file))))).toEqual([]);
  });

  it("takes zod only into server modules of the console: it would be the largest thing in the browser", () => {
    const shared = product.filter((file) => file.path.startsWith("app/") && !/\.server\.tsx?$/.test(file.path));
    expect(names(shared.filter((file) => file.imports.includes("zod")))).toEqual([]);
  });

  it("exports no `export *` from a route module: the browser's manifest would miss its loader and action", () => {
    const routes = product.filter((file) => file.path.startsWith("app/routes/"));
    expect(names(routes.filter((file) => /^export \* from/m.test(code(file))))).toEqual([]);
  });

  it("declares loaders and actions as functions: of the result of a call the body would go to the browser", () => {
    const routes = product.filter((file) => file.path.startsWith("app/routes/"));
    expect(names(routes.filter((file) => /^export const (loader|action) = (?!async\b|\()/m.test(code(file))))).toEqual(
      [],
    );
  });

  it("writes every form as a PageForm, whose address is spelled as in the address bar", () => {
    // The page behind a mail's link has no router, and no id in its address that could be spelled in two ways.
    const own = ["app/components/ui/page/page-form.tsx", "app/routes/analytics/mail/unsubscribe.server.tsx"];
    const screens = product.filter(
      (file) => file.path.startsWith("app/") && !own.includes(file.path) && !file.path.startsWith(SNIPPETS),
    );
    expect(
      names(
        screens.filter((file) =>
          /import \{[^}]*(?<![\w.])Form\b[^}]*\} from "@remix-run\/react"|<form (?!method="dialog")/.test(code(file)),
        ),
      ),
    ).toEqual([]);
  });

  it("makes every action of answerForm, which tells failures, but those that nobody signed in for", () => {
    const account = [
      "login.tsx",
      "logout.tsx",
      "oidc/start.ts",
      "preferences.tsx",
      "second-factor/login.tsx",
      "view.ts",
    ].map((name) => `app/routes/account/${name}`);
    const own = [...account, "app/routes/analytics/mail/unsubscribe.ts", "app/routes/resources/preferences.ts"];
    const actions = product.filter(
      (file) => file.path.startsWith("app/routes/") && /^export (async )?function action\b/m.test(code(file)),
    );
    const told = /\banswer[A-Z]\w*\(args|changeOpenState\(args|Pages\.\w+\(args/;
    expect(actions.length).toBeGreaterThan(own.length);
    expect(names(actions.filter((file) => !told.test(code(file)))).sort()).toEqual(own);
    // What a form says must be on the page also where its loader fails.
    const screens = actions.filter(
      (file) => /^export default function/m.test(code(file)) && !/log(in|out)\.tsx$/.test(file.path),
    );
    expect(names(screens.filter((file) => !file.text.includes("export { FormBoundary as ErrorBoundary };")))).toEqual(
      [],
    );
  });

  it("opens the session cookie in one place, which asks file and provider of OpenID Connect", () => {
    const own = ["app/session/seal.server.ts", "app/sessions.server.ts"];
    expect(
      names(product.filter((file) => file.path.startsWith("app/") && code(file).includes('"session cookie"'))).sort(),
    ).toEqual(own);
  });

  it("keeps Node's own modules out of files that the browser may get", () => {
    const shared = product.filter(
      (file) => /^app\//.test(file.path) && !/\.server\.tsx?$/.test(file.path) && !/^app\/services\//.test(file.path),
    );
    expect(
      names(
        shared.filter(
          (file) =>
            file.imports.some((path) => path.startsWith("node:")) && !/entry\.server|\/resources\//.test(file.path),
        ),
      ),
    ).toEqual([]);
  });

  it("holds no file of more than 400 lines", () => {
    const found = files.filter((file) => file.lines > 400);
    expect(found.map((file) => `${file.path}: ${file.lines} lines`)).toEqual([]);
  });

  it("names nothing of another machine", () => {
    expect(
      names(
        files.filter(
          (file) => /["'`(\s]\/(home|Users|work)\/\w+/.test(file.text) && !file.path.startsWith("tests/unit/"),
        ),
      ),
    ).toEqual([]);
  });
});
