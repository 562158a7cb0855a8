import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accountScreens, buildRoutes, plainPages, resources, screens } from "../../routes.js";
import { hiddenBy, sections } from "~/navigation/sections";

// Specification, section 2: the sidebar, section by section. `/cluster/` marks what only the cluster has. The request
// console and jobs are the console's own.
const specified: Record<string, string[]> = {
  overview: ["/"],
  develop: [
    "import",
    "browse",
    "/cluster/request-logs",
    "search-preview",
    "/cluster/stored-queries",
    "console",
    "jobs",
  ],
  "search-relevancy": [
    "languages",
    "search",
    "/cluster/suggestions",
    "aggs",
    "results",
    "index-settings",
    "schema",
    "synonyms",
    "/cluster/rules",
  ],
  pipelines: ["/cluster/pipelines", "/cluster/global-envs", "/cluster/configure-search-engine-backend"],
  ai: ["/cluster/ai-preferences", "/cluster/ai-faqs"],
  uibuilder: [
    "/cluster/search-builder",
    "/cluster/recommendations-builder",
    "/cluster/searchboxes",
    "/cluster/search-auth-settings",
  ],
  analytics: [
    ...[
      "analytics",
      "popular-searches",
      "no-results-searches",
      "popular-filters",
      "popular-results",
      "recent-searches",
      "recent-results",
    ],
    ...[
      "geo-distribution",
      "requests-per-minute",
      "search-latency",
      "/cluster/ai-insights",
      "/cluster/pipeline-insights",
      "/cluster/monitoring",
      "/cluster/data-usage",
    ],
  ],
  speed: ["/cluster/cache"],
  "access-control": [
    "/cluster/user-management",
    "credentials",
    "/cluster/role-based-access",
    "/cluster/sync-preferences",
  ],
  billing: ["billing"],
};

// What this console has beside the specification's list, after its entries.
const own: Record<string, string[]> = {
  develop: ["changes"],
  "search-relevancy": ["/cluster/grade-evaluation", "relevance-tests"],
  analytics: ["shared-links"],
};

// Mounted by the table only when a screen needs them.
const generated = ["bare-alias.ts", "chooser.tsx", "to-cluster.ts"];

// Where app-level screens of the same name exist though the cluster's menu writes `/cluster/…`.
const alsoAtApp = ["request-logs", "stored-queries"];

const bare = (entry: string) => entry.replace(/^\/(cluster\/)?/, "");
const entries = sections.flatMap((section) => section.entries.map((entry) => ({ section: section.id, ...entry })));

function modules(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? modules(path) : [path];
  });
}

describe("the navigation model", () => {
  it("is the specification's list, in its order", () => {
    expect(
      Object.fromEntries(sections.map((section) => [section.id, section.entries.map((entry) => entry.path)])),
    ).toEqual(
      Object.fromEntries(Object.entries(specified).map(([id, list]) => [id, [...list, ...(own[id] ?? [])].map(bare)])),
    );
  });

  it("keeps what the specification writes with /cluster/ at the cluster", () => {
    const clusterOnly = Object.entries(specified)
      .flatMap(([id, list]) => [...list, ...(own[id] ?? [])])
      .filter((entry) => entry.startsWith("/cluster/"))
      .map(bare)
      .filter((path) => !alsoAtApp.includes(path));
    expect(entries.filter((entry) => !entry.on.includes("app")).map((entry) => entry.path)).toEqual(clusterOnly);
  });

  it("hides what the specification says for each back end", () => {
    expect(hiddenBy.elasticsearch).toEqual([]);
    expect(hiddenBy.opensearch).toEqual([]);
    expect(hiddenBy.system).toEqual([]);
    for (const backend of ["solr", "zinc", "marklogic"] as const)
      expect(hiddenBy[backend]).toEqual(expect.arrayContaining(["search-relevancy", "develop", "speed"]));
    for (const backend of ["fusion", "mongodb"] as const) expect(hiddenBy[backend]).toContain("overview");
    // The overview entry is for elasticsearch, opensearch, zinc and system.
    expect(hiddenBy.zinc).not.toContain("overview");
    expect(hiddenBy.solr).toContain("overview");
  });
});

describe("the route table", () => {
  const routes = Object.values(buildRoutes());

  it("names only files that exist, and ids whose last part does not begin with `__`", () => {
    expect(routes.map((route) => route.file).filter((file) => !existsSync(join("app", file)))).toEqual([]);
    expect(routes.filter((route) => route.id.split("/").at(-1)?.startsWith("__"))).toEqual([]);
  });

  it("mounts every route module under app/routes", () => {
    const mounted = new Set([
      ...routes.map((route) => join("app", route.file)),
      ...generated.map((file) => join("app/routes/_levels", file)),
    ]);
    const unmounted = modules("app/routes")
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|server)\.tsx?$/.test(file))
      .filter((file) => /^export (async )?function (loader|action)\b/m.test(readFileSync(file, "utf8")))
      .filter((file) => !mounted.has(file));
    expect(unmounted).toEqual([]);
  });

  it("mounts a screen of the model at the levels of the model", () => {
    for (const screen of screens.filter((candidate) => candidate.path !== "")) {
      const entry = entries.find((candidate) => candidate.path === screen.path);
      expect(entry, `${screen.path} has an entry`).toBeDefined();
      // An app-only screen may have a page of its own at cluster level in place of the index chooser.
      for (const level of entry?.on ?? []) expect(screen.on, `${screen.path} at ${level}`).toContain(level);
    }
  });

  it("answers every screen at both levels and at its bare path", () => {
    const paths = routes.map((route) => `${route.parentId} ${route.path ?? ""}`);
    for (const { path, on } of screens.filter((candidate) => candidate.path !== "")) {
      expect(paths).toContain(on.includes("cluster") ? `shell/cluster ${path}` : `shell/cluster ${path}/*`);
      expect(paths).toContain(on.includes("app") ? `shell/app ${path}` : `shell/app ${path}/*`);
      expect(routes.some((route) => route.id === `alias/${path}`)).toBe(true);
    }
  });

  it("has the exact top-level pages and a not-found page in each shell", () => {
    for (const path of ["install", "login", "signup", "logout"])
      expect(plainPages.map((page) => page.path)).toContain(path);
    for (const shell of ["cluster", "app", "top"]) expect(buildRoutes()[`${shell}/*`]?.parentId).toBe(`shell/${shell}`);
    expect([...accountScreens, ...resources].every((page) => !page.path.startsWith("/"))).toBe(true);
  });
});
