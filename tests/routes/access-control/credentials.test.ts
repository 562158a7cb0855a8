import { describe, expect, it } from "vitest";
import type { loader as detail } from "~/routes/access-control/credentials/credential";
import type { loader as list } from "~/routes/access-control/credentials/list";
import type { loader as newPage } from "~/routes/access-control/credentials/new";
import type { loader as rotatePage } from "~/routes/access-control/credentials/rotate";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { backend, locationOf, make, read, review, save, startCredentials } from "./support/credentials";

startCredentials();

const typed = (fields: Record<string, string> = {}): Record<string, string> => ({
  ...{
    intent: "take-credential",
    then: "save",
    version: "",
    description: "Shop",
    access: "read",
    categories: "search",
    "limits.search": "30",
    referers: "*",
  },
  ...{ sources: "0.0.0.0/0", indices: "films", ipLimit: "7200", expires: "never", unit: "days", queryDsl: "on" },
  ...fields,
});

const nameIn = (location: string) => /credentials\/([^/?]+)/.exec(location)?.[1] ?? "";

describe("the list", () => {
  it("has who uses them, marks the preferred one and what expires, and holds no password", async () => {
    const plain = await make({ description: "both, one page", referers: ["https://a.test/*"], indices: ["books"] });
    const best = await make({ description: "both, any page", indices: ["books"] });
    const over = await make({ description: "over", ttl: 1, indices: ["books"] });
    const soon = await make({ description: "soon", ttl: 86_400e9, indices: ["books"], ops: ["read"] });
    await fetch(`${backend.url}/books/_search`, {
      headers: { Authorization: `Basic ${btoa(`${best.username}:${best.password}`)}` },
    });
    const opened = await openScreen<typeof list>("credentials", { backend, at: "books" });
    const rows = new Map(opened.data?.list.rows.map((row) => [row.name, row]));
    expect([...rows.keys()].sort()).toEqual([plain, best, over, soon].map(({ username }) => username).sort());
    expect([rows.get(best.username)?.preferred, rows.get(plain.username)?.preferred]).toEqual([true, false]);
    expect([over, soon, best].map(({ username }) => rows.get(username)?.expiry.state)).toEqual([
      "expired",
      "soon",
      "never",
    ]);
    await expect
      .poll(
        async () =>
          (await openScreen<typeof list>("credentials?q=any", { backend, at: "books" })).data?.list.rows[0]?.calls,
      )
      .toBe(1);
    for (const { password } of [plain, best, over, soon]) expect(JSON.stringify(opened.data)).not.toContain(password);
    const filtered = await openScreen<typeof list>("credentials?access=read&state=active", { backend, at: "books" });
    expect(filtered.data?.list.rows.map(({ name }) => name)).toEqual([soon.username]);
  });

  it("reads the whole list where a server has none by index, and says that usage is not told", async () => {
    const permissions = [
      { username: "aaa", password: "p", indices: ["books"], ops: ["read"], referers: ["*"], ttl: -1 },
      { username: "bbb", password: "p", indices: ["*"], ops: null, ttl: 3600 },
    ];
    const admin = { body: { username: "mira", is_admin: true, indices: ["*"] } };
    const server = await playServer(
      searchServer({
        "/_user": admin,
        "/books/_permissions": { status: 405, body: "" },
        "/_permissions": { body: permissions },
        "/books/_logs/callers": { status: 404, body: "404 page not found" },
        "/_logs/callers": { status: 405, body: "" },
        "/_permission/bbb": { body: permissions[1] },
        "/_permission/bbb/_try": {
          status: 400,
          body: {
            error: {
              code: 400,
              message: "elastic: Error 400 (Bad Request): Invalid index name [_permission], must not start with '_'.",
            },
          },
        },
      }),
    );
    const other = { url: server.url, username: "mira", password: "right" };
    const at = await openScreen<typeof list>("credentials", { backend: other, at: "books" });
    expect(at.data?.list.rows.map(({ name }) => name)).toEqual(["aaa"]);
    expect(at.data?.list.usageMissing).toMatch(/does not tell who called/);
    const all = await openScreen<typeof list>("credentials", { backend: other });
    expect(all.data?.list.rows.map(({ name, preferred }) => [name, preferred])).toEqual([
      ["aaa", true],
      ["bbb", false],
    ]);
    const tried = await openScreen<typeof detail>("credentials/bbb?path=/books", { backend: other });
    expect(tried.data?.tried).toEqual({ kind: "not-offered" });
    expect(tried.data?.lasts).toBe("3600 nanoseconds");
    const rotating = await openScreen<typeof rotatePage>("credentials/bbb/rotate", { backend: other });
    expect(rotating.data?.gate).toMatchObject({ ok: false, missing: "This server does not change passwords" });
    await server.close();
  });
});

describe("a new one", () => {
  it("is created with what was typed, and its page has the password, which no log has", async () => {
    const opened = await openScreen("credentials/new", {
      backend,
      form: typed({
        expires: "after",
        amount: "30",
        referers: "https://shop.test/*\nhttps://www.shop.test/*",
        include: "title",
        maxSize: "50",
        depth: "1",
        role: "shop",
      }),
    });
    expect(opened.flash).toMatch(/created/);
    const name = nameIn(locationOf(opened));
    const record = await read(name);
    expect(record).toMatchObject({
      ops: ["read"],
      categories: ["search"],
      referers: ["https://shop.test/*", "https://www.shop.test/*"],
      include_fields: ["title"],
    });
    expect(record).toMatchObject({
      exclude_fields: null,
      ttl: 30 * 86_400e9,
      sources_xff_value: 1,
      role: "shop",
      indices: ["films"],
    });
    expect(record).toMatchObject({ reactivesearchConfig: { maxSize: 50, disableQueryDSL: false } });
    expect(locationOf(opened)).not.toContain(record.password);
    expect(`${opened.flash} ${opened.response?.headers.get("Set-Cookie")}`).not.toContain(record.password);
    const page = await openScreen<typeof detail>(locationOf(opened), { backend });
    expect(page.data).toMatchObject({ fresh: { password: record.password }, lasts: "30 days" });
    expect(JSON.stringify(page.data?.fresh?.snippets)).toContain(`${name}:${record.password}`);
    expect(JSON.stringify(page.data?.snippets.snippets)).toContain(`${name}:PASSWORD`);
    const again = await openScreen<typeof detail>(locationOf(opened), { backend });
    expect(again.data).toMatchObject({ fresh: null, told: true });
    expect(JSON.stringify(again.data)).not.toContain(record.password);
  });

  it("is checked without being created", async () => {
    const form = typed({
      then: "check",
      indices: "films",
      referers: "https://*.shop.test/*",
      page: "https://www.shop.test/find",
    });
    const opened = await openScreen("credentials/new", { backend, form });
    expect(opened.data).toMatchObject({
      checked: {
        meets: { names: ["films", "films-2026"] },
        everything: false,
        page: { fits: true, by: "https://*.shop.test/*" },
      },
    });
    const other = await openScreen("credentials/new", {
      backend,
      form: { ...form, page: "https://shop.test.evil.test/", indices: "*" },
    });
    expect(other.data).toMatchObject({ checked: { everything: true, page: { fits: false } } });
  });

  it.each([
    [{ indices: "" }, "indices"],
    [{ sources: "10.0.0.0" }, "sources"],
    [{ sources: "10.0.0.0/33" }, "sources"],
    [{ referers: " " }, "referers"],
    [{ access: "admin" }, "access"],
    [{ "limits.search": "-1" }, "limits.search"],
    [{ expires: "after", amount: "" }, "amount"],
    [{ include: "*", exclude: "*" }, "exclude"],
    [{ maxSize: "10001" }, "maxSize"],
  ])("refuses %j", async (fields, field) => {
    expect(await openScreen("credentials/new", { backend, form: typed(fields) })).toHaveFieldError(field, /./);
  });

  it("proposes the names there are and the fields of what its patterns meet", async () => {
    const form = typed({ then: "check", indices: "books", sources: "10.0.0.0/8", referers: "shop.test" });
    const opened = await openScreen("credentials/new", { backend, form });
    expect(opened.data).toMatchObject({ checked: { known: { fields: ["secret", "title"] } } });
    expect(opened.data).toMatchObject({
      checked: { warnings: [/^Without \* in/, /^Without 0/].map((said): unknown => expect.stringMatching(said)) },
    });
    const fresh = await openScreen<typeof newPage>("credentials/new", { backend });
    expect(fresh.data?.checks.known).toEqual({ indices: ["books", "films", "films-2026"], fields: [] });
  });

  it("closes the fields beside the included ones to searches where that is asked for, and opens them again", async () => {
    expect(await openScreen("credentials/new", { backend, form: typed({ includedOnly: "on" }) })).toHaveFieldError(
      "includedOnly",
      /Name the included/,
    );
    const made = nameIn(
      locationOf(
        await openScreen("credentials/new", { backend, form: typed({ includedOnly: "on", include: "title" }) }),
      ),
    );
    const { password, search_include_fields_only: only } = await read(made);
    expect(only).toBe(true);
    const find = async (value: string) => {
      const headers = { Authorization: `Basic ${btoa(`${made}:${password}`)}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ query: { match: { secret: value } } });
      return (await fetch(`${backend.url}/films/_search`, { method: "POST", headers, body })).text();
    };
    expect(await find("x")).toContain('"value":0');
    expect((await openScreen<typeof detail>(`credentials/${made}`, { backend })).data?.words.cannot).toContain(
      "See or search fields other than title",
    );
    const { path } = await review(made, (values) => ({ ...values, includedOnly: "" }));
    const { shown } = await save(path);
    expect(shown && "request" in shown ? JSON.parse(shown.request.body ?? "") : null).toEqual({
      search_include_fields_only: false,
    });
    expect(await read(made)).not.toHaveProperty("search_include_fields_only");
    expect(await find("x")).toContain('"value":1');
  });

  it("begins with the index it is made under, and with a usual case", async () => {
    const at = await openScreen<typeof newPage>("credentials/new?template=search-page", { backend, at: "films" });
    expect(at.data?.values).toMatchObject({
      indices: "films",
      access: "read",
      categories: ["analytics", "reactivesearch"],
      maxSize: "100",
      queryDsl: undefined,
    });
    expect((await openScreen<typeof newPage>("credentials/new", { backend })).data?.values).toMatchObject({
      indices: "",
      ipLimit: "7200",
      limits: { search: "30", uibuilder: "30" },
    });
  });
});
