import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { loader as credentialPage } from "~/routes/access-control/credentials/list";
import type { loader as linkPage } from "~/routes/analytics/shared/link";
import type { loader as listPage } from "~/routes/analytics/shared/list";
import type { loader as newPage } from "~/routes/analytics/shared/new";
import { countOpening } from "~/session/rate-limit.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Links that show one page of analytics to whoever has them.

let backend: TestBackend;
const at = "lamps";
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { title: "Desk lamp" });
  await backend.call("PUT", "/other/_doc/1?refresh=true", { title: "Chair" });
  for (const [index, query, user] of [
    ["lamps", "desk lamp", "ada"],
    ["lamps", "<b>floor</b>", "bo"],
    ["other", "armchair", "ada"],
  ]) {
    await backend.call("PUT", `/${index}/_analytics/search`, {
      query,
      user_id: user,
      total_hits: 1,
      impressions: [{ id: "1", index }],
    });
  }
  await backend.call("POST", "/.analytics/_refresh");
});
afterAll(() => backend.close());

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
type As = NonNullable<Parameters<typeof openScreen>[1]["as"]>;
type Share = {
  page?: string;
  index?: string | undefined;
  as?: As;
  form?: Record<string, string>;
  to?: { url: string; username: string; password: string };
};

/** Shares a page and gives what the console then shows of it, once. */
async function share({ page = "popular-searches", index = at, as = "admin", form = {}, to = backend }: Share = {}) {
  const where = { backend: to, as, ...(index === "" ? {} : { at: index }) };
  const sent = { label: "For the team", until: dayIn(7), dates: "moving", intent: "create-link", ...form };
  const made = await openScreen(`shared-links/new?page=${encodeURIComponent(page)}`, { ...where, form: sent });
  const path = made.response?.headers.get("Location") ?? "";
  const shown = await openScreen<typeof linkPage>(path, { backend: to, as });
  const address = (shown.data as { address?: string | null } | undefined)?.address ?? "";
  return { made, path, id: path.split("/").at(-1) ?? "", address };
}

async function open(
  address: string,
  { headers, env }: { headers?: Record<string, string>; env?: Record<string, string> } = {},
) {
  const { pathname, search } = new URL(address, "http://console.test");
  const given = { backend, as: "nobody" as const, ...(headers ? { headers } : {}), ...(env ? { env } : {}) };
  const { response, thrown } = await openScreen(`${pathname}${search}`, given);
  if (response === undefined) throw new Error("no answer", { cause: thrown });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, body: html.slice(html.indexOf("<body")) };
}

/** The links of a page: each to the page itself, as somebody chose it. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, to = ""]) => to.replaceAll("&amp;", "&"));
const OWN = /^\?((sort|order|page|size)=\w+&?)*(format=(csv|ndjson))?$/;

const pageOf = (html: string) => html.slice(html.indexOf("<main"));

describe("a shared link", () => {
  it("has a credential that stands apart from those of applications, never as the preferred one", async () => {
    await backend.call("POST", "/_permission", { description: "Shop", ops: ["read"], indices: [at] });
    const { path } = await share();
    const shown = await openScreen<typeof linkPage>(path, { backend });
    const own = (shown.data as { link?: { credential: string } } | undefined)?.link?.credential;
    const listed = async (query = "") =>
      (await openScreen<typeof credentialPage>(`credentials${query}`, { backend, at })).data?.list.rows ?? [];
    const rows = await listed();
    expect(rows.find(({ name }) => name === own)).toMatchObject({ ofLink: true, preferred: false });
    expect(rows[0]).toMatchObject({ description: "Shop", ofLink: false, preferred: true });
    expect((await listed("?use=links")).every(({ ofLink }) => ofLink)).toBe(true);
    expect((await listed("?use=applications")).map(({ description }) => description)).toEqual(["Shop"]);
  });

  it("shows its page to somebody without an account, without a form, a script or a link elsewhere", async () => {
    const { address } = await share();
    const { status, html, body, headers } = await open(address);
    expect(status).toBe(200);
    expect(body).toContain("desk lamp");
    expect(body).toContain("&lt;b&gt;floor&lt;/b&gt;");
    expect(body).not.toContain("armchair");
    expect(body).not.toMatch(/<(form|script|input|button|iframe)\b|src=|\son\w+=|\/(app|cluster|resources)\b/i);
    expect(linksOf(body).filter((to) => !OWN.test(to))).toEqual([]);
    expect(html).not.toMatch(/<script|modulepreload/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(Object.fromEntries(headers)).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
      "x-robots-tag": expect.stringContaining("noindex") as string,
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'.*form-action 'none'; frame-ancestors 'none'$/,
      ) as string,
    });
    expect(headers.get("set-cookie")).toBeNull();
  });

  it.each([
    "analytics",
    "no-results-searches",
    "popular-filters",
    "popular-results",
    "recent-searches",
    "recent-results",
  ])("shows %s of one index and of all", async (page) => {
    for (const index of [at, ""]) {
      const { address } = await share({ page, index });
      const { status, body } = await open(address);
      expect({ page, index, status }).toEqual({ page, index, status: 200 });
      expect(body).not.toMatch(/<(form|script|input|button)\b|could not be loaded/i);
      expect(linksOf(body).filter((to) => !OWN.test(to))).toEqual([]);
    }
  });

  it("shows one term, whatever it is called, and no path that hides in it", async () => {
    for (const [path, seen] of [
      ["desk%20lamp", "desk lamp"],
      ["~..", ".."],
      ["a%2F..%2Fb%3Fx", "a/../b?x"],
    ]) {
      const { address } = await share({ page: `popular-searches/query-overview/${path}?range=last-7-days` });
      const { status, body } = await open(address);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(body).toMatch(/<h1[^>]*>[^<]*/);
      expect(/<h1[^>]*>\s*([^<]*?)\s*</.exec(body)?.[1]).toBe(seen);
    }
    for (const path of ["..", "%2e%2E", ".", "a/b", "a\\b", ""]) {
      expect((await share({ page: `popular-searches/query-overview/${path}` })).made.errors[""]).toEqual([
        "This page cannot be shared.",
      ]);
    }
  });

  it("keeps the filters, range and zone with which it was created, whatever the visitor adds to its address or sends", async () => {
    const { address } = await share({ page: "popular-searches?range=last-7-days&user=bo&page=1" });
    const plain = await open(address);
    expect(plain.body).toContain("Last 7 days");
    expect(plain.body).toContain("User is bo");
    expect(plain.body).not.toContain("desk lamp");
    const query =
      "?user=ada&user=&range=today&q=desk&only=no-clicks&compare=none&sort=%2Fname&size=1e3&page=-2&format=html&appName=other&index=other&screen=recent-searches&token=x&token=y";
    const odd = await open(`${address}${query}`, {
      headers: {
        Cookie: "sd_prefs=%7B%22zone%22%3A%22Asia%2FTokyo%22%7D; sd_js=1; sd_zone=Asia%2FTokyo",
        "X-View-As": "admin",
      },
    });
    expect(pageOf(odd.html)).toBe(pageOf(plain.html));
  });

  it("can be sorted, turned and downloaded by its visitor, as the page that it is", async () => {
    await backend.call("PUT", "/many/_doc/1?refresh=true", { title: "Lamp" });
    const names = [..."0123456789abcdefghijklmnopq"];
    for (const [n, name] of names.entries()) {
      const search = { query: `term ${name}`, user_id: `visitor-${n}`, total_hits: 1 };
      const custom_events = { platform: n < 26 ? "ios" : "web" };
      await backend.call("PUT", "/many/_analytics/search", { ...search, custom_events });
    }
    await backend.call("POST", "/.analytics/_refresh");
    const { address } = await share({ page: "popular-searches?range=last-7-days&event=platform%3Aios", index: "many" });
    const terms = (body: string) => [...body.matchAll(/\bterm ([0-9a-q])</g)].map(([, name]) => name).join("");
    const first = await open(`${address}?sort=name`);
    expect(terms(first.body)).toBe("0123456789abcdefghijklmno");
    const next = linksOf(first.body).find((to) => to.includes("page=2")) ?? "";
    expect(next).toBe("?sort=name&page=2");
    expect(terms((await open(`${address}${next}`)).body)).toBe("p");
    expect(terms((await open(`${address}?sort=name&order=desc&size=50`)).body)).toBe("ponmlkjihgfedcba9876543210");
    const file = linksOf(first.body).find((to) => to.includes("csv")) ?? "";
    const csv = await open(`${address}${file}`);
    expect(csv.headers.get("content-disposition")).toMatch(/^attachment; .*popular-searches-many/);
    expect(csv.headers.get("cache-control")).toBe("private, no-store");
    expect(csv.html.match(/term [0-9a-q]/g)).toHaveLength(26);
    expect(csv.html).not.toContain("term q");
    expect((await open(`${address}?format=ndjson&event=platform%3Aweb`)).html).not.toContain("term q");
  });

  it("gives no file of a page that is no list", async () => {
    const { address } = await share({ page: "requests-per-minute" });
    const { headers, body } = await open(`${address}?format=csv`);
    expect(headers.get("content-type")).toContain("text/html");
    expect(linksOf(body)).toEqual([]);
  });

  it("keeps dates that were fixed", async () => {
    const { address } = await share({ page: "popular-searches?range=yesterday", form: { dates: "fixed" } });
    vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ["Date"] });
    const { body } = await open(address).finally(() => vi.useRealTimers());
    expect(body).toMatch(/<strong[^>]*>\d+ \w{3}( 2\d{3})?<\/strong>/);
    expect(body).not.toContain("Yesterday");
  });

  it("ends with its last second", async () => {
    const { address } = await share({ form: { until: dayIn(3) } });
    const end = Date.parse(`${dayIn(4)}T00:00:00Z`);
    const answers: number[] = [];
    for (const now of [end - 1000, end, end + 1000]) {
      vi.useFakeTimers({ now, toFake: ["Date"] });
      const { status, body } = await open(address).finally(() => vi.useRealTimers());
      answers.push(status);
      if (status === 410) expect(body).toContain("This link no longer works.");
    }
    expect(answers).toEqual([200, 410, 410]);
  });

  it("is logged, listed with how often it was opened, and over as soon as it is revoked", async () => {
    const { address, id, path } = await share({ form: { label: "<img src=x onerror=alert(1)>" } });
    const shown = await open(address, { headers: { "User-Agent": `Mozilla/5.0 ${"x".repeat(500)}` } });
    expect(shown.html).not.toContain("<img");
    expect(shown.body).toContain("&lt;img src=x");
    const page = await openScreen<typeof linkPage>(path, { backend });
    const { openings } = page.data as unknown as { openings: { agent: string; address: string }[] };
    expect(openings).toHaveLength(1);
    expect(openings[0]?.agent).toHaveLength(300);
    const link = async () =>
      (await openScreen<typeof listPage>("shared-links", { backend })).data?.links.find((one) => one.id === id);
    const { credential = "" } = (await link()) ?? {};
    expect(await link()).toMatchObject({
      label: "<img src=x onerror=alert(1)>",
      opened: 1,
      state: "active",
      person: "admin",
      index: at,
    });
    expect(JSON.stringify(await link())).not.toContain(address.split("/").at(-1));
    expect((await backend.call("GET", `/_permission/${credential}`)).status).toBe(200);

    expect(await openScreen(`${path}/revoke`, { backend, form: { intent: "revoke-link" } })).toFlash("Link revoked.");
    expect(await open(address)).toMatchObject({ status: 410 });
    expect((await backend.call("GET", `/_permission/${credential}`)).status).toBe(404);
    expect(await link()).toMatchObject({ state: "revoked", opened: 1 });
  });

  it("is shown once to who created it, and to nobody else", async () => {
    const { path, address } = await share();
    expect(address).toMatch(/^http:\/\/console\.test\/shared\/[\w-]{32}$/);
    const again = (await openScreen<typeof linkPage>(path, { backend })).data as unknown as { address: string | null };
    expect(again.address).toBeNull();
  });

  it("dies with the rights of who created it", async () => {
    const { address } = await share({ as: { actions: ["analytics", "access-control"], indices: [at] } });
    expect((await open(address)).status).toBe(200);
    const users = (await backend.call("GET", "/_users")).body as {
      username: string;
      allowed_actions: string[] | null;
    }[];
    const maker = users.filter(({ username }) => username.startsWith("opener-")).at(-1)?.username ?? "";
    await backend.call("PATCH", `/_user/${maker}`, { allowed_actions: ["develop"] });
    expect((await open(address)).status).toBe(410);
    await backend.call("PATCH", `/_user/${maker}`, { allowed_actions: ["analytics", "access-control"] });
    expect((await open(address)).status).toBe(200);
    await backend.call("DELETE", `/_user/${maker}`);
    expect((await open(address)).status).toBe(410);
  });

  it("is over when its credential is deleted on the server", async () => {
    const { address, id } = await share();
    const link = (await openScreen<typeof listPage>("shared-links", { backend })).data?.links.find(
      (one) => one.id === id,
    );
    await backend.call("DELETE", `/_permission/${link?.credential ?? ""}`);
    expect((await open(address)).status).toBe(410);
  });
});

describe("guessing", () => {
  it("is answered alike, whatever is tried", async () => {
    const { address } = await share();
    const token = address.split("/").at(-1) ?? "";
    const tries = [
      "x",
      "A".repeat(32),
      token.toLowerCase(),
      `${token}x`,
      token.slice(1),
      `${token}%00`,
      "..%2f..",
      "' OR 1=1 --",
      "%",
      "🙂",
      "x".repeat(3000),
    ];
    const answers = [];
    for (const text of tries.map((one) => (one.includes("%") && one !== "%" ? one : encodeURIComponent(one))))
      answers.push(await open(`/shared/${text}`));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(Object.fromEntries(answers[0]?.headers ?? [])).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
    });
  });

  it("is limited by address, whether there is a link or not", async () => {
    const { address } = await share();
    const env = { SITE_NAME: "Limited" };
    const codes: number[] = [];
    for (let at = 0; at < 245; at += 1) codes.push((await open(`/shared/${"B".repeat(32)}`, { env })).status);
    expect(codes.filter((code) => code === 404)).toHaveLength(240);
    expect(codes.slice(-5)).toEqual([429, 429, 429, 429, 429]);
    const last = await open(address, { env });
    expect({ status: last.status, wait: Number(last.headers.get("retry-after")) > 0 }).toEqual({
      status: 429,
      wait: true,
    });
  });

  it("of one link by one reader goes on for sixty times, while another link opens", async () => {
    for (let opened = 0; opened < 60; opened += 1)
      expect(await countOpening({ address: "198.51.100.7", link: "one" })).toBe(0);
    expect(await countOpening({ address: "198.51.100.7", link: "one" })).toBeGreaterThan(0);
    expect(await countOpening({ address: "198.51.100.7", link: "two" })).toBe(0);
    expect(await countOpening({ address: "203.0.113.9", link: "one" })).toBe(0);
  });
});

describe("creating one", () => {
  it("is not offered to who may not create its credential, and says why before the form", async () => {
    const as = { actions: ["analytics"], indices: [at] };
    const page = await openScreen<typeof newPage>("shared-links/new?page=popular-searches", { backend, at, as });
    expect(page.data?.gate).toMatchObject({ ok: false, missing: "Requires the Access control permission" });
    const { made } = await share({ as });
    expect(made.status).toBe(403);
  });

  it("takes an end of at most 90 days, a label, and a page of analytics", async () => {
    const refused = async (form: Record<string, string>) => (await share({ form })).made;
    expect(await refused({ until: dayIn(91) })).toHaveFieldError("until", /at most 90 days/);
    expect(await refused({ until: dayIn(-1) })).toHaveFieldError("until", /Choose a day/);
    expect(await refused({ until: "soon" })).toHaveFieldError("until", /date/);
    expect(await refused({ label: " " })).toHaveFieldError("label", /label/);
    for (const page of ["user-management", "browse/1", "../cluster", "constructor", "", "shared-links"])
      expect((await share({ page })).made.errors[""]).toEqual(["This page cannot be shared."]);
  });

  it("asks the server for a credential that reads analytics of this index alone, until the link's end", async () => {
    const { id } = await share();
    const link = (await openScreen<typeof listPage>("shared-links", { backend })).data?.links.find(
      (one) => one.id === id,
    );
    const { body } = await backend.call("GET", `/_permission/${link?.credential ?? ""}`);
    expect(body).toMatchObject({
      categories: ["analytics"],
      ops: ["read"],
      indices: [at],
      bound_to_creator: true,
      creator: "admin",
    });
    const { ttl, created_at } = body as { ttl: number; created_at: string };
    expect(Math.abs(Date.parse(created_at) + ttl / 1e6 - (link?.ends ?? 0))).toBeLessThan(5000);
  });
});
