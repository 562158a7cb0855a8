import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openRemoteEngine } from "@backend/engine/remote/open";
import { PRODUCTS } from "@backend/engine/remote/products";
import {
  askEngine,
  changed,
  type FilledCluster,
  type FilledIndex,
  indexNames,
  sourcesWhere,
  stateOf,
} from "../../../../tests/setup/guests/filled-cluster";
import { startGuest, untilReady } from "../../../../tests/setup/guests/guest";
import { searchServerState } from "../../../../server/http/health";
import { SYSTEM_INDICES } from "./system-indices";
import {
  add,
  both,
  type Change,
  closeGuests,
  closers,
  filled,
  guestOn,
  keep,
  noTemplates,
} from "../../../../tests/setup/guests/guest-clusters";

closeGuests();

const SHARED = new Set(SYSTEM_INDICES.filter((definition) => definition.shared).map(({ name }) => name));

function raise(): never {
  throw new Error("no such product");
}

function indexIn(cluster: FilledCluster, name: string): FilledIndex {
  const found = cluster.indices.find((index) => index.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

const edit =
  (name: string, change: (index: FilledIndex) => void): Change =>
  (cluster) =>
    change(indexIn(cluster, name));

const users = (change: (user: Record<string, unknown>) => void): Change =>
  edit(".users", ({ documents }) => documents.forEach(({ _source }) => change(_source)));

const KEYWORD = { type: "keyword" };

const keywords = edit(
  ".permissions",
  (index) =>
    (index.mappings = {
      dynamic: "true",
      properties: { username: KEYWORD, owner: KEYWORD, role: KEYWORD, indices: KEYWORD },
    }),
);

const textAlone = edit(
  ".permissions",
  (index) =>
    (index.mappings = {
      dynamic: "true",
      properties: Object.fromEntries(
        ["username", "owner", "role", "indices"].map((field) => [field, { type: "text" }]),
      ),
    }),
);

const lowered = edit(".permissions", (index) => {
  index.settings = { ...index.settings, analysis: { normalizer: { low: { type: "custom", filter: ["lowercase"] } } } };
  index.mappings = {
    dynamic: "true",
    properties: { role: { type: "text", fields: { keyword: { type: "keyword", normalizer: "low" } } } },
  };
});

const closedMapping = edit(
  ".permissions",
  (index) => (index.mappings = { dynamic: "false", properties: { created_at: { type: "date" } } }),
);

const strict = both(
  edit(".users", (index) => (index.mappings = { ...index.mappings, dynamic: "strict" })),
  users((user) => delete user["sources_xff_value"]),
);

const renamed = (name: string): Change =>
  edit(name, (index) => {
    index.aliases = { [name]: {} };
    index.name = `${name}_v2`;
  });

const Credentials = z.array(z.object({ username: z.string() }));

/**
 * What must hold on each of them: everybody signs in, roles and owners are found, a change and a new record are
 * readable for the other server.
 */
describe.each<[string, Change]>([
  ["without templates", noTemplates],
  ["keyword fields without a sub-field", keywords],
  ["text without a sub-field", textAlone],
  ["a sub-field that lowers letters", lowered],
  ["a mapping that is closed", closedMapping],
  ["an index that takes no new field", strict],
  ["aliases in the place of indices", both(renamed(".users"), renamed(".permissions"), renamed(".publickey"))],
  [
    "an alias with a write index",
    both(
      renamed(".users"),
      edit(".users_v2", (index) => (index.aliases = { ".users": { is_write_index: true } })),
    ),
  ],
  ["logs in an index, not an alias", both(keep(".users", ".permissions", ".publickey", "books"), add(".logs"))],
  [
    "a newer server's indices",
    both(
      ...[
        ".analytics-000001",
        ".pipelines",
        ".rules",
        ".sync_preferences",
        ".saved_searches",
        ".favorites",
        ".user_sessions",
      ].map((name) =>
        add(name, name.startsWith(".analytics") ? { aliases: { ".analytics": { is_write_index: true } } } : {}),
      ),
    ),
  ],
  ["another's index of locks", add(".locks", { mappings: { properties: { node: { type: "text" } } } })],
  [
    "fields and words that are newer",
    both(
      users((user) =>
        Object.assign(user, {
          mfa: { on: true },
          categories: ["ai", "search", "user", "docs", "indices"],
          allowed_actions: ["develop", "ai"],
          acls: ["search", "dream"],
        }),
      ),
      edit(".permissions", ({ documents }) =>
        documents.forEach(({ _source }) =>
          Object.assign(_source, { team: "t", reactivesearchConfig: { maxSize: null, newer: 1 } }),
        ),
      ),
    ),
  ],
  [
    "lists that are null and fields that lack",
    both(
      users((user) =>
        Object.assign(user, {
          sources: null,
          acls: null,
          email: null,
          categories: user["username"] === "dev1" ? user["categories"] : null,
        }),
      ),
      users((user) => {
        delete user["updated_at"];
        delete user["sources_xff_value"];
        delete user["password_hash_type"];
      }),
      edit(".permissions", ({ documents }) =>
        documents.forEach(({ _source }) => {
          for (const field of [
            "expired",
            "sources_xff_value",
            "include_fields",
            "exclude_fields",
            "description",
            "updated_at",
          ])
            delete _source[field];
        }),
      ),
    ),
  ],
])("a cluster with %s", (_name, change) => {
  it("is taken over as it stands", async () => {
    const { engine, cluster } = await filled(change);
    const names = cluster.indices.map(({ name }) => name);
    const before = await stateOf(engine, names);
    const guest = await guestOn(engine);
    expect(changed(before, await stateOf(engine, names))).toEqual([]);
    expect(guest.passwords).toEqual([]);
    for (const who of ["foo:bar", "dev1:dev1-pass-12"])
      expect((await guest.call(who, "GET", "/_user")).status, who).toBe(200);
    expect(
      (await guest.call("4f78c7e29602:e6154f6c-ce82-4629-a14e-e9c72a25f74d", "POST", "/books/_search", {})).status,
    ).toBe(200);
    expect(await guest.call("foo:bar", "GET", "/_role/editors")).toMatchObject({
      status: 200,
      body: { username: "0b4560dabd11" },
    });
    expect((await guest.call("foo:bar", "GET", "/_role/Editors")).status).toBe(404);
    expect(Credentials.parse((await guest.call("foo:bar", "GET", "/user/_permissions")).body)).toHaveLength(2);
    expect(Credentials.parse((await guest.call("foo:bar", "GET", "/books/_permissions")).body)).toHaveLength(1);
    expect(await guest.call("foo:bar", "PATCH", "/_user/dev1", { email: "new@example.test" })).toMatchObject({
      status: 200,
    });
    expect((await guest.call("foo:bar", "PATCH", "/_permission/0b4560dabd11", { description: "other" })).status).toBe(
      200,
    );
    const after = await stateOf(engine, names);
    const at = (name: string) => (names.includes(name) ? name : `${name}_v2`);
    expect(changed(before, after)).toEqual([`${at(".permissions")}/0b4560dabd11`, `${at(".users")}/dev1`].sort());
    const [dev] = await sourcesWhere(engine, { index: ".users", query: { ids: { values: ["dev1"] } } });
    const old = indexIn(cluster, at(".users")).documents.find(({ _id }) => _id === "dev1")?._source;
    expect(dev).toEqual({ ...old, email: "new@example.test", updated_at: dev?.["updated_at"] });
    expect((await guest.call("foo:bar", "GET", "/_logs")).status).toBe(200);
    expect(
      (await indexNames(engine)).filter(
        (name) => !names.includes(name) && !name.startsWith(".searchdeck-") && !SHARED.has(name),
      ),
    ).toEqual([]);
  });
});

describe("the first admin among users of a ReactiveSearch server", () => {
  const noAdmin = users((user) => (user["is_admin"] = false));

  it("is made where there is none, once", async () => {
    const { engine } = await filled(noAdmin);
    const guests = await Promise.all([guestOn(engine), guestOn(engine)]);
    const passwords = guests.flatMap(({ passwords: made }) => made);
    expect(passwords).toHaveLength(1);
    expect((await guests[1]?.call(`admin:${passwords[0]}`, "GET", "/_users"))?.body).toHaveLength(4);
  });

  it("takes no user's name who is none", async () => {
    const { engine } = await filled(noAdmin);
    const guest = await guestOn(engine, { username: "dev1", password: "another-one" });
    expect(guest.lines.join("")).toContain("nobody here is an admin, and dev1 is a user without that right");
    expect((await guest.call("dev1:dev1-pass-12", "GET", "/_user")).status).toBe(200);
  });

  it("gets the password that is given for his name, and keeps all else", async () => {
    const { engine, cluster } = await filled();
    const guest = await guestOn(engine, { username: "foo", password: "a-new-password" });
    expect((await guest.call("foo:a-new-password", "GET", "/_user")).status).toBe(200);
    const [foo] = await sourcesWhere(engine, { index: ".users", query: { term: { "username.keyword": "foo" } } });
    const old = indexIn(cluster, ".users").documents.find(({ _id }) => _id === "foo")?._source;
    expect(foo).toEqual({ ...old, password: foo?.["password"], updated_at: foo?.["updated_at"] });
  });
});

it.each([
  ["argon2id", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"],
  ["", "dev1-pass-12"],
  ["md5", "0cc175b9c0f1b6a831c399e269772661"],
])(
  "says that a password stored as %j cannot be checked, and never takes what is stored for the password",
  async (type, stored) => {
    const { engine } = await filled(
      users(
        (user) => user["username"] === "dev1" && Object.assign(user, { password_hash_type: type, password: stored }),
      ),
    );
    const guest = await guestOn(engine);
    const refused = await guest.call(`dev1:${stored}`, "GET", "/_user");
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      401,
      expect.stringContaining("the password of dev1 is stored in a way that this server cannot check"),
    ]);
    expect((await guest.call("foo:bar", "PATCH", "/_user/dev1", { password: "dev1-new-12" })).status).toBe(200);
    expect(await guest.call("dev1:dev1-new-12", "GET", "/_user")).toMatchObject({
      status: 200,
      body: { password_hash_type: "bcrypt" },
    });
  },
);

it("asks the cluster for rights on the names that are in use there", async () => {
  const { engine } = await filled();
  const asked: string[] = [];
  const product = { name: "OpenSearch", version: "3.2.0", differences: PRODUCTS["OpenSearch 3"] ?? raise() } as const;
  const guest = await startGuest({
    engine,
    close: () => Promise.resolve(),
    check: (own = []) => {
      asked.push(...own);
      return Promise.resolve({ ready: true, product, health: "green" });
    },
  });
  closers.push(guest.close);
  await untilReady(guest);
  expect(asked).toEqual(
    expect.arrayContaining([
      ".users",
      ".permissions",
      ".publickey",
      ".searchdeck-logs",
      ".searchdeck-logs-*",
      ".searchdeck-locks",
      ".searchdeck-analytics",
    ]),
  );
  expect(asked.filter((name) => /^\.(logs|analytics|locks|favorites)/.test(name))).toEqual([]);
});

it("says it over HTTP too, and is ready when it is mended", async () => {
  const { engine } = await filled(both(renamed(".users"), add(".users_v1", { aliases: { ".users": {} } })));
  const server = engineServer(engine);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const remote = openRemoteEngine({ nodes: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] });
  closers.push(remote.close);
  const guest = await startGuest(remote);
  closers.push(guest.close);
  await expect
    .poll(async () => (await fetch(`${guest.url}/arc/health`)).text(), { timeout: 10_000 })
    .toContain(
      "not ready: the alias .users stands for several indices (.users_v1, .users_v2): let it stand for the one that holds the records",
    );
  expect((await searchServerState(guest.url)).problem).toContain(
    "not ready: the alias .users stands for several indices",
  );
  expect(guest.lines.filter((line) => line.includes("not ready: the alias .users stands for several"))).toHaveLength(1);
  await askEngine(engine, { method: "DELETE", path: "/.users_v1" });
  await untilReady(guest);
  expect((await guest.call("dev1:dev1-pass-12", "GET", "/_user")).status).toBe(200);
  expect(guest.passwords).toEqual([]);
});

it.each<[string, Change, string]>([
  [
    "an alias of users over several indices",
    both(renamed(".users"), add(".users_v1", { aliases: { ".users": {} } })),
    "the alias .users stands for several indices (.users_v1, .users_v2): let it stand for the one that holds the records",
  ],
  [
    "a name of ours that another took",
    add(".searchdeck-analytics"),
    "the index .searchdeck-analytics has a name of the back end's own, which did not make it: rename or remove it",
  ],
  [
    "our mark on another's mapping",
    edit(".users", (index) => (index.mappings = { ...index.mappings, _meta: { version: 0 } })),
    "the system index .users cannot be brought from version 0 to 1: ",
  ],
])("says what is in the way: %s", async (_name, change, reason) => {
  const { engine } = await filled(change);
  const names = await indexNames(engine);
  const before = await stateOf(engine, names);
  await expect(startGuest({ engine, close: () => Promise.resolve() })).rejects.toThrow(reason);
  expect(changed(before, await stateOf(engine, names)).filter((name) => !name.startsWith(".users"))).toEqual([]);
});
