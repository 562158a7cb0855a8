import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { pino } from "pino";
import type { Engine } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { checkIndices } from "@backend/gateway/platform/access/indices";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { createServices, prepareServices } from "@backend/gateway/gateway";
import { createLogIndex } from "@backend/gateway/resources/data/logs/log-index";
import { withLock } from "@backend/gateway/platform/store/lock";
import { NewerSystemIndexError, prepareSystemIndices } from "@backend/gateway/platform/store/prepare-system-indices";
import { firstName, SYSTEM, SYSTEM_INDICES, type SystemIndex } from "@backend/gateway/platform/store/system-indices";
import { createSystemPlaces } from "@backend/gateway/platform/store/system-places";
import { adminUser } from "@backend/gateway/resources/access-control/users/service";
import { startBackend } from "@backend/start";
import { openEmptyEngine } from "../../replay/target";

// A cluster on a busy machine takes a second for each index.
vi.setConfig({ testTimeout: 90_000 });

const DEAD_OWNER = "a process that died";

let opened: OpenedEngine;
let engine: Engine;

beforeAll(async () => {
  opened = await openEmptyEngine();
  engine = opened.engine;
});
afterAll(() => opened.close());

beforeEach(async () => {
  for (const { name, pieces } of SYSTEM_INDICES)
    await engine({ method: "DELETE", path: `/${pieces ? `${name}-*` : name}`, query: { expand_wildcards: "all" } });
});

async function send(
  method: "GET" | "PUT" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  query: Record<string, string> = {},
) {
  const answer = await engine({
    method,
    path,
    query,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.body === "" ? null : (JSON.parse(answer.body) as unknown) };
}

const MetaSchema = z.record(
  z.string(),
  z.object({
    mappings: z.object({
      dynamic: z.string(),
      properties: z.record(z.string(), z.unknown()).default({}),
      _meta: z.object({ version: z.number() }),
    }),
  }),
);
const SettingsSchema = z.record(
  z.string(),
  z.object({
    settings: z.object({
      index: z.looseObject({ hidden: z.string(), number_of_shards: z.string(), auto_expand_replicas: z.string() }),
    }),
  }),
);

async function mappingOf(index: string) {
  const mapping = MetaSchema.parse((await send("GET", `/${index}/_mapping`)).body)[index]?.mappings;
  if (!mapping) throw new Error(`no mapping of ${index}`);
  return mapping;
}

async function sourcesOf(index: string): Promise<unknown[]> {
  await send("POST", `/${index}/_refresh`);
  const found = await send("POST", `/${index}/_search`, { size: 1000 });
  return z
    .object({ hits: z.object({ hits: z.array(z.object({ _source: z.unknown() })) }) })
    .parse(found.body)
    .hits.hits.map((hit) => hit._source);
}

/** Writes the present lock as a process leaves it that ended without releasing it. */
async function leaveLock(expiresAt: number): Promise<void> {
  await send("PUT", `/${SYSTEM.locks.name}`, { settings: { index: { hidden: true } }, mappings: { dynamic: false } });
  await send("PUT", `/${SYSTEM.locks.name}/_doc/system-indices`, { owner: DEAD_OWNER, expires_at: expiresAt });
}

/** `.users` as of a later version, where the greeting became a list. */
const CHANGED: SystemIndex = {
  name: ".users",
  version: 3,
  mappings: { dynamic: false, properties: { username: { type: "keyword" }, greetings: { type: "keyword" } } },
  migrations: [
    { to: 2, rewrite: ({ greeting, ...rest }) => (greeting === undefined ? null : { ...rest, greetings: [greeting] }) },
    {
      to: 3,
      rewrite: ({ greetings, ...rest }) =>
        Array.isArray(greetings) && greetings.length === 1 ? { ...rest, greetings: [...greetings, "bye"] } : null,
    },
  ],
};

async function makeOldUsers(count: number): Promise<void> {
  await prepareSystemIndices({ engine, indices: [SYSTEM.users] });
  const lines = Array.from(
    { length: count },
    (_, place) => `{"index":{"_id":"u${place}"}}\n{"username":"u${place}","greeting":"hello","big":9007199254740993}\n`,
  );
  await send("POST", "/.users/_bulk", lines.join(""), { refresh: "true" });
}

it("makes each index hidden, of one shard, with its version and a closed mapping", async () => {
  await prepareServices(createServices({ engine, log: pino({ level: "silent" }) }));
  for (const definition of SYSTEM_INDICES) {
    const index = firstName(definition);
    const mapping = await mappingOf(index);
    expect(mapping._meta.version, index).toBe(definition.version);
    expect(Object.keys(mapping.properties).sort(), index).toEqual(Object.keys(definition.mappings.properties).sort());
    expect(mapping.dynamic, index).toBe(String(definition.mappings.dynamic));
    const settings = SettingsSchema.parse((await send("GET", `/${index}/_settings`)).body)[index]?.settings.index;
    expect(settings, index).toMatchObject({ hidden: "true", number_of_shards: "1", auto_expand_replicas: "0-1" });
    // Figures alone may be lost with the power of a machine.
    const isFigures = [SYSTEM.analytics, SYSTEM.userSessions, SYSTEM.searchSessions].some(
      ({ name }) => name === definition.name,
    );
    expect(settings?.["translog"], index).toEqual(isFigures ? { durability: "async" } : undefined);
  }
  const listed = JSON.stringify((await send("GET", "/_cat/indices", undefined, { format: "json" })).body);
  for (const definition of SYSTEM_INDICES) expect(listed).not.toContain(firstName(definition));
  expect((await send("GET", "/_alias/.logs")).body).toEqual({ ".logs-000001": { aliases: { ".logs": {} } } });
});

it("is closed to everybody but admins, however the name is written", async () => {
  const admin = await adminUser({ username: "a", password: "b" });
  const plain: Caller = { kind: "user", user: { ...admin, is_admin: false } };
  for (const definition of SYSTEM_INDICES) {
    for (const name of [
      definition.name,
      firstName(definition),
      `${definition.name.slice(0, 3)}*`,
      `<${definition.name}>`,
    ]) {
      expect(() => checkIndices(plain, [name]), name).toThrow(/cannot access/);
      expect(() => checkIndices({ kind: "user", user: admin }, [name]), name).not.toThrow();
    }
  }
});

it("lets four gateways start at once on an empty engine, with one first admin", async () => {
  const passwords: string[] = [];
  const onPassword = ({ password }: { password: string }) => passwords.push(password);
  const gateways = await Promise.all(
    Array.from({ length: 4 }, () =>
      startBackend({ engine, port: 0, adminUsername: "admin", onPassword, log: pino({ level: "silent" }) }),
    ),
  );
  try {
    expect(passwords).toHaveLength(1);
    const authorization = `Basic ${Buffer.from(`admin:${passwords[0]}`).toString("base64")}`;
    for (const { url } of gateways)
      expect((await fetch(`${url}/_user`, { headers: { authorization } })).status).toBe(200);
    expect((await send("GET", "/.locks/_doc/system-indices")).status).toBe(404);
    for (const definition of SYSTEM_INDICES)
      expect((await mappingOf(firstName(definition)))._meta.version).toBe(definition.version);
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
});

it("migrates an index of before there were versions", async () => {
  await send("PUT", "/.permissions", {
    settings: { index: { number_of_shards: 1 } },
    mappings: { dynamic: false, properties: { username: { type: "keyword" } } },
  });
  await send("PUT", "/.permissions/_doc/p", { username: "p", owner: "o" });
  await prepareSystemIndices({ engine });
  const mapping = await mappingOf(".permissions");
  expect(mapping._meta.version).toBe(SYSTEM.credentials.version);
  expect(Object.keys(mapping.properties)).toContain("role");
  expect(
    SettingsSchema.parse((await send("GET", "/.permissions/_settings")).body)[".permissions"]?.settings.index.hidden,
  ).toBe("true");
  expect(await sourcesOf(".permissions")).toEqual([{ username: "p", owner: "o" }]);
});

it("rewrites documents once, whoever of four comes first, and keeps every digit", async () => {
  await makeOldUsers(1200);
  const calls: string[] = [];
  const counted: Engine = (request) => {
    if (request.path === "/.users/_bulk") calls.push(request.path);
    return engine(request);
  };
  await Promise.all(Array.from({ length: 4 }, () => prepareSystemIndices({ engine: counted, indices: [CHANGED] })));
  const mapping = await mappingOf(".users");
  expect(mapping._meta.version).toBe(3);
  await send("POST", "/.users/_refresh");
  expect((await send("POST", "/.users/_count", { query: { term: { greetings: "bye" } } })).body).toMatchObject({
    count: 1200,
  });
  expect((await engine({ method: "GET", path: "/.users/_doc/u7" })).body).toContain("9007199254740993");
  // Three pages of each of two steps.
  expect(calls).toHaveLength(6);
});

it("goes on where a gateway died in the middle of a migration", async () => {
  await makeOldUsers(1200);
  let pages = 0;
  const dying: Engine = async (request) => {
    if (request.path.startsWith("/.locks/") && request.method === "DELETE") throw new Error("gone");
    if (request.path === "/.users/_bulk" && ++pages === 2) throw new Error("gone");
    return engine(request);
  };
  await expect(
    prepareSystemIndices({ engine: dying, indices: [CHANGED], owner: DEAD_OWNER, lease: 900 }),
  ).rejects.toThrow();
  expect((await send("GET", "/.locks/_doc/system-indices")).body).toMatchObject({ _source: { owner: DEAD_OWNER } });
  expect((await mappingOf(".users"))._meta.version).toBe(1);
  await prepareSystemIndices({ engine, indices: [CHANGED], lease: 900 });
  expect((await mappingOf(".users"))._meta.version).toBe(3);
  await send("POST", "/.users/_refresh");
  expect((await send("POST", "/.users/_count", { query: { term: { greetings: "bye" } } })).body).toMatchObject({
    count: 1200,
  });
});

it("takes over a lock that is long expired at once, and one that still holds after its lease", async () => {
  await leaveLock(Date.now() - 3_600_000);
  const started = Date.now();
  await prepareSystemIndices({ engine, lease: 20_000 });
  expect(Date.now() - started).toBeLessThan(10_000);

  await engine({ method: "DELETE", path: "/.users" });
  // A clock that runs an hour ahead: its own word says that the lock holds for long.
  await leaveLock(Date.now() + 3_600_000);
  await prepareSystemIndices({ engine, lease: 700 });
  expect((await mappingOf(".users"))._meta.version).toBe(SYSTEM.users.version);
});

it("gives a lock to one at a time and renews it while the work lasts", async () => {
  await prepareSystemIndices({ engine, indices: [SYSTEM.locks] });
  let inside = 0;
  let most = 0;
  const one = (owner: string) =>
    withLock({ engine, name: "turns", owner, lease: 1_500 }, async ({ check }) => {
      inside += 1;
      most = Math.max(most, inside);
      await pause(2_000);
      check();
      inside -= 1;
    });
  await Promise.all([one("a"), one("b"), one("c")]);
  expect(most).toBe(1);
});

it("tells a holder that another has taken the lock over", async () => {
  await prepareSystemIndices({ engine, indices: [SYSTEM.locks] });
  const work = withLock({ engine, name: "stolen", lease: 3_000 }, async ({ check }) => {
    await send("PUT", "/.locks/_doc/stolen", { owner: "thief", expires_at: Date.now() + 60_000 });
    // Told at the next renewal, not at the end of the lease.
    await vi.waitFor(() => expect(check).toThrow(/taken over/), { timeout: 15_000 });
    check();
  });
  await expect(work).rejects.toThrow("the lock [stolen] was taken over by another process");
  expect((await send("GET", "/.locks/_doc/stolen")).body).toMatchObject({ _source: { owner: "thief" } });
});

it("refuses to start on a version that it does not know, in one line, and changes nothing", async () => {
  await prepareSystemIndices({ engine, indices: [{ ...CHANGED, version: 7 }] });
  const start = startBackend({
    engine,
    port: 0,
    adminUsername: "admin",
    adminPassword: "secret",
    log: pino({ level: "silent" }),
  });
  await expect(start).rejects.toBeInstanceOf(NewerSystemIndexError);
  await expect(start).rejects.toThrow(
    /^The system index \.users is of version 7 and this program knows versions up to 1: [^\n]+$/,
  );
  expect((await send("GET", "/.permissions/_mapping")).status).toBe(404);
});

it("begins a new piece of the request log where the last one is full, and drops what is beyond the limits", async () => {
  let now = Date.now();
  const limits = { days: 4, records: 16, bytes: 1e12 };
  const log = createLogIndex({
    engine,
    places: createSystemPlaces(),
    limits: () => Promise.resolve(limits),
    now: () => now,
    pruneEvery: 0,
  });
  const fill = async (count: number) => {
    const lines = Array.from(
      { length: count },
      (_, n) => `{"index":{}}\n{"id":"${now}-${n}","timestamp":"${new Date(now).toISOString()}"}\n`,
    );
    await send("POST", `/${await log.current()}/_bulk`, lines.join(""), { refresh: "true" });
    now += 1000;
    await log.prune();
  };
  const pieces = async () =>
    Object.keys(z.record(z.string(), z.unknown()).parse((await send("GET", "/_alias/.logs")).body)).sort();
  await fill(1);
  expect(await pieces()).toEqual([".logs-000001"]);
  for (let round = 0; round < 9; round++) await fill(2);
  expect((await log.held()).records).toBeLessThanOrEqual(limits.records);
  expect(await pieces()).not.toContain(".logs-000001");
  // All of it is too old then but the piece that is written to.
  now += 10 * 24 * 3600 * 1000;
  await log.prune();
  expect(await pieces()).toHaveLength(1);
  expect((await log.held()).records).toBe(0);
});
