import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { type Random, randomFrom } from "../../../../tests/engines/generate/random";
import { aclsOf, type Category } from "@common/access-control/categories";
import { fieldRights, maySee, searchRights } from "../access/field-rights";
import { patternAdmits } from "@common/text/index-pattern";
import { checkSources } from "../access/sources";
import type { Caller } from "../auth/types";
import { HttpError } from "../http/errors";
import { isExpired, type Credential, CredentialSchema } from "../auth/credential";
import { patchCredential } from "../../resources/access-control/credentials/service";
import type { CredentialStore } from "../../resources/access-control/credentials/store";
import { UserSchema } from "../auth/user";
import { createServices, routesOf } from "../../gateway";
import { hasAll, requireHasAll, requireMayChange, requireMayGive } from "./grants";
import { mapInTurns } from "./in-turns";
import { OF_INDICES, rightsOfCredential } from "./rights";
import { busyMs } from "../../../../tests/setup/busy";

const CREATED = "2024-01-01T00:00:00Z";
const DAY = 86_400_000;
const BASE: Credential = {
  username: "x", password: "p", owner: "o", creator: "o", role: "", categories: ["docs"], acls: ["get"], ops: ["read"], indices: ["*"], sources: ["0.0.0.0/0"], sources_xff_value: null,
  referers: ["*"], created_at: CREATED, ttl: -1, limits: {}, description: "", include_fields: null, exclude_fields: null, updated_at: "",
}; // prettier-ignore

// A small world: everything that a record may open, one list for each direction in which it can be wider.
const CALLS: readonly { category: Category; acl: string | null }[] = (["docs", "misc", "user"] as const)
  .flatMap((category) => [null, "get", "bulk"].map((acl) => ({ category, acl })))
  .filter(({ category, acl }) => acl === null || aclsOf([category]).some((one) => one === acl));
const NAMES = ["a", "a-1", "ab", "ab-1", "ac", "b", "b-1", "bc", "cab", "_all"];
const ADDRESSES = ["10.0.0.1", "10.1.0.1", "10.200.0.1", "192.0.2.1", "8.8.8.8"];
const FIELDS = ["title", "title.raw", "secret", "other", "sx", "tx", "x"];

type World = readonly (readonly boolean[])[];

function admits(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

// What a record opens in each direction, asked of the checks that hold at each call.
function openedBy(credential: Credential): World {
  const caller: Caller = { kind: "credential", credential };
  const rights = fieldRights(caller);
  const { maxSize = Infinity, disableQueryDSL = false } = credential.reactivesearchConfig ?? {};
  return [
    CALLS.map(
      ({ category, acl }) =>
        credential.categories.includes(category) && (acl === null || credential.acls.some((one) => one === acl)),
    ),
    (["read", "write"] as const).map((op) => credential.ops.includes(op)),
    NAMES.map((name) => credential.indices.some((pattern) => patternAdmits(pattern, name))),
    ADDRESSES.map((address) => admits(() => checkSources({ caller, address }))),
    [1, 5, 20, 100].map((calls) => calls <= (credential.limits["docs_limit"] ?? Infinity)),
    [0.5, 1.5, 3.5, 10].map((days) => !isExpired(credential, Date.parse(CREATED) + days * DAY)),
    FIELDS.map((field) => !rights || maySee(rights, field)),
    FIELDS.map((field) => !rights || maySee(searchRights(rights), field)),
    [1, 20, 100].map((size) => size <= maxSize),
    [true, !disableQueryDSL],
  ];
}

// True when a point of the first world, which is the product of its directions, lies in none of the others.
function reachesBeyond(world: World, others: readonly World[], at = 0): boolean {
  if (others.length === 0) return !isEmpty(world.slice(at));
  const direction = world[at];
  if (!direction) return false;
  // Places that lie in the same of the others are alike.
  const alike = new Map(
    direction.flatMap((isIn, place) =>
      isIn ? [[others.map((other) => other[at]?.[place]).join(), place] as const] : [],
    ),
  );
  return [...alike.values()].some((place) =>
    reachesBeyond(
      world,
      others.filter((other) => other[at]?.[place]),
      at + 1,
    ),
  );
}

function isEmpty(world: World): boolean {
  return world.some((direction) => !direction.includes(true));
}

function someOf<Item>(random: Random, items: readonly Item[]): Item[] {
  return items.filter(() => random.chance(0.6));
}

function randomParts(random: Random, share = 0.45): Partial<Credential> {
  const categories = someOf(random, ["docs", "misc", "user"] as const);
  const parts: Partial<Credential> = {
    categories,
    acls: someOf(
      random,
      aclsOf(categories).filter((acl) => acl === "get" || acl === "bulk"),
    ),
    ops: someOf(random, ["read", "write"] as const),
    indices: someOf(random, ["a", "ab", "a*", "b", "b*", "*ab", "*"]).filter(
      (pattern) => pattern !== "*" || random.chance(0.3),
    ),
    sources: random.pick([
      ["0.0.0.0/0"],
      ["10.0.0.0/8"],
      ["10.0.0.0/16"],
      ["10.0.0.0/9", "10.128.0.0/9"],
      ["192.0.2.0/24", "10.1.0.0/16"],
      [],
    ]),
    limits: { docs_limit: random.pick([3, 10, 30]) },
    ttl: random.pick([-1, DAY * 1e6, 2 * DAY * 1e6, 5 * DAY * 1e6]),
    include_fields: random.pick([null, ["*"], ["title"], ["title", "other"], ["t*"]]),
    search_include_fields_only: random.chance(0.5) ? true : undefined,
    exclude_fields: random.pick([null, [], ["secret"], ["title.raw"], ["s*", "other"]]),
    reactivesearchConfig: random.pick([
      {},
      { maxSize: 10 },
      { maxSize: 50, disableQueryDSL: true },
      { disableQueryDSL: false },
    ]),
  };
  const kept = Object.entries(parts).filter(() => random.chance(share));
  return CredentialSchema.partial().parse(Object.fromEntries(kept));
}

function credential(random: Random): Credential {
  return { ...BASE, ...randomParts(random) };
}

describe("nobody gives more than he has", () => {
  test("to somebody new: of 300 credentials each that opens something beyond its giver's is refused, and no other", () => {
    const random = randomFrom(3);
    let given = 0;
    for (let round = 0; round < 300; round++) {
      const giver = credential(random);
      const wanted = { ...giver, ...randomParts(random, random.pick([0.15, 0.45])) };
      const isGiven = admits(() =>
        requireMayGive({ kind: "credential", credential: giver }, rightsOfCredential(wanted)),
      );
      const [has, opens] = [openedBy(giver), openedBy(wanted)];
      const beyond = reachesBeyond(opens, [has]);
      if (isGiven) given++;
      // What opens nothing now is still refused where a part of it goes beyond: it would open something with the next
      // change.
      if (isGiven || !isEmpty(opens)) expect({ giver, wanted, isGiven }).toEqual({ giver, wanted, isGiven: !beyond });
    }
    expect(given).toBeGreaterThan(20);
  });

  test("by a change: of 300 each that opens or closes something beyond the giver's rights is refused, and no other", () => {
    const random = randomFrom(5);
    let made = 0;
    for (let round = 0; round < 300; round++) {
      const [giver, from] = [credential(random), credential(random)];
      const to = {
        ...from,
        ...(random.chance(0.5) ? randomParts(random) : { ops: someOf(random, ["read", "write"] as const) }),
      };
      const isMade = admits(() =>
        requireMayChange(
          { kind: "credential", credential: giver },
          { from: rightsOfCredential(from), to: rightsOfCredential(to) },
        ),
      );
      const [has, before, after] = [openedBy(giver), openedBy(from), openedBy(to)];
      const beyond = reachesBeyond(after, [before, has]) || reachesBeyond(before, [after, has]);
      if (isMade) made++;
      if (isMade || !(isEmpty(before) || isEmpty(after)))
        expect({ giver, from, to, isMade }).toEqual({ giver, from, to, isMade: !beyond });
    }
    expect(made).toBeGreaterThan(20);
  });

  test("by steps: what four credentials give each other never opens what none of them had", async () => {
    const random = randomFrom(11);
    for (let round = 0; round < 40; round++) {
      const records = new Map(
        ["one", "two", "three", "four"].map((username) => [
          username,
          { ...credential(random), username, role: username },
        ]),
      );
      const store = storeOf(records);
      const before = [...records.values()].map(openedBy);
      for (let step = 0; step < 12; step++) {
        const credential = records.get(random.pick([...records.keys()])) ?? BASE;
        const body = { ...randomParts(random), ...(random.chance(0.2) ? { role: random.pick(["", "five"]) } : {}) };
        await patchCredential({
          credentials: store,
          caller: { kind: "credential", credential },
          username: random.pick([...records.keys()]),
          body,
        }).catch(requireRefusal);
      }
      for (const credential of records.values())
        expect({ credential, beyond: reachesBeyond(openedBy(credential), before) }).toEqual({
          credential,
          beyond: false,
        });
    }
  });

  test("a password, a role or the end of who has more is out of reach", () => {
    const giver: Caller = { kind: "credential", credential: { ...BASE, indices: ["a*"] } };
    expect(() => requireHasAll(giver, rightsOfCredential({ ...BASE, indices: ["ab"] }))).not.toThrow();
    expect(() => requireHasAll(giver, rightsOfCredential({ ...BASE, indices: ["b"] }))).toThrow(
      "this takes the rights of somebody who has more than you: indices [b]",
    );
    expect(() =>
      requireHasAll(giver, rightsOfCredential({ ...BASE, categories: ["docs", "search"], indices: [] })),
    ).not.toThrow();
  });
});

test("records made to be compared for long hold nobody up", async () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `${at}`);
  const hostile: Credential = {
    ...BASE, categories: many.map(() => "docs"), acls: many.map(() => "get"), indices: Array.from({ length: 60 }, (_, at) => `*${at}a*b*${"ab".repeat(at % 9)}*c`), include_fields: Array.from({ length: 60 }, (_, at) => `*${at}x*y*z${at}*`), exclude_fields: many,
    sources: many.map((at) => `10.${Number(at) % 200}.0.0/16`), referers: many.map((at) => `https://${at}.test/*`),
  }; // prettier-ignore
  const giver: Caller = {
    kind: "credential",
    credential: {
      ...hostile,
      indices: hostile.indices.map((pattern) => `a*${pattern}`),
      include_fields: ["*x*y*", ...many],
      exclude_fields: ["*q*"],
      sources: many.map((at) => `10.0.${Number(at) % 250}.0/24`),
      referers: many.map((at) => `http://${at}.test`),
    },
  };
  const asked = () =>
    expect(
      admits(() => requireMayChange(giver, { from: rightsOfCredential(BASE), to: rightsOfCredential(hostile) })),
    ).toBe(false);
  expect(busyMs(asked, 1_000)).toBeLessThan(1_000);
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  await mapInTurns(many.slice(0, 20), () => hasAll(giver, rightsOfCredential({ ...hostile, include_fields: null })));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

function requireRefusal(error: unknown): void {
  if (!(error instanceof HttpError)) throw error;
}

function storeOf(records: Map<string, Credential>): CredentialStore {
  return {
    get: async (username) => records.get(username) ?? null,
    byRole: async (role) => [...records.values()].find((one) => one.role === role) ?? null,
    change: async ({ to }) => void records.set(to.username, to),
    put: async (credential) => void records.set(credential.username, credential),
    remove: async (username) => records.delete(username),
    list: async () => [...records.values()],
  };
}

describe("every field of a record", () => {
  // Who adds a field says here whether it opens something, and where it does, adds it to `rights.ts` and `excess.ts`.
  const OPENING = [
    "categories",
    "acls",
    "ops",
    "indices",
    "sources",
    "sources_xff_value",
    "referers",
    "ttl",
    "limits",
    "include_fields",
    "exclude_fields",
    "search_include_fields_only",
    "reactivesearchConfig",
    "is_admin",
    "allowed_actions",
  ];
  const BEING = [
    "username",
    "password",
    "previous_password",
    "previous_until",
    "password_hash_type",
    "role",
    "created_at",
  ];
  const TELLING = ["owner", "creator", "description", "email", "updated_at"];

  // It makes a credential end with its creator's rights, is set when one is created, and cannot be changed.
  const BINDING = ["bound_to_creator"];

  test("is known to open something, to be somebody, or to tell something only", () => {
    const fields = new Set([...Object.keys(CredentialSchema.shape), ...Object.keys(UserSchema.shape)]);
    expect([...fields].sort()).toEqual([...OPENING, ...BEING, ...BINDING, ...TELLING].sort());
  });
});

test("without an index the categories of indices open no call", () => {
  const routes = routesOf(
    createServices({ engine: () => Promise.reject(new Error("no engine here")), log: pino({ level: "silent" }) }),
  ).map(({ path, access }) => ({ path, access }));
  const unheld = routes.filter(
    ({ access }) =>
      "category" in access &&
      OF_INDICES.includes(access.category) &&
      access.kind === "server" &&
      access.indices !== "path",
  );
  expect(unheld).toEqual([]);
});
