import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as detail } from "~/routes/access/credentials/credential";
import type { loader as deletePage } from "~/routes/access/credentials/delete";
import type { loader as editPage } from "~/routes/access/credentials/edit";
import type { loader as list } from "~/routes/access/credentials/list";
import type { loader as newPage } from "~/routes/access/credentials/new";
import type { loader as reviewPage } from "~/routes/access/credentials/review";
import type { loader as rotatePage } from "~/routes/access/credentials/rotate";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { playServer, searchServer } from "../setup/console";
import { openScreen } from "../setup/open-screen";

let backend: TestBackend;
const madeSchema = z.object({ username: z.string(), password: z.string() });
const recordSchema = z.looseObject({ username: z.string(), password: z.string() });

const make = async (fields: Record<string, unknown>) => madeSchema.parse((await backend.call("POST", "/_permission", fields)).body);
const read = async (name: string) => recordSchema.parse((await backend.call("GET", `/_permission/${name}`)).body);

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["films", "films-2026", "books"]) await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Emma", secret: "x" });
});
afterAll(() => backend.close());

const typed = (fields: Record<string, string> = {}): Record<string, string> => ({
  ...{ intent: "take-credential", then: "save", version: "", description: "Shop", access: "read", categories: "search", "limits.search": "30", referers: "*" },
  ...{ sources: "0.0.0.0/0", indices: "films", ipLimit: "7200", expires: "never", unit: "days", queryDsl: "on" },
  ...fields,
});
const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";
const nameIn = (location: string) => /credentials\/([^/?]+)/.exec(location)?.[1] ?? "";

async function review(name: string, change: (values: Record<string, string>) => Record<string, string>) {
  const edit = await openScreen<typeof editPage>(`credentials/${name}/edit`, { backend });
  const { values, version } = edit.data?.form ?? {};
  const { categories = [], limits = {}, ...plain } = values ?? {};
  const flat = Object.entries(plain).flatMap(([key, value]): [string, string][] => (typeof value === "string" ? [[key, value]] : []));
  const limited = Object.entries(limits).map(([key, value]): [string, string] => [`limits.${key}`, value]);
  const fields = change({ ...Object.fromEntries([...flat, ...limited]), intent: "take-credential", then: "save", version: version ?? "" });
  const chosen = fields["categories"] === undefined ? categories : fields["categories"].split(" ");
  const form = [...Object.entries(fields).filter(([key]) => key !== "categories"), ...chosen.map((one): [string, string] => ["categories", one])];
  const taken = await openScreen(`credentials/${name}/edit`, { backend, form });
  return { path: locationOf(taken), taken };
}

const save = async (path: string) => {
  const shown = await openScreen<typeof reviewPage>(path, { backend });
  const { review: page } = shown.data ?? {};
  const version = page && "version" in page ? page.version : "";
  return { shown: page, saved: await openScreen(path, { backend, form: { intent: "save", version } }) };
};

describe("the list", () => {
  it("has who uses them, marks the preferred one and what expires, and holds no password", async () => {
    const plain = await make({ description: "both, one page", referers: ["https://a.test/*"], indices: ["books"] });
    const best = await make({ description: "both, any page", indices: ["books"] });
    const over = await make({ description: "over", ttl: 1, indices: ["books"] });
    const soon = await make({ description: "soon", ttl: 86_400e9, indices: ["books"], ops: ["read"] });
    await fetch(`${backend.url}/books/_search`, { headers: { Authorization: `Basic ${btoa(`${best.username}:${best.password}`)}` } });
    const opened = await openScreen<typeof list>("credentials", { backend, at: "books" });
    const rows = new Map(opened.data?.list.rows.map((row) => [row.name, row]));
    expect([...rows.keys()].sort()).toEqual([plain, best, over, soon].map(({ username }) => username).sort());
    expect([rows.get(best.username)?.preferred, rows.get(plain.username)?.preferred]).toEqual([true, false]);
    expect([over, soon, best].map(({ username }) => rows.get(username)?.expiry.state)).toEqual(["expired", "soon", "never"]);
    await expect.poll(async () => (await openScreen<typeof list>("credentials?q=any", { backend, at: "books" })).data?.list.rows[0]?.calls).toBe(1);
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
          body: { error: { code: 400, message: "elastic: Error 400 (Bad Request): Invalid index name [_permission], must not start with '_'." } },
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
    expect(record).toMatchObject({ exclude_fields: null, ttl: 30 * 86_400e9, sources_xff_value: 1, role: "shop", indices: ["films"] });
    expect(record).toMatchObject({ reactivesearchConfig: { maxSize: 50, disableQueryDSL: false } });
    expect(locationOf(opened)).not.toContain(record.password);
    expect(`${opened.flash} ${opened.response?.headers.get("Set-Cookie")}`).not.toContain(record.password);
    const page = await openScreen<typeof detail>(locationOf(opened), { backend });
    expect(page.data).toMatchObject({ fresh: { password: record.password }, lasts: "30 days" });
    expect(page.data?.fresh?.curl).toContain(`${name}:${record.password}`);
    expect(page.data?.snippets.curl).toContain(`${name}:PASSWORD`);
    const again = await openScreen<typeof detail>(locationOf(opened), { backend });
    expect(again.data).toMatchObject({ fresh: null, told: true });
    expect(JSON.stringify(again.data)).not.toContain(record.password);
  });

  it("is checked without being created", async () => {
    const form = typed({ then: "check", indices: "films", referers: "https://*.shop.test/*", page: "https://www.shop.test/find" });
    const opened = await openScreen("credentials/new", { backend, form });
    expect(opened.data).toMatchObject({
      checked: { meets: { names: ["films", "films-2026"] }, everything: false, page: { fits: true, by: "https://*.shop.test/*" } },
    });
    const other = await openScreen("credentials/new", { backend, form: { ...form, page: "https://shop.test.evil.test/", indices: "*" } });
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
    expect(opened.data).toMatchObject({ checked: { warnings: [/^Without \* in/, /^Without 0/].map((said): unknown => expect.stringMatching(said)) } });
    const fresh = await openScreen<typeof newPage>("credentials/new", { backend });
    expect(fresh.data?.checks.known).toEqual({ indices: ["books", "films", "films-2026"], fields: [] });
  });

  it("closes the fields beside the included ones to searches where that is asked for, and opens them again", async () => {
    expect(await openScreen("credentials/new", { backend, form: typed({ includedOnly: "on" }) })).toHaveFieldError("includedOnly", /Name the included/);
    const made = nameIn(locationOf(await openScreen("credentials/new", { backend, form: typed({ includedOnly: "on", include: "title" }) })));
    const { password, search_include_fields_only: only } = await read(made);
    expect(only).toBe(true);
    const find = async (value: string) => {
      const headers = { Authorization: `Basic ${btoa(`${made}:${password}`)}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ query: { match: { secret: value } } });
      return (await fetch(`${backend.url}/films/_search`, { method: "POST", headers, body })).text();
    };
    expect(await find("x")).toContain('"value":0');
    expect((await openScreen<typeof detail>(`credentials/${made}`, { backend })).data?.words.cannot).toContain("See or search fields other than title");
    const { path } = await review(made, (values) => ({ ...values, includedOnly: "" }));
    const { shown } = await save(path);
    expect(shown && "request" in shown ? JSON.parse(shown.request.body ?? "") : null).toEqual({ search_include_fields_only: false });
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

describe("an edit", () => {
  it("shows and sends only what changed, the role not unless it did", async () => {
    const { username } = await make({ description: "Shop", role: "shop-2", indices: ["films"], categories: ["search"], acls: ["search"], ops: ["read"] });
    const { path } = await review(username, (values) => ({ ...values, description: "Shop window", exclude: "secret" }));
    const { shown, saved } = await save(path);
    expect(shown && "request" in shown ? JSON.parse(shown.request.body ?? "") : null).toEqual({
      description: "Shop window",
      include_fields: [],
      exclude_fields: ["secret"],
    });
    expect(saved.flash).toMatch(/saved/);
    expect(await read(username)).toMatchObject({ description: "Shop window", exclude_fields: ["secret"], role: "shop-2", acls: ["search"] });
  });

  it("of nothing has no differences", async () => {
    const { username } = await make({ description: "Shop", indices: ["films"], ttl: 86_400e9 });
    const { shown } = await save((await review(username, (values) => values)).path);
    expect(shown && "changes" in shown ? shown.changes.rows.filter(({ kind }) => kind !== "same" && kind !== "gap") : null).toEqual([]);
  });

  it("a category that is new brings its acls, those chosen before stay", async () => {
    const { username } = await make({ indices: ["films"], categories: ["search"], acls: ["search"], ops: ["read"] });
    await save((await review(username, (values) => ({ ...values, categories: "cat search" }))).path);
    const { acls, categories } = z.object({ acls: z.array(z.string()), categories: z.array(z.string()) }).parse(await read(username));
    expect([acls.sort(), categories.sort()]).toEqual([
      ["cat", "search"],
      ["cat", "search"],
    ]);
  });

  it("is refused where somebody saved meanwhile, and keeps what was typed", async () => {
    const { username } = await make({ description: "Shop", indices: ["films"] });
    const { path } = await review(username, (values) => ({ ...values, description: "mine" }));
    const before = await openScreen<typeof reviewPage>(path, { backend });
    const version = before.data && "version" in before.data.review ? before.data.review.version : "";
    await backend.call("PATCH", `/_permission/${username}`, { description: "theirs" });
    const refused = await openScreen(path, { backend, form: { intent: "save", version } });
    expect(refused.flash).toMatch(/changed in the meantime/);
    expect((await openScreen<typeof reviewPage>(path, { backend })).data?.review.state).toBe("conflict");
    expect(await read(username)).toMatchObject({ description: "theirs" });
  });

  it("a time that no unit says stays as it is", async () => {
    const { username } = await make({ description: "odd", indices: ["films"], ttl: 9_000_000_000_000_001 });
    const edit = await openScreen<typeof editPage>(`credentials/${username}/edit`, { backend });
    expect(edit.data?.form.values.expires).toBe("keep");
    await save((await review(username, (values) => ({ ...values, description: "even" }))).path);
    expect(await read(username)).toMatchObject({ description: "even", ttl: 9_000_000_000_000_001 });
  });
});

const show = { intent: "show-password" };

describe("one of them", () => {
  it("has its password in the answer to the form that asks for it, and in no page, address or log", async () => {
    const { username, password } = await make({ indices: ["films"], ops: ["read"] });
    // Nothing was made in this session, so "fresh" opens nothing.
    for (const page of [`credentials/${username}`, `credentials/${username}?fresh=1`, `credentials/${username}/edit`, "credentials", "changes"])
      expect(JSON.stringify((await openScreen(page, { backend })).data), page).not.toContain(password);
    const asked = await openScreen(`credentials/${username}`, { backend, form: show });
    expect(asked).toMatchObject({ status: 200, data: { secret: { name: username, password } } });
    expect(JSON.stringify(asked.data)).toContain(`${username}:${password}`);
    expect((await openScreen(`credentials/${username}`, { backend, form: { intent: "else" } })).status).toBe(400);
    expect((await openScreen("credentials/no-such", { backend, form: show })).status).toBe(404);
    expect(JSON.stringify((await openScreen("changes", { backend })).data)).not.toContain(password);
  });

  it("tries a call by its address, and says what refuses it", async () => {
    const { username } = await make({ indices: ["films"], ops: ["read"], referers: ["https://shop.test/*"] });
    const at = (query: string) => openScreen<typeof detail>(`credentials/${username}?${query}`, { backend });
    const verdict = async (query: string) => (await at(query)).data?.tried;
    expect(await verdict("path=/films/_search&referer=https://shop.test/a")).toMatchObject({ kind: "verdict", verdict: { allowed: true } });
    expect(await verdict("path=/films/_search")).toMatchObject({
      verdict: { allowed: false, status: 401, message: "permission doesn't have required referers" },
    });
    expect(await verdict("path=films")).toMatchObject({ kind: "failed" });
    expect((await at("")).data?.tried).toBeNull();
  });

  it("gets a new password; the old one is good as long as was asked for", async () => {
    const { username, password } = await make({ indices: ["films"], ops: ["read"] });
    expect((await openScreen<typeof rotatePage>(`credentials/${username}/rotate`, { backend })).data?.gate).toEqual({ ok: true });
    const rotated = await openScreen(`credentials/${username}/rotate`, { backend, form: { intent: "rotate-credential", minutes: "10" } });
    const record = await read(username);
    expect(record.password).not.toBe(password);
    expect(`${rotated.flash} ${locationOf(rotated)}`).not.toContain(record.password);
    const page = await openScreen<typeof detail>(locationOf(rotated), { backend });
    expect(page.data?.previousUntil).toBeGreaterThan(Date.now());
    expect(page.data?.fresh?.password).toBe(record.password);
    const changes = JSON.stringify((await openScreen("changes", { backend })).data);
    expect(changes).toContain(username);
    expect(changes).not.toContain(record.password);
  });

  it("is deleted, after its last use was told", async () => {
    const { username } = await make({ description: "gone soon", indices: ["films"] });
    const page = await openScreen<typeof deletePage>(`credentials/${username}/delete`, { backend });
    expect(page.data?.use).toEqual({ calls: 0, last: null });
    const deleted = await openScreen(`credentials/${username}/delete`, { backend, form: { intent: "delete", version: page.data?.page.version ?? "" } });
    expect(deleted).toRedirectTo("/cluster/credentials");
    expect((await openScreen(`credentials/${username}`, { backend })).status).toBe(404);
  });

  it.each(["no-such", "a%2Fb", "ü%20x", "<b>"])("an unknown name %s is a 404 on each page", async (name) => {
    for (const page of ["", "/edit", "/delete", "/rotate"])
      expect((await openScreen(`credentials/${encodeURIComponent(decodeURIComponent(name))}${page}`, { backend })).status).toBe(404);
  });
});

describe("who may", () => {
  it("who has not the permission is told which, and a password that opens more is hidden", async () => {
    const { username, password } = await make({ description: "all" });
    for (const page of ["credentials", "credentials/new", `credentials/${username}`, `credentials/${username}/edit`]) {
      expect(await openScreen(page, { backend, as: { actions: ["develop"] } })).toRequire("Access control");
    }
    const limited = await openScreen<typeof detail>(`credentials/${username}`, { backend, as: { actions: ["access-control"], indices: ["films"] } });
    expect(JSON.stringify(limited.data)).not.toContain(password);
    expect(limited.data).toMatchObject({ told: false, fresh: null });
    const asked = await openScreen(`credentials/${username}`, { backend, as: { actions: ["access-control"], indices: ["films"] }, form: show });
    expect(asked.data).toEqual({ intent: "show-password", secret: null });
    expect(await openScreen(`credentials/${username}`, { backend, as: { actions: ["develop"] }, form: show })).toMatchObject({ status: 403 });
    const usage = await openScreen<typeof list>("credentials", { backend, as: { actions: ["access-control"] } });
    expect(usage.data?.list.usageMissing).toMatch(/Usage is not shown/);
  });
});
