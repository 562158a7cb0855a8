import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { randomBelow } from "../../setup/seeds/random";
import { type Api, basic, makeShoes, openApi } from "../api";
import { UNLIMITED } from "../access-control/hidden-fields/twins";

// Recent and featured suggestions of a visitor whose credential was limited after he searched: to indices, to fields,
// or to both, by chance.

const INDICES = ["shoes", "shoes-old", "hats", "coats"] as const;
const PATHS = [...INDICES, "*", "shoes*", "shoes,hats", "hats,coats"] as const;
const FIELDS = ["zqcost", "zqowner", "zqdeep.zqnote", "zqdeep.zqtags"] as const;
const BOX = "front-box";
type Field = (typeof FIELDS)[number];
type Random = (below: number) => number;

const MadeSchema = z.object({ username: z.string(), password: z.string() });
const SuggestionSchema = z.object({ _id: z.string(), value: z.string(), _suggestion_type: z.string() });
const AnswerSchema = z.object({ s: z.object({ hits: z.object({ hits: z.array(SuggestionSchema) }) }) });

type Search = { term: string; path: string; user: string; field: Field | null };
type Featured = { id: string; fields: Field[] };
type Limits = { indices: string[]; include_fields?: string[]; exclude_fields?: string[] };

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

// A name at the start, in the middle, at the end, in brackets, and behind the sign that excludes it.
const SAID = [
  (field: string) => `${field} of boots`,
  (field: string) => `boots by ${field} today`,
  (field: string) => `boots by ${field}`,
  (field: string) => `boots (${field}: 3)`,
  (field: string) => `boots -${field}`,
];
// Labels hold marks, which are left out of what is put into the search box.
const marked = (text: string, random: Random) => (random(2) === 0 ? text : text.replace(/zq(\w)/, "<b>zq</b>$1"));

function searchesBy(random: Random): Search[] {
  return Array.from({ length: 40 }, (_, at) => {
    const field = random(2) === 0 ? pick(FIELDS, random) : null;
    const words = field === null ? "plain boots" : pick(SAID, random)(field);
    return { term: `t${at} ${words}`, path: pick(PATHS, random), user: pick(["ada", "eve"], random), field };
  });
}

function groupBy(random: Random) {
  const known: Featured[] = [];
  const textOf = (fields: Field[]) => {
    if (random(4) > 0) return "plain boots";
    const field = pick(FIELDS, random);
    fields.push(field);
    return pick(SAID, random)(field);
  };
  const sections = Array.from({ length: 4 }, (_, place) => {
    const ofSection: Field[] = [];
    const label = place === 0 ? undefined : marked(textOf(ofSection), random);
    const suggestions = Array.from({ length: 6 }, (_, at) => {
      const fields = [...ofSection];
      const id = `s${place}-${at}`;
      known.push({ id, fields });
      const one = {
        id,
        label: marked(textOf(fields), random),
        description: textOf(fields),
        value: random(2) === 0 ? undefined : textOf(fields),
      };
      return {
        ...one,
        url: `/s?q=${encodeURIComponent(textOf(fields))}`,
        action: "navigate",
        subAction: textOf(fields),
      };
    });
    return { id: `section-${place}`, label, suggestions };
  });
  return { sections, known };
}

const isWithin = (patterns: readonly string[], name: string) =>
  patterns.some(
    (pattern) =>
      pattern === "*" || pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))),
  );
const isBelow = (patterns: readonly string[], field: string) =>
  patterns.some((pattern) => field === pattern || field.startsWith(`${pattern}.`));

function limitsBy(random: Random): Limits {
  const indices = pick([["*"], ["shoes"], ["shoes*"], ["hats", "coats"], ["shoes", "hats"]], random);
  const some = FIELDS.filter(() => random(2) === 0);
  const fields = pick<Omit<Limits, "indices">>(
    [{}, { exclude_fields: some }, { exclude_fields: ["zqdeep", ...some] }, { include_fields: ["name", ...some] }],
    random,
  );
  return { indices, ...fields };
}

function isOpen({ include_fields: includes, exclude_fields: excludes = [] }: Limits, field: Field): boolean {
  return (includes === undefined || isBelow(includes, field)) && !isBelow(excludes, field);
}

let api: Api;
beforeAll(async () => {
  api = await openApi();
  const properties = Object.fromEntries(FIELDS.map((field) => [field, { type: "keyword" }]));
  for (const index of INDICES) {
    await makeShoes(api, index);
    expect((await api.call("PUT", `/${index}/_mapping`, { properties })).status).toBe(200);
  }
}, 60_000);
afterAll(() => api.close());

async function visitor(): Promise<{ username: string; as: string }> {
  const rights = {
    indices: ["*"],
    categories: ["reactivesearch", "search", "analytics"],
    ops: ["read", "write"],
    limits: UNLIMITED,
  };
  const { username, password } = MadeSchema.parse((await api.call("POST", "/_permission", rights)).body);
  return { username, as: basic(username, password) };
}

async function record(searches: readonly Search[], as: string): Promise<void> {
  for (const { term: query, path, user: user_id } of searches) {
    const reply = await api.call("PUT", `/${path}/_analytics/search`, { query, user_id, total_hits: 3 }, { as });
    expect(reply.status, reply.text).toBe(200);
  }
}

async function suggested(as: string, { index, asked, user }: { index: string; asked: string; user: string }) {
  const query = {
    id: "s",
    type: "suggestion",
    value: "",
    dataField: ["name"],
    enableIndexSuggestions: false,
    enableRecentSuggestions: true,
    enableFeaturedSuggestions: true,
    searchboxId: BOX,
    recentSuggestionsConfig: { size: 90, ...(asked === "" ? {} : { index: asked }) },
  };
  const reply = await api.call(
    "POST",
    `/${index}/_reactivesearch`,
    { query: [query], settings: { recordAnalytics: true, userId: user } },
    { as },
  );
  const { hits } = AnswerSchema.parse(reply.body).s.hits;
  const of = (kind: string) => hits.filter(({ _suggestion_type: type }) => type === kind);
  return {
    recent: of("recent").map(({ value }) => value),
    featured: of("featured").map(({ _id }) => _id),
    text: reply.text,
  };
}

test.each([3, 14, 159, 26])(
  "what a limited credential is told of, and no more (%i)",
  async (seed) => {
    const random = randomBelow(seed);
    const [searches, group] = [searchesBy(random), groupBy(random)];
    expect((await api.call("PUT", `/_featured_suggestions_group/${BOX}`, { sections: group.sections })).status).toBe(
      200,
    );
    const [own, other] = [await visitor(), await visitor()];
    await record(searches, own.as);
    // Under the same names, from elsewhere.
    await record(
      searches.map((one) => ({ ...one, term: `other ${one.term}` })),
      other.as,
    );
    await api.call("POST", "/.analytics/_refresh");

    let [told, untold] = [0, 0];
    for (let round = 0; round < 8; round++) {
      const limits = limitsBy(random);
      const patch = { include_fields: null, exclude_fields: null, ...limits };
      expect((await api.call("PATCH", `/_permission/${own.username}`, patch)).status).toBe(200);
      const user = pick(["ada", "eve"], random);
      const index = pick(limits.indices, random);
      const asked = pick(["", "*", "shoes", "hats,coats", "shoes*"], random);
      const named = asked === "" ? [index] : asked.split(",");
      const isAsked = (name: string) =>
        isWithin(named.includes("*") ? limits.indices : named.filter((one) => isWithin(limits.indices, one)), name);
      const recent = searches.filter(
        (one) =>
          one.user === user && one.path.split(",").some(isAsked) && (one.field === null || isOpen(limits, one.field)),
      );
      const featured = group.known.filter(({ fields }) => fields.every((field) => isOpen(limits, field)));
      const what = JSON.stringify({ limits, user, index, asked });
      const found = await suggested(own.as, { index, asked, user });
      expect(found.recent, what).toEqual(recent.map(({ term }) => term).reverse());
      expect(new Set(found.featured), what).toEqual(new Set(featured.map(({ id }) => id)));
      const plain = found.text.replace(/<\/?b>/g, "");
      for (const field of FIELDS.filter((one) => !isOpen(limits, one))) expect(plain, what).not.toContain(field);
      told += recent.length + featured.length;
      untold += searches.length + group.known.length - recent.length - featured.length;
    }
    expect(told).toBeGreaterThan(30);
    expect(untold).toBeGreaterThan(30);
  },
  120_000,
);
