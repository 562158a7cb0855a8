import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { ENGINE_KIND } from "../../../replay/target";
import { type Api, basic, openApi, type Reply } from "../../api";
import { type Call, CHANGES, CHANGING, OTHERS, PLACES, type Probe, URLS } from "./places";
import { QUERIES } from "./queries";
import { makeCallers, makeTwins, SHOWN, TWINS, UNLIMITED } from "./twins";

const CredentialSchema = z.object({ username: z.string(), password: z.string() });

const ALWAYS = PLACES.slice(0, 2);
const IN_TURN = PLACES.slice(2);
/** In how many more places each query is tried; which they are goes round. */
const MORE_PLACES = 1;

type Named = [name: string, probe: Probe];

// What the gateway asks does not hang on the engine, so of a second real one a third is tried.
const SHARE = ENGINE_KIND === "elasticsearch" ? 3 : 1;
const some = <Item>(_: Item, at: number) => at % SHARE === 0;

// Every query in the places that are always tried and in some others, and the simplest one everywhere.
const PROBES: readonly Named[] = QUERIES.filter(some)
  .flatMap((query, at): Named[] => {
    const turns =
      at === 0
        ? IN_TURN
        : Array.from(
            { length: MORE_PLACES },
            (_, step) => IN_TURN[(at * MORE_PLACES + step) % IN_TURN.length] ?? IN_TURN[0]!,
          );
    return [...ALWAYS, ...turns].map(([place, make]): Named => [`${place}: ${JSON.stringify(query)}`, make(query)]);
  })
  .concat(OTHERS.filter(some).map((probe): Named => [JSON.stringify(probe("twin")), probe]));

const URL_PROBES = URLS.filter(some).map((probe): Named => [JSON.stringify(probe("twin")), probe]);

/** Of how many queries one is tried with calls that change what it finds. */
const OF = 4;
const CHANGING_PROBES: readonly Named[] = QUERIES.filter((_, at) => at % (OF * SHARE) === 0)
  .map((query, at): Named => {
    const [place, make] = CHANGING[at % CHANGING.length] ?? CHANGING[0]!;
    return [`${place}: ${JSON.stringify(query)}`, make(query)];
  })
  .concat(CHANGES.filter(some).map((probe): Named => [JSON.stringify(probe("twin")), probe]));

const LANES = [0, 1, 2, 3, 4];
const GROUP = 50;
const GROUPS = Array.from({ length: Math.ceil(PROBES.length / GROUP) }, (_, place) =>
  PROBES.slice(place * GROUP, (place + 1) * GROUP),
);

// Elasticsearch 7 lists term vectors by the order of a hash map.
function inOrder(text: string): string {
  const answer = parseJson(text);
  const vectors = isJsonObject(answer) ? answer["term_vectors"] : undefined;
  if (!isJsonObject(answer) || vectors === undefined || !isJsonObject(vectors)) return text;
  return stringifyJson({
    ...answer,
    term_vectors: Object.fromEntries(Object.entries(vectors).sort(([a], [b]) => (a < b ? -1 : 1))),
  });
}

// What is different in every answer, or by the name of the index alone.
function comparable({ status, text: sent }: Reply): string {
  const text = sent.includes('"term_vectors":') ? inOrder(sent) : sent;
  const plain = text
    .replace(/"took":\d+/g, "")
    .replace(/"_scroll_id":"[^"]*"/g, "")
    // Java's name of an object in memory.
    .replace(/@[0-9a-f]{5,8}\b/g, "@")
    .replace(/"(index_)?uuid":"[^"]*"/g, "")
    // A primary term counts how often the engine has started a shard.
    .replace(/"(_version|_seq_no|_primary_term|batches|created|updated)":\d+/g, "")
    .replaceAll(TWINS[0], "twin")
    .replaceAll(TWINS[1], "twin")
    .replace(/\[\[twin\/[\w-]{22}\]\]/g, "");
  return `${status} ${plain}`;
}

describe("fields that are hidden from a credential are ones that are not there", () => {
  let api: Api;
  let callers: Awaited<ReturnType<typeof makeCallers>>;
  let telling = 0;
  const silent: string[] = [];

  beforeAll(async () => {
    api = await openApi();
    await makeTwins(api);
    callers = await makeCallers(api);
  }, 120_000);
  afterAll(() => api.close());

  async function answers(probe: Probe, as?: string): Promise<[string, string]> {
    const ask = async ([method, path, body]: Call) =>
      comparable(await api.call(method, path, body, as === undefined ? {} : { as }));
    return [await ask(probe(TWINS[0])), await ask(probe(TWINS[1]))];
  }

  async function problemsOf([name, probe]: Named, at: number): Promise<string[]> {
    const problems: string[] = [];
    const strange: string[] = [];
    // The credentials first: of what they change both indices have the same.
    const all = [
      ["excluding", callers.excluding],
      ["including", callers.including],
    ] as const;
    for (const [who, as] of at % 2 === 0 ? all : all.slice(0, 1)) {
      const [one, other] = await answers(probe, as);
      if (one !== other) problems.push(`${who}: ${name}\n  ${one.slice(0, 700)}\n  ${other.slice(0, 700)}`);
      if (/^(5|429)/.test(one)) strange.push(`${who}: ${name} is answered ${one.slice(0, 300)}`);
    }
    const [left, right] = await answers(probe);
    // An engine of its own accord may break on a call.
    if (!left.startsWith("5")) problems.push(...strange);
    // What this engine has not, or what says nothing on it.
    if (left === right) silent.push(`${name} ${left.slice(0, 160)}`);
    else telling++;
    return problems;
  }

  async function problemsIn(probes: readonly Named[]): Promise<string[]> {
    const problems: string[] = [];
    for (const [at, named] of probes.entries()) problems.push(...(await problemsOf(named, at)));
    return problems;
  }

  // What changes nothing may go side by side.
  async function sideBySide(probes: readonly Named[]): Promise<string[]> {
    const lanes = await Promise.all(
      LANES.map((lane) => problemsIn(probes.filter((_, at) => at % LANES.length === lane))),
    );
    return lanes.flat();
  }

  test.each(GROUPS.map((group, place) => [place * GROUP + 1, group] as const))(
    "%i and on: the answer is the same whatever they hold",
    async (_, group) => {
      expect(await sideBySide(group)).toEqual([]);
    },
  );

  test("nor is it told by the parameters of a URL", async () => {
    const before = telling;
    expect(await sideBySide(URL_PROBES)).toEqual([]);
    expect(telling - before).toBeGreaterThan(0.25 * URL_PROBES.length);
    telling = before;
  }, 60_000);

  test("nor is it told by what a call changes", async () => {
    const problems = await problemsIn(CHANGING_PROBES);
    await makeTwins(api);
    expect(problems).toEqual([]);
  }, 60_000);

  test("and the probes tell an admin", () => {
    if (process.env["SHOW_SILENT"]) console.log(silent.join("\n"));
    expect(telling).toBeGreaterThan(0.6 * (PROBES.length + CHANGING_PROBES.length));
  });

  test("what is only left out of answers can be searched, until that is closed too", async () => {
    const search = { query: { term: { pin: 88 } } };
    const found = async (as: string) => (await api.call("POST", `/${TWINS[1]}/_count`, search, { as })).body;
    expect(await found(callers.open)).toMatchObject({ count: 1 });
    expect(
      (await api.call("POST", `/${TWINS[1]}/_search`, { ...search, sort: ["_doc"] }, { as: callers.open })).text,
    ).not.toContain("88");
    const made = await api.call("POST", "/_permission", { indices: ["*"], include_fields: SHOWN, limits: UNLIMITED });
    expect(made.body).not.toHaveProperty("search_include_fields_only");
    const { username, password } = CredentialSchema.parse(made.body);
    const as = basic(username, password);
    for (const [search_include_fields_only, count] of [
      [true, 0],
      [null, 0],
      [false, 1],
    ] as const) {
      expect((await api.call("PATCH", `/_permission/${username}`, { search_include_fields_only })).status).toBe(200);
      const { text } = await api.call("GET", `/_permission/${username}`);
      expect(text.includes('"search_include_fields_only":true')).toBe(count === 0);
      expect(text.includes("search_include_fields_only")).toBe(count === 0);
      await expect.poll(() => found(as), { timeout: 5_000 }).toMatchObject({ count });
    }
  });

  test("what is left is searched, sorted, grouped and marked as before", async () => {
    const as = callers.excluding;
    const body = {
      query: { query_string: { query: "boot AND (price:3 OR secret:none)" } },
      sort: [{ price: "asc" }],
      aggs: { b: { terms: { field: "brand" } } },
      highlight: { fields: { "*": {} } },
    };
    expect((await api.call("POST", `/${TWINS[1]}/_search`, body, { as })).body).toMatchObject({
      hits: { total: { value: 1 }, hits: [{ _id: "1", sort: [3] }] },
      aggregations: { b: { buckets: [{ key: "acme", doc_count: 1 }] } },
    });
    expect(
      (await api.call("GET", `/${TWINS[1]}/_search?q=boot&default_operator=and`, undefined, { as })).body,
    ).toMatchObject({
      hits: { total: { value: 2 } },
    });
    expect(
      (await api.call("POST", `/${TWINS[1]}/_count`, { query: { exists: { field: "deep" } } }, { as })).body,
    ).toMatchObject({ count: 2 });
    expect(
      (await api.call("POST", `/${TWINS[1]}/_count`, { query: { multi_match: { query: "boot" } } }, { as })).body,
    ).toMatchObject({ count: 2 });
  });

  test("mappings and lists of fields do not name them", async () => {
    for (const as of [callers.excluding, callers.including]) {
      for (const path of ["_mapping", "_field_caps?fields=*", "_mapping/field/*", ""]) {
        const { status, text } = await api.call("GET", `/${TWINS[1]}/${path}`.replace(/\/$/, ""), undefined, { as });
        if (status >= 400) continue;
        expect(text, path).toContain("brand");
        for (const name of ["secret", "pin", "note", "parts", "other", "all"])
          expect(text, path).not.toMatch(new RegExp(`["./]${name}[".]`));
      }
    }
  });

  test("a credential cannot keep a filter by one of them", async () => {
    const filter = { range: { pin: { gte: 70 } } };
    const calls: Call[] = [
      ["POST", "/_aliases", { actions: [{ add: { index: TWINS[1], alias: "twin-view", filter } }] }],
      ["PUT", `/${TWINS[1]}/_alias/twin-view`, { filter }],
      ["PUT", "/twin-new", { aliases: { "twin-view": { filter } } }],
    ];
    for (const [method, path, body] of calls)
      expect((await api.call(method, path, body, { as: callers.excluding })).status, path).toBe(401);
  });

  test("what is not known is refused", async () => {
    for (const body of [
      { query: { secret_query: {} } },
      { aggs: { a: { secret_agg: { field: "pin" } } } },
      { query: { bool: { moist: [{ term: { pin: 77 } }] } } },
      { more: { query: { term: { pin: 77 } } } },
    ]) {
      expect(
        (await api.call("POST", `/${TWINS[1]}/_search`, body, { as: callers.excluding })).status,
        JSON.stringify(body),
      ).toBe(400);
    }
  });
});
