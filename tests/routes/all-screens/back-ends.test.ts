import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Backend, backends } from "~/lib/access-control/plan";
import { appLevel, clusterLevel } from "~/navigation/paths";
import { menuOf } from "~/navigation/menu";
import { sections } from "~/navigation/sections";
import { visibleSections, visibleTabs } from "~/navigation/visible.server";
import type { loader as palette } from "~/routes/go/route";
import type { loader as searchEngine } from "~/routes/pipelines/search-engine";
import { isBackendError } from "~/services/platform/http/errors.server";
import { createSession } from "~/sessions.server";
import { loadShell } from "~/server/shell.server";
import { mountedPaths } from "../../e2e/support/screens";
import { consoleRequest, cookiesOf, playServer, searchServer, testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// Back-end visibility, as section 2 of the specification has it: which parts of the console a server's engine leaves
// out, in the sidebar, tabs, the palette and by typed address.

const most = ["pipelines", "ai", "uibuilder", "analytics", "access-control", "billing"];
const all = [
  "overview",
  "develop",
  "search-relevancy",
  "pipelines",
  "ai",
  "uibuilder",
  "analytics",
  "speed",
  "access-control",
  "billing",
];
const specified: Record<Backend, string[]> = {
  elasticsearch: all,
  opensearch: all,
  system: all,
  zinc: ["overview", ...most],
  solr: most,
  marklogic: most,
  fusion: most,
  mongodb: most,
};

const servers = new Map<Backend, Awaited<ReturnType<typeof playServer>>>();
const admin = { body: { username: "mira", is_admin: true } };
const planOf = (plan: object) => ({ billing: false, tier: "arc-enterprise", billing_type: "arc", ...plan });

beforeAll(async () => {
  for (const backend of backends)
    servers.set(
      backend,
      await playServer(searchServer({ "/_user": admin, "/arc/plan": { body: planOf({ backend }) } })),
    );
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});
const behind = (backend: Backend) => ({ url: servers.get(backend)?.url ?? "", username: "mira", password: "right" });

/** The section of the sidebar to which an address belongs. */
function sectionOf(path: string): string {
  const [, level, ...parts] = path.split("/");
  const screen = (level === "app" ? parts[1] : parts[0]) ?? "";
  if (path === "/indices") return "overview";
  if (["mapping", "settings", "aliases", "analyze", "templates", "tasks"].includes(screen)) return "develop";
  return sections.find(({ entries }) => entries.some((entry) => entry.path === screen))?.id ?? "overview";
}

describe.each(backends.map((backend) => ({ backend })))("a server on $backend", ({ backend }) => {
  const shown = specified[backend];

  it("shows its sections in the sidebar, and no tabs of hidden ones", async () => {
    const context = testContext({ SEARCH_URL: behind(backend).url });
    const cookie = cookiesOf(
      new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, ...behind(backend) }) }),
    );
    const { shell } = await loadShell({
      request: consoleRequest("/account/preferences", { cookie }),
      params: {},
      context,
    });
    expect(menuOf(shell).map(({ id }) => id)).toEqual(
      shown.filter((id) => menuOf(shell).some((section) => section.id === id)),
    );
    // Those that have a screen already, by the same rule; these servers charge nothing.
    const built = ["overview", "develop", "search-relevancy", "pipelines", "analytics", "access-control"];
    expect(menuOf(shell).map(({ id }) => id)).toEqual(built.filter((id) => shown.includes(id)));
    expect(shell.apps === null).toBe(!shown.includes("overview"));
    for (const at of [clusterLevel, appLevel("books")]) {
      const tabs = visibleTabs({ at, actions: ["overview", "develop"], backend, held: false });
      expect(tabs.length > 0).toBe(shown.includes("overview") && shown.includes("develop"));
    }
  });

  it("answers the addresses of what it has not with a page that says so", async () => {
    const wrong: string[] = [];
    for (const { path, kind } of mountedPaths()) {
      if (kind !== "page" && kind !== "chooser") continue;
      const { thrown, status } = await openScreen(path, { backend: behind(backend) });
      const refused = isBackendError(thrown) && thrown.failure.kind === "not-here";
      const kept = /^\/(cluster|app\/[^/]+)\/(jobs|changes)(\/|$)/.test(path) || /^\/(account|go)\b/.test(path);
      const indexing = ["elasticsearch", "opensearch", "system"].includes(backend);
      const engineOnly = /^\/cluster\/(role-based-access|sync-preferences)(\/|$)/.test(path) && !indexing;
      // The pages below the overview go with it.
      const gone =
        !kept &&
        (engineOnly ||
          !shown.includes(sectionOf(path)) ||
          (sectionOf(path) === "develop" && !shown.includes("develop")));
      if (refused !== gone) wrong.push(`${path}: ${status}, ${gone ? "hidden" : "shown"} by the specification`);
      if (refused && (status !== 404 || !thrown.message.includes("is not available on servers that run on")))
        wrong.push(`${path}: ${thrown.message}`);
    }
    expect(wrong).toEqual([]);
  });

  it("offers nothing else in the palette, and begins with a page that it has", async () => {
    const { data } = await openScreen<typeof palette>("/go?q=", { backend: behind(backend) });
    const targets = (data?.groups ?? []).flatMap(({ entries }) => entries.map(({ to }) => to));
    for (const text of ["import", "overview", "index", "mapping", "browse", "role"]) {
      const more = await openScreen<typeof palette>(`/go?q=${text}`, { backend: behind(backend) });
      targets.push(...(more.data?.groups ?? []).flatMap(({ entries }) => entries.map(({ to }) => to)));
    }
    for (const to of new Set(targets)) {
      if (to.startsWith("/logout")) continue;
      const { thrown } = await openScreen(to, { backend: behind(backend) });
      expect(isBackendError(thrown) && thrown.failure.kind === "not-here", to).toBe(false);
    }
    const home = (await openScreen("/", { backend: behind(backend) })).response?.headers.get("Location") ?? "";
    expect(home).toBe(shown.includes("overview") ? "/cluster" : "/cluster/pipelines");
  });
});

it("the overview is for whoever may develop, see analytics or tune relevance", () => {
  const sees = (actions: Parameters<typeof visibleSections>[0]["actions"], backend: Backend) =>
    visibleSections({ at: clusterLevel, actions, backend }).some(({ id }) => id === "overview");
  for (const backend of backends) {
    for (const action of ["develop", "analytics", "search-relevancy"] as const) {
      expect(sees([action], backend), `${action} on ${backend}`).toBe(
        ["elasticsearch", "opensearch", "zinc", "system"].includes(backend),
      );
    }
    for (const action of ["billing", "access-control", "speed"] as const) expect(sees([action], backend)).toBe(false);
  }
});

describe("a server whose engine is not set", () => {
  const play = async (user: object, plan: object) => {
    const server = await playServer(
      searchServer({ "/_user": { body: { username: "mira", ...user } }, "/arc/plan": { body: planOf(plan) } }),
    );
    return { server, backend: { url: server.url, username: "mira", password: "right" } };
  };
  const unset = { image_type: "multi-tenant-sls" };

  it("leads from every screen that wants one to the page that says how it is set", async () => {
    const { server, backend } = await play({ is_admin: true }, unset);
    for (const path of ["/cluster", "/cluster/browse", "/app/books/browse", "/indices", "/cluster/request-logs"]) {
      expect(await openScreen(path, { backend })).toRedirectTo("/cluster/configure-search-engine-backend");
    }
    const { data, status } = await openScreen<typeof searchEngine>("configure-search-engine-backend", { backend });
    expect([status, data?.facts.engine, data?.connect.request.path === "/_update_backend_connection"]).toEqual([
      200,
      null,
      true,
    ]);
    for (const path of ["user-management", "billing", "jobs", "/account/preferences"])
      expect((await openScreen(path, { backend })).response).toBeUndefined();
    await server.close();
  });

  it("tells whom to ask where the page is closed to the reader", async () => {
    const { server, backend } = await play({ is_admin: false, allowed_actions: ["develop"] }, unset);
    const { thrown, status } = await openScreen("/cluster", { backend });
    expect(status).toBe(503);
    expect(isBackendError(thrown) && thrown.failure).toMatchObject({
      kind: "not-here",
      detail: expect.stringContaining("an administrator of this server"),
    });
    await server.close();
  });

  it.each([
    ["has another image", {}],
    ["says what it works on", { ...unset, backend: "opensearch" }],
    ["works on something that this console does not know", { ...unset, backend: "of-tomorrow" }],
  ])("is not one that %s", async (_, plan) => {
    const { server, backend } = await play({ is_admin: true }, plan);
    expect((await openScreen("/cluster", { backend })).status).toBe(200);
    await server.close();
  });
});

describe("a demonstration", () => {
  it("takes tiers and back ends that exist", () => {
    expect(testContext({ DEMO_TIER: "2021-starter", DEMO_BACKEND: "solr" }).config).toMatchObject({
      demoTier: "2021-starter",
      demoBackend: "solr",
    });
    expect(testContext().config).toMatchObject({ demoTier: null, demoBackend: null });
    expect(() => testContext({ DEMO_TIER: "gold" })).toThrow(
      /^DEMO_TIER: "gold" is not allowed; allowed is free, arc-basic, /,
    );
    expect(() => testContext({ DEMO_BACKEND: "lucene" })).toThrow(
      /^DEMO_BACKEND: "lucene" is not allowed; allowed is elasticsearch, opensearch, /,
    );
  });

  it("shows another back end than the server's", async () => {
    const backend = behind("elasticsearch");
    const kindOf = ({ thrown }: { thrown: unknown }) => (isBackendError(thrown) ? thrown.failure.kind : undefined);
    expect(kindOf(await openScreen("/app/books/browse", { backend, env: { DEMO_BACKEND: "solr" } }))).toBe("not-here");
    expect(
      kindOf(await openScreen("/app/books/browse", { backend: behind("solr"), env: { DEMO_BACKEND: "system" } })),
    ).not.toBe("not-here");
  });
});
