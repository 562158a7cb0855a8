import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { randomFrom } from "../../engines/generate/random";
import { type Api, basic, openApi } from "../api";
import { makePipeline, words } from "./support";

// Pipelines, authors and callers by chance: what comes back, and what has changed, is never more than each of them
// alone may see and do. The same seed gives the same cases: FUZZ_SEED plays a failure again.

const SEED = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const PIPELINES = 80;

// The planted fault: the rights of the author are not asked for.
const planted = vi.hoisted(() => ({ isOn: false }));
vi.mock(import("@backend/gateway/platform/access/both"), async (load) => {
  const real = await load();
  return {
    ...real,
    bothOf: (caller, author) => real.bothOf(caller, planted.isOn ? caller : author),
  };
});

const INDICES = ["shoes", "hats", "coats"] as const;
const LIMITS = Object.fromEntries(
  ["pipelines", "reactivesearch", "docs", "search", "indices", "ip"].map((name) => [`${name}_limit`, 1_000_000]),
);
const READS = ["search", "get", "msearch", "count"];
const WRITES = ["bulk", "index", "create", "update", "delete"];
const ALL = {
  categories: ["pipelines", "reactivesearch", "docs", "search"],
  acls: [...READS, ...WRITES],
  ops: ["read", "write", "delete"],
  indices: ["*"],
  limits: LIMITS,
};
const NO_BRAND = { exclude_fields: ["brand"] };

type Person = { name: string; as: string; sees: Set<string>; writes: Set<string>; deletes: Set<string> };
let api: Api;
let authors: Person[];
let callers: Person[];

const marksOf = (text: string) => text.match(/(?:name|brand)-(?:shoes|hats|coats)/g) ?? [];

const tellsUsers = (text: string) => /"password":|"is_admin":|"allowed_actions":/.test(text.replaceAll("\\", ""));

/** What somebody sees and does by himself: found out by doing it. */
async function person(name: string, as: string): Promise<Person> {
  const [users, credentials] = await Promise.all(
    ["/_users", "/_permissions"].map(async (path) => (await api.call("GET", path, undefined, { as })).text),
  );
  const found: Person = { name, as, sees: new Set(), writes: new Set(), deletes: new Set() };
  if (tellsUsers(`${users}${credentials}`)) found.sees.add("users");
  for (const index of INDICES) {
    const id = `own-${name.replaceAll(/\W/g, "")}`;
    for (const { text } of [
      await api.call("POST", `/${index}/_search`, {}, { as }),
      await api.call("POST", `/${index}/_reactivesearch`, words("boot"), { as }),
      await api.call("GET", `/${index}/_doc/1`, undefined, { as }),
    ])
      for (const mark of marksOf(text)) found.sees.add(mark);
    if ((await api.call("PUT", `/${index}/_doc/${id}`, { note: "own" }, { as })).status < 300) found.writes.add(index);
    await api.call("PUT", `/${index}/_doc/${id}`, { note: "own" });
    if ((await api.call("DELETE", `/${index}/_doc/${id}`, undefined, { as })).status < 300) found.deletes.add(index);
    await api.call("DELETE", `/${index}/_doc/${id}`);
  }
  return found;
}
const made = async (name: string, more: object = {}) => person(name, await api.credential({ ...ALL, ...more }));

beforeAll(async () => {
  api = await openApi();
  for (const index of INDICES) {
    await api.call("PUT", `/${index}`, {
      mappings: { properties: { name: { type: "text" }, brand: { type: "keyword" } } },
    });
    await api.call("PUT", `/${index}/_doc/1?refresh=true`, { name: `boot name-${index}`, brand: `brand-${index}` });
  }
  const admin = await person("admin", basic("foo", "bar"));
  authors = [
    admin,
    await made("all"),
    await made("no brand", NO_BRAND),
    await made("no documents", {
      categories: ["pipelines", "reactivesearch", "search"],
      acls: ["search", "msearch"],
    }),
    await made("no search", { categories: ["pipelines", "docs"], acls: [...WRITES, "get"] }),
    await made("deletes nothing", { ops: ["read", "write"] }),
  ];
  callers = [
    admin,
    await made("everything"),
    await made("one index", { indices: ["shoes"] }),
    await made("two indices", { indices: ["shoes", "hats"] }),
    await made("reads", { ops: ["read"] }),
    await made("no brand seen", NO_BRAND),
  ];
}, 60_000);
afterAll(() => api.close());

const TELL = {
  id: "tell",
  script: "function handleRequest() { return { response: { code: 200, body: JSON.stringify(context) } }; }",
};
const MARK = "{{request.headers.mark}}";

type Case = { n: number; author: Person; caller: Person; open: boolean; text: string; status: number; writes: boolean };
type Random = ReturnType<typeof randomFrom>;

function stageBy({ pick, chance }: Random, n: number, method: string): object[] {
  const index = pick([...INDICES, "*", "shoes,hats", "_all"]);
  const id = `s${n}`;
  const put = { body: { note: "planted" } };
  const kinds: (() => object[])[] = [
    () => [{ id, use: "httpRequest", inputs: { url: `/${index}/_search`, method: "POST", body: {} } }],
    () => [{ id, use: "httpRequest", inputs: { url: `/${index}/_doc/1`, method: "GET" } }],
    () => [{ id, use: "httpRequest", inputs: { url: pick(["/.users/_search", "/_users", "/_permissions"]) } }],
    () => [
      { id, use: "httpRequest", inputs: { url: `/${index}/_reactivesearch`, method: "POST", body: words("boot") } },
    ],
    () => [{ id, use: "httpRequest", inputs: { url: `/${pick(INDICES)}/_doc/${MARK}`, method: "PUT", ...put } }],
    () => [{ id, use: "httpRequest", inputs: { url: `/${pick(INDICES)}/_doc/prey-${MARK}`, method: "DELETE" } }],
    () => [
      {
        id,
        use: "elasticsearchQuery",
        inputs: { path: `/${pick(INDICES)}/_doc/${MARK}`, method: "PUT", independentBody: '{"note":"planted"}' },
      },
    ],
    () => [
      { id, use: "elasticsearchQuery", inputs: { path: `/${index}/_search`, method: "POST", independentBody: "{}" } },
    ],
    () => [{ id: `${id}t`, use: "reactivesearchQuery" }, { id, use: "elasticsearchQuery" }, { use: "recordAnalytics" }],
    () => [
      { id, script: `function handleRequest() { return { envs: { index: [${JSON.stringify(pick(INDICES))}] } }; }` },
    ],
    () => [
      {
        id,
        script: `function handleRequest() { return { request: { ...context.request, body: ${JSON.stringify(JSON.stringify(words("boot", { index: pick(INDICES), includeFields: ["*"] })))} } }; }`,
      },
    ],
    () => [{ id, use: "recordClick" }],
    () => [{ id, use: "addFilter", inputs: { data: { name: "boot" } } }],
  ];
  // What changes something is asked for more often where the route may.
  const alike = { PUT: kinds[4], DELETE: kinds[5] }[method];
  const stages = (alike !== undefined && chance(0.4) ? alike : pick(kinds))();
  return chance(0.2) ? stages.map((stage) => ({ ...stage, async: true })) : stages;
}

const writing = (path: string) => ({ path, method: "PUT", classify: { category: "docs", acl: "index" } });
const deleting = (path: string) => ({ path, method: "DELETE", classify: { category: "docs", acl: "delete" } });
const reading = (path: string) => ({ path, method: "POST", classify: { category: "reactivesearch" } });

type Plan = { author: Person; route: ReturnType<typeof reading>; isOpen: boolean; stages: object[]; callers: Person[] };

function planBy(random: Random, path: string): Plan {
  const route = random.pick([reading, writing, deleting, reading, writing])(path);
  const isOpen = random.chance(0.1);
  const stages = [
    ...(isOpen ? [] : [{ use: "authorization" }]),
    ...Array.from({ length: 1 + random.below(4) }, (_, at) => stageBy(random, at, route.method)).flat(),
    TELL,
  ].map((stage, at) => ("id" in stage ? { ...stage, id: `${String(stage.id)}-${at}` } : { ...stage, id: `u-${at}` }));
  const four = Array.from({ length: 4 }, () => random.pick(callers));
  return { author: random.pick(authors), route, isOpen, stages, callers: four };
}

/** Runs pipelines made by chance, each for four callers. `tag` tells what a round writes from another's. */
async function play(seed: number, { pipelines, tag }: { pipelines: number; tag: string }): Promise<Case[]> {
  const random = randomFrom(seed);
  const plans = Array.from({ length: pipelines }, (_, n) => planBy(random, `/${tag}-${n}`));
  const prey = Array.from(
    { length: pipelines * 4 },
    (_, n) => `{"index":{"_id":"prey-${tag}${n}"}}\n{"note":"prey"}\n`,
  );
  await Promise.all(INDICES.map((index) => api.call("POST", `/${index}/_bulk`, prey.join(""))));
  const cases: Case[] = [];
  for (const [at, { author, route, isOpen, stages, callers: four }] of plans.entries()) {
    const content = { enabled: true, routes: [route], envs: { index: ["shoes"] }, stages };
    await makePipeline(api, { content }, { as: author.as });
    const ran = four.map(async (caller, place): Promise<Case> => {
      const n = at * 4 + place;
      const { text, status } = await api.call(route.method, route.path, words("boot"), {
        as: caller.as,
        headers: { mark: `${tag}${n}` },
      });
      return { n, author, caller, open: isOpen, text, status, writes: route.method !== "POST" };
    });
    cases.push(...(await Promise.all(ran)));
  }
  return cases;
}

const IdsSchema = z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({ _id: z.string() })) }) });
async function idsIn(index: string): Promise<Set<string>> {
  const body = { size: 10_000, _source: false, query: { match_all: {} } };
  await api.call("POST", `/${index}/_refresh`);
  return new Set(
    IdsSchema.parse((await api.call("POST", `/${index}/_search`, body)).body).hits.hits.map(({ _id }) => _id),
  );
}

/** What somebody was told, or has changed, beyond what he or the author may alone; and how much was done at all. */
async function judge(tag: string, cases: readonly Case[]) {
  const faults: string[] = [];
  const done = { read: 0, written: 0, deleted: 0 };
  const there = new Map(await Promise.all(INDICES.map(async (index) => [index, await idsIn(index)] as const)));
  for (const { n, author, caller, open, text, status, writes } of cases) {
    const about = `case ${n}, ${author.name} for ${caller.name}`;
    if (open && status !== 401) faults.push(`${about}: ${status} without authorization`);
    const marks = new Set(marksOf(text));
    if (marks.size > 0) done.read += 1;
    for (const mark of marks)
      if (open || !caller.sees.has(mark) || !author.sees.has(mark)) faults.push(`${about} tells ${mark}`);
    // Who may not be told of users by the calls for them is not told by a pipeline.
    if (tellsUsers(text) && (open || !caller.sees.has("users") || !author.sees.has("users")))
      faults.push(`${about} tells users`);
    for (const [index, ids] of there) {
      if (ids.has(`${tag}${n}`)) {
        done.written += 1;
        if (open || !writes || !caller.writes.has(index) || !author.writes.has(index))
          faults.push(`${about} wrote into ${index}`);
      }
      if (!ids.has(`prey-${tag}${n}`)) {
        done.deleted += 1;
        if (open || !writes || !caller.deletes.has(index) || !author.deletes.has(index))
          faults.push(`${about} deleted from ${index}`);
      }
    }
  }
  return { faults, done };
}

test(`nothing is more than author and caller each may, by FUZZ_SEED=${SEED}`, async () => {
  const cases = await play(SEED, { pipelines: PIPELINES, tag: "case" });
  const { faults, done } = await judge("case", cases);
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(faults, `FUZZ_SEED=${SEED}\n${faults.join("\n")}`).toEqual([]);
  expect(done.read, JSON.stringify(done)).toBeGreaterThan(20);
  expect(done.written, JSON.stringify(done)).toBeGreaterThan(3);
  expect(done.deleted, JSON.stringify(done)).toBeGreaterThan(0);
  expect(cases.filter(({ open }) => open).length).toBeGreaterThan(0);
}, 60_000);

test("a server that forgets the author's rights is found out", async () => {
  planted.isOn = true;
  try {
    const { faults } = await judge("planted", await play(1, { pipelines: 25, tag: "planted" }));
    expect(faults.length).toBeGreaterThan(0);
  } finally {
    planted.isOn = false;
  }
}, 60_000);
