import { expect, it } from "vitest";
import * as z from "zod";
import type { OpenedEngine, RemoteEngine } from "@backend/engine/remote/open";
import { SYSTEM_INDICES } from "@backend/gateway/platform/store/system-indices";
import { askEngine, changed, fill, filledCluster, indexNames, sourcesWhere, stateOf } from "./filled-cluster";
import { type Guest, startGuest, untilReady } from "./guest";

const FOO = "foo:bar";
const SECOND = "second-admin:second-pass-12";
const DEV = "dev1:dev1-pass-12";

const cluster = filledCluster();
const OTHERS = cluster.indices.map(({ name }) => name);
const BESIDE = SYSTEM_INDICES.filter((definition) => definition.shared !== true).map(
  ({ name }) => `.searchdeck-${name.slice(1)}`,
);
// Shared ones that the server had no use for yet.
const ADDED = SYSTEM_INDICES.flatMap((definition) =>
  definition.shared === true && !OTHERS.includes(definition.name) ? [definition.name] : [],
);

function documentsOf(index: string): Record<string, unknown>[] {
  return (cluster.indices.find(({ name }) => name === index)?.documents ?? []).map(({ _source }) => _source);
}

const MappingsSchema = z.record(
  z.string(),
  z.object({
    mappings: z.looseObject({ dynamic: z.string() }),
    settings: z.object({ index: z.looseObject({ analysis: z.unknown().optional() }) }),
  }),
);
const TotalSchema = z.object({ total: z.number() });
const HitsSchema = z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) });
const CredentialSchema = z.object({ username: z.string(), password: z.string() });

/**
 * The tests of a gateway on a cluster that a ReactiveSearch server filled, which it is to take over as it stands and to
 * leave so that that server can be started again. `opened` gives an empty engine, made before the first test.
 */
export function walkAsGuest(
  opened: () => OpenedEngine & Partial<Pick<RemoteEngine, "check">>,
  { legacy = false }: { legacy?: boolean } = {},
): void {
  let guest: Guest;
  let before: Map<string, string>;
  const engine: OpenedEngine["engine"] = (request) => opened().engine(request);
  const state = () => stateOf(engine, OTHERS);
  const asks = (index: string, field: string, word: string) =>
    sourcesWhere(engine, { index, query: { term: { [field]: word } } });

  it("starts on it and changes nothing", async () => {
    await fill(engine, cluster, { legacy });
    before = await state();
    const templates = () =>
      Promise.all(["/_index_template", "/_template"].map((path) => askEngine(engine, { method: "GET", path })));
    const templatesBefore = await templates();
    guest = await startGuest(opened());
    await untilReady(guest);
    expect(changed(before, await state())).toEqual([]);
    expect(await templates()).toEqual(templatesBefore);
    expect(guest.passwords).toEqual([]);
    const names = BESIDE.map((name) => (name === ".searchdeck-logs" ? `${name}-000001` : name));
    expect(await indexNames(engine)).toEqual([...OTHERS, ...ADDED, ...names].sort());
    expect(guest.lines.join("")).not.toMatch(/migrated|not ready/);
    expect(guest.lines.join("")).toContain("a ReactiveSearch server has been on this cluster");
  });

  it("what is beside has the mapping of its own, whatever templates are there", async () => {
    const found = MappingsSchema.parse(
      await askEngine(engine, { method: "GET", path: `/${BESIDE.join(",")}`, query: { expand_wildcards: "all" } }),
    );
    for (const [index, { mappings, settings }] of Object.entries(found)) {
      const definition = SYSTEM_INDICES.find(
        ({ name }) => index.replace(/-\d{6}$/, "") === `.searchdeck-${name.slice(1)}`,
      );
      expect(mappings, index).toMatchObject({ _meta: { version: definition?.version } });
      expect(mappings.dynamic, index).toBe(String(definition?.mappings.dynamic));
      expect(mappings["dynamic_templates"], index).toEqual(definition?.mappings.dynamic_templates);
      expect(settings.index.analysis, index).toBeUndefined();
    }
    expect(Object.keys(found)).toHaveLength(BESIDE.length);
  });

  it("signs everybody in as before", async () => {
    for (const [who, source] of [
      [FOO, "foo"],
      [SECOND, "second-admin"],
      [DEV, "dev1"],
    ] as const) {
      const { status, body } = await guest.call(who, "GET", "/_user");
      expect([status, body], who).toEqual([200, documentsOf(".users").find(({ username }) => username === source)]);
    }
    expect((await guest.call("foo:no", "GET", "/_user")).status).toBe(401);
    expect((await guest.call(DEV, "GET", "/_users")).status).toBe(401);
    for (const { username, password } of z.array(CredentialSchema).parse(documentsOf(".permissions"))) {
      const { status, body } = await guest.call(`${username}:${password}`, "POST", "/books/_search", {});
      expect([status, HitsSchema.parse(body).hits.total.value], username).toEqual([200, 2]);
    }
    const role = await guest.call(FOO, "GET", "/_role/editors");
    expect(role.body).toEqual(documentsOf(".permissions").find(({ username }) => username === "0b4560dabd11"));
    expect((await guest.call(FOO, "GET", "/_public_key")).body).toEqual(documentsOf(".publickey")[0]);
    const lengths = await Promise.all(
      ["/_users", "/_permissions", "/user/_permissions", "/books/_permissions"].map(
        async (path) => z.array(z.unknown()).parse((await guest.call(FOO, "GET", path)).body).length,
      ),
    );
    expect(lengths).toEqual([3, 2, 2, 1]);
    expect((await guest.call(FOO, "POST", "/_permission", { role: "editors" })).status).toBe(400);
  });

  it("changes what it is asked to, in the form that the server reads, and nothing else", async () => {
    expect((await guest.call(FOO, "PATCH", "/_user/dev1", { email: "new@example.test" })).status).toBe(200);
    expect(
      (
        await guest.call(SECOND, "POST", "/_user", {
          username: "dev-2",
          password: "dev2-pass-12",
          allowed_actions: ["develop"],
          indices: ["b*"],
        })
      ).status,
    ).toBe(201);
    const made = CredentialSchema.parse(
      (
        await guest.call(FOO, "POST", "/_permission", {
          role: "readers of-2",
          indices: ["shelf-1"],
          categories: ["search"],
        })
      ).body,
    );
    expect((await guest.call(FOO, "PATCH", "/_permission/4f78c7e29602", { description: "the page" })).status).toBe(200);
    expect(changed(before, await state())).toEqual(
      [".permissions/4f78c7e29602", `.permissions/${made.username}`, ".users/dev-2", ".users/dev1"].sort(),
    );

    const [dev] = await asks(".users", "username.keyword", "dev1");
    const old = documentsOf(".users").find(({ username }) => username === "dev1");
    expect(dev).toEqual({ ...old, email: "new@example.test", updated_at: dev?.["updated_at"] });
    const [added] = await asks(".users", "username.keyword", "dev-2");
    expect(Object.keys(added ?? {}).sort()).toEqual(Object.keys(old ?? {}).sort());
    for (const [field, word] of [
      ["username", made.username],
      ["role", "readers of-2"],
      ["indices", "shelf-1"],
    ] as const) {
      const [credential, ...more] = await asks(".permissions", `${field}.keyword`, word);
      expect([credential?.["username"], more], field).toEqual([made.username, []]);
      expect(Object.keys(credential ?? {}).sort()).toEqual(Object.keys(documentsOf(".permissions")[0] ?? {}).sort());
    }
    expect(await asks(".permissions", "owner.keyword", "foo")).toHaveLength(3);
    expect(await sourcesWhere(engine, { index: ".users", query: { term: { is_admin: true } } })).toHaveLength(2);
    expect(await askEngine(engine, { method: "GET", path: "/_alias/.logs" })).toEqual({
      ".logs-000001": { aliases: { ".logs": { is_write_index: true } } },
    });
    expect(await askEngine(engine, { method: "GET", path: "/.publickey/_doc/_public_key" })).toMatchObject({
      found: true,
    });

    expect((await guest.call("dev-2:dev2-pass-12", "GET", "/books/_search")).status).toBe(200);
    expect(await guest.call(DEV, "GET", "/_user")).toMatchObject({ status: 200, body: { email: "new@example.test" } });
    expect(await guest.call(FOO, "GET", "/_role/readers%20of-2")).toMatchObject({
      status: 200,
      body: { username: made.username },
    });
  });

  it("a second gateway and a restart change nothing, with a password for the admin or without", async () => {
    const now = await state();
    const names = await indexNames(engine);
    const own = await stateOf(engine, [".searchdeck-locks"]);
    const second = await startGuest(opened(), { username: "foo", password: "bar" });
    const third = await startGuest(opened(), { username: "admin", password: "of nobody" });
    await untilReady(second);
    await untilReady(third);
    for (const one of [second, third]) expect(await one.call(SECOND, "GET", "/_user")).toMatchObject({ status: 200 });
    expect((await third.call("admin:of nobody", "GET", "/_user")).status).toBe(401);
    expect(third.lines.join("")).toContain("ADMIN_PASSWORD is not used");
    await Promise.all([second.close(), third.close(), guest.close()]);
    guest = await startGuest(opened());
    await untilReady(guest);
    expect(changed(now, await state())).toEqual([]);
    expect(changed(own, await stateOf(engine, [".searchdeck-locks"]))).toEqual([]);
    expect(await indexNames(engine)).toEqual(names);
    expect(guest.passwords).toEqual([]);
  });

  it("keeps logs and analytics beside it, and re-indexes", async () => {
    expect(
      (
        await guest.call(FOO, "PUT", "/books/_analytics/search", {
          query: "second book",
          user_id: "u",
          custom_events: { shelf: "b" },
        })
      ).status,
    ).toBe(200);
    await guest.call(FOO, "POST", "/books/_search", { query: { match: { title: "second" } } });
    const logs = TotalSchema.parse((await guest.call(FOO, "GET", "/_logs")).body);
    expect(logs.total).toBeGreaterThan(0);
    await askEngine(engine, { method: "POST", path: "/.searchdeck-analytics/_refresh" });
    // The answer ends with the second before this one.
    await expect
      .poll(async () => (await guest.call(FOO, "GET", "/_analytics/recent-searches?user_id=u")).body, {
        timeout: 5_000,
      })
      .toMatchObject([{ key: "second book" }]);
    expect(
      await sourcesWhere(engine, { index: ".searchdeck-analytics", query: { term: { c_shelf: "b" } } }),
    ).toHaveLength(1);
    expect(await sourcesWhere(engine, { index: ".logs", query: { match_all: {} } })).toEqual([]);

    const reindexed = await guest.call(FOO, "POST", "/_reindex/books?wait_for_completion=true", {});
    expect(reindexed.status).toBe(200);
    expect(
      HitsSchema.parse(
        (await guest.call(DEV, "POST", "/books/_search", { query: { match: { title: "second" } } })).body,
      ).hits.total.value,
    ).toBe(1);
    expect(await askEngine(engine, { method: "GET", path: "/_alias/books" })).toEqual({
      books_reindexed_1: { aliases: { books: {} } },
    });
    await guest.close();
  });
}
