import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession } from "~/sessions.server";
import type { loader as newPage } from "~/routes/analytics/shared/new";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";

// A page of analytics has one way to share it: to a page that has the link for who signs in, and the form of the other.

let backend: TestBackend;
let render: Awaited<ReturnType<typeof renderedConsole>>;
beforeAll(async () => {
  render = await renderedConsole();
  backend = await startTestBackend();
  await backend.call("PUT", "/lamps/_doc/1?refresh=true", { title: "Desk lamp" });
  await backend.call("PUT", "/lamps/_analytics/search", { query: "desk lamp", user_id: "ada", total_hits: 1 });
  await backend.call("POST", "/.analytics/_refresh");
}, 60_000);
afterAll(() => backend.close());

async function linksOf(path: string) {
  const context = testContext({ SEARCH_URL: backend.url });
  const session = createSession({ request: consoleRequest("/"), context, ...backend });
  const cookie = cookiesOf(new Headers({ "Set-Cookie": session }));
  const answer = await render(consoleRequest(path, { cookie }), context);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  return [...html.matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to = "", text = ""]) => ({
    to: to.replaceAll("&amp;", "&"),
    text,
  }));
}

describe("a page of analytics", () => {
  it.each([
    "analytics",
    "popular-searches",
    "recent-searches",
    "geo-distribution",
    "requests-per-minute",
    "search-latency",
    "popular-searches/query-overview/desk%20lamp",
  ])("has one link that shares it: %s", async (page) => {
    const links = await linksOf(`/app/lamps/${page}?range=last-7-days`);
    const sharing = links.filter(({ text }) => /share\b|copy|link to/i.test(text) && text !== "Shared links");
    const query = encodeURIComponent(`${page}?range=last-7-days`).replaceAll("%20", "+");
    expect(sharing.map(({ text }) => text)).toEqual(["Share"]);
    expect(decodeURIComponent(sharing[0]?.to ?? "")).toBe(
      decodeURIComponent(`/app/lamps/shared-links/new?page=${query}`),
    );
  });
});

describe("the link for who signs in", () => {
  const at = "lamps";
  const sameOf = async (page: string, as?: { actions: string[]; indices: string[] }) => {
    const opened = await openScreen<typeof newPage>(`shared-links/new?page=${encodeURIComponent(page)}`, {
      backend,
      at,
      ...(as && { as }),
    });
    return new URLSearchParams(opened.data?.page?.same);
  };

  it("stands above the form, without scripts too", async () => {
    const links = await linksOf("/app/lamps/shared-links/new?page=popular-searches%3Frange%3Dlast-7-days");
    const [same] = links.filter(({ text }) => text === "Link to these numbers");
    expect(same?.to).toMatch(/^\/app\/lamps\/popular-searches\?from=.*T.*Z&to=.*Z&zone=.*&compare=.*T.*Z$/);
  });

  it("holds the dates and the comparison, and keeps the rest of the address", async () => {
    const same = await sameOf(
      "popular-searches?range=last-7-days&event=platform:ios&sort=name&hide=searches.before&by=event",
    );
    expect([...same.keys()].sort()).toEqual(["compare", "event", "from", "hide", "sort", "to", "zone"]);
    expect(Date.parse(same.get("to") ?? "") - Date.parse(same.get("from") ?? "")).toBeGreaterThan(6 * 86_400_000);
    expect((await sameOf("popular-searches?compare=none")).get("compare")).toBe("none");
  });

  it("compares nothing where the page does not, and leaves a week as it is", async () => {
    expect([...(await sameOf("requests-per-minute")).keys()]).toEqual(["from", "to", "zone"]);
    expect((await sameOf("analytics/report?week=2026-W40")).toString()).toBe("week=2026-W40");
  });

  it("is there for who may not create the other", async () => {
    const same = await sameOf("popular-searches", { actions: ["analytics"], indices: [at] });
    expect(same.has("from")).toBe(true);
  });
});
