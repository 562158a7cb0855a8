import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { CATEGORIES } from "@common/access-control/categories";
import { PASSES } from "@backend/gateway/platform/allow-list/table";
import { randomBelow } from "../../../setup/seeds/random";
import { type Api, openApi, type Reply } from "../../api";
import { BOX, type Field, FIELDS, ID, INDEX, markOf, PAGE, plant } from "./planted-fields";
import { UNLIMITED } from "./twins";

type Call = [method: string, path: string, body?: unknown];

/** Whose answers are about the caller's own rights, which name the fields that he may not see. */
const OF_RIGHTS = /_permission|\/_role|\/_user/;
// What the real engine says of itself for minutes, or does not answer at all to some.
const LEFT_OUT = /_nodes|_tasks|hot_threads|\/_cluster\/\*rest/;

/** Every route that is read by GET, with what was planted in the places of its path. */
function gets(rules: readonly string[]): Call[] {
  const ids = [...FIELDS.keys(), FIELDS.length].map((at) => `told-${at}`);
  const paths = PASSES.flatMap(({ routes }) => routes).filter(
    (route) => route.startsWith("GET ") && !OF_RIGHTS.test(route) && !LEFT_OUT.test(route),
  );
  return paths.flatMap((route): Call[] => {
    const path = route
      .slice("GET ".length)
      .replace(/:(index|target|source)\b/g, INDEX)
      .replace(":fields", "*")
      .replace(":label", "brand")
      .replace(/\*rest$/, "");
    const kept = path.includes("_rule/:id")
      ? rules
      : path.includes("_storedquery/:id")
        ? ids
        : /_featured/.test(path)
          ? [ID]
          : path.includes("_uibuilder")
            ? [path.includes("searchbox") ? BOX : PAGE]
            : path.includes("/_ai/")
              ? ids
              : ["1"];
    const all = path.includes(":id") ? kept.map((id) => path.replace(":id", id)) : [path];
    return all.map((one): Call => ["GET", one.replace(":version", "1").replace(/:\w+/g, INDEX)]);
  });
}

const ASKED = { id: "s", value: "open", dataField: ["name"], size: 5 };
const SUGGESTED = {
  id: "g",
  type: "suggestion",
  value: "",
  dataField: ["name"],
  enableFeaturedSuggestions: true,
  enablePopularSuggestions: true,
  enableRecentSuggestions: true,
  searchboxId: ID,
};

/** Calls that read by a body. */
function posts(): Call[] {
  const queries = [...FIELDS.keys(), FIELDS.length];
  const stored = (at: number) => ({ ...ASKED, defaultQuery: { id: `told-${at}` } });
  return [
    ["POST", `/${INDEX}/_reactivesearch`, { query: [ASKED] }],
    ["POST", `/${INDEX}/_reactivesearch`, { query: [{ ...ASKED, type: "suggestion" }] }],
    ["POST", `/${INDEX}/_reactivesearch`, { query: [SUGGESTED], settings: { recordAnalytics: true } }],
    [
      "POST",
      `/${INDEX}/_reactivesearch`,
      { query: [{ id: "s" }, { id: "t", type: "term" }, { id: "r", type: "search", value: "boot", highlight: true }] },
    ],
    [
      "POST",
      `/${INDEX}/_reactivesearch/validate`,
      {
        query: [
          { id: "s", value: "boot" },
          { id: "g", type: "suggestion", value: "boot" },
        ],
      },
    ],
    // Filled by the preferences of suggestions alone.
    [
      "POST",
      `/${INDEX}/_reactivesearch/validate`,
      {
        query: [{ id: "g", type: "suggestion", value: "boot", dataField: ["name"] }],
        settings: { enableSearchRelevancy: false },
      },
    ],
    // Explanations tell in which fields words were found.
    ["POST", `/${INDEX}/_explain/1`, { query: { query_string: { query: "*value", fields: ["*"] } } }],
    ["POST", `/${INDEX}/_search`, { query: { query_string: { query: "*value", fields: ["*"] } }, explain: true }],
    ["POST", "/_grade/metrics", { indices: [INDEX] }],
    ["POST", "/_grade/metrics", { indices: [INDEX], page: 2 }],
    ["GET", `/_grade/${INDEX}?query=boot`],
    ["POST", "/.synonyms/_reactivesearch", { query: [{ id: "s", value: INDEX, dataField: ["index"], size: 100 }] }],
    [
      "POST",
      "/.synonyms/_reactivesearch",
      { query: [{ id: "s", type: "term", dataField: ["synonym.keyword"], aggregationSize: 100 }] },
    ],
    ["POST", "/.synonyms/_reactivesearch", { query: [{ id: "s", defaultQuery: { query: { match_all: {} } } }] }],
    ["GET", `/_settings?flat_settings=true`],
    ["POST", `/${INDEX}/_analyze`, { tokenizer: "whitespace", filter: ["told"], text: "clogs" }],
    ["POST", `/${INDEX}/_analyze`, { tokenizer: "whitespace", filter: ["told"], text: "clogs", explain: true }],
    ...queries.flatMap((at): Call[] => [
      ["POST", `/${INDEX}/_reactivesearch/validate`, { query: [stored(at)] }],
      ["POST", `/${INDEX}/_reactivesearch`, { query: [stored(at)] }],
      ["POST", `/_storedquery/told-${at}/validate`, {}],
      ["POST", `/_storedquery/told-${at}/execute`, {}],
    ]),
    ["GET", `/_analytics/${INDEX}/popular-searches?click_analytics=true`],
    ["GET", `/_analytics/${INDEX}/popular-filters?click_analytics=true`],
    ["GET", `/_analytics/query-overview?query=boot`],
    ["GET", `/_analytics/next-searches?query=boot`],
    ["GET", "/_logs?origin=true&size=1000&bodies=false"],
    ["GET", "/_logs?origin=true&size=200&verbose=false"],
    ["GET", "/_logs?origin=true&size=100&status=404"],
    ["GET", "/_analytics/saved-searches?user_id=keeper"],
    ["GET", "/_analytics/favorites?user_id=keeper"],
  ];
}

const FILTERS = z.object({
  popular_filters: z.array(z.object({ key: z.string(), value: z.string(), count: z.number() })),
  total_filters: z.number(),
  total_selections: z.number(),
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

const RIGHTS = {
  categories: CATEGORIES.filter((category) => category !== "permission" && category !== "user"),
  ops: ["read", "write"],
  limits: UNLIMITED,
};

/** Names of rights that stand for some fields: as they are, by a pattern, or by the object around them. */
function patternsOf(fields: readonly Field[], random: (below: number) => number): string[] {
  return fields.map((field) => {
    const whole = field.split(".")[0] ?? field;
    const isWhole = FIELDS.every((other) => !other.startsWith(`${whole}.`) || fields.includes(other));
    const ways = [field, `${field.slice(0, -1)}${field.slice(-1)}*`, ...(isWhole ? [whole] : [])];
    return ways[random(ways.length)] ?? field;
  });
}

/** A favourite and a saved search of the caller's own, whose fields were taken from him later. */
async function keep(as: string): Promise<void> {
  const source = { name: "open boot", ...Object.fromEntries(FIELDS.map((field) => [field, `${markOf(field)}value`])) };
  const words = FIELDS.map((field) => `${field}: ${markOf(field)}value`);
  const meta = { words, [FIELDS[0]]: 1, open: "boot" };
  for (const [at, query] of ["kept", ...words].entries()) {
    const made = await api.call(
      "PUT",
      `/${INDEX}/_analytics/search?told=${FIELDS[0]}`,
      { query, user_id: "keeper" },
      { as },
    );
    const body = {
      ...z.object({ query_id: z.string() }).parse(made.body),
      user_id: "keeper",
      custom_events: { told_by: words, [FIELDS[0]]: "1" },
    };
    for (const [path, more] of [
      ["favorite", { favorite_on: "1", source, meta }],
      ["save-search", { save_search_name: words[at - 1], save_search_meta: meta }],
    ] as const)
      expect((await api.call("PUT", `/_analytics/${path}`, { ...body, ...more }, { as })).status).toBe(200);
  }
  for (const index of [".favorites", ".saved_searches"]) await api.call("POST", `/${index}/_refresh`);
}

// A translation has the lists of the credential itself, as that of the real server: they say no more than that there
// are such.
function withoutOwn(reply: Reply, own: readonly string[]): Reply {
  const text = reply.text.replace(/"excludes":(\[[^\]]*\])/g, (all, list: string) =>
    z
      .array(z.string())
      .parse(JSON.parse(list))
      .every((one) => own.includes(one))
      ? '"excludes":[]'
      : all,
  );
  return { ...reply, text };
}

function markedIn({ text }: Reply, fields: readonly Field[]): string[] {
  return fields.map(markOf).filter((mark) => text.includes(mark));
}

describe("names and values of closed fields stand in no answer to who may not see them, whoever wrote them", () => {
  test.each([11, 22, 33])(
    "fields, rights and records by chance (%i)",
    async (seed) => {
      const random = randomBelow(seed);
      const rules = await plant(api, seed);
      const hidden = FIELDS.filter((_, at) => random(3) === 0 || at === seed % FIELDS.length);
      const shown = FIELDS.filter((field) => !hidden.includes(field));
      const [ofAll, ofOne] = [patternsOf(hidden, random), patternsOf(hidden, random)];
      const callers = {
        excluding: await api.credential({ ...RIGHTS, indices: ["*"], exclude_fields: ofAll }),
        ofOne: await api.credential({ ...RIGHTS, indices: [INDEX], exclude_fields: ofOne }),
        including: await api.credential({
          ...RIGHTS,
          indices: ["*"],
          include_fields: ["name", "brand", ...shown],
          search_include_fields_only: true,
        }),
      };
      await keep(callers.ofOne);
      const told: string[] = [];
      let [ofAdmin, ofOpen] = [0, 0];
      for (const call of [...gets(rules), ...posts()]) {
        const [method, path, body] = call;
        const what = `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`;
        const admin = await api.call(method, path, body);
        if (admin.status < 400 && markedIn(admin, hidden).length > 0) ofAdmin++;
        for (const [who, as] of Object.entries(callers)) {
          const reply = await api.call(method, path, body, { as });
          if (reply.status >= 500 && admin.status < 500)
            told.push(`${who}: ${what} is answered ${reply.text.slice(0, 200)}`);
          const isTranslation = path === `/${INDEX}/_reactivesearch/validate`;
          const marks = markedIn(isTranslation ? withoutOwn(reply, [...ofAll, ...ofOne]) : reply, hidden);
          if (marks.length > 0)
            told.push(`${who}: ${what} tells ${marks.join()}: ${around(reply.text, marks[0] ?? "")}`);
          if (reply.status < 400 && markedIn(reply, shown).length > 0) ofOpen++;
        }
      }
      expect(told).toEqual([]);
      // The calls would tell, and what is open is told.
      expect(ofAdmin).toBeGreaterThan(30);
      expect(ofOpen).toBeGreaterThan(30);
    },
    120_000,
  );
});

describe("figures of filters", () => {
  test("count those that their reader may see", async () => {
    await plant(api, 1);
    const as = await api.credential({ ...RIGHTS, indices: ["*"], exclude_fields: [FIELDS[0]] });
    const figures = async (more: object) => {
      const { body } = await api.call("GET", `/_analytics/${INDEX}/popular-filters`, undefined, more);
      return FILTERS.parse(body);
    };
    const [all, open] = [await figures({}), await figures({ as })];
    expect(open.popular_filters).toEqual(
      all.popular_filters.filter(({ key, value }) => key !== FIELDS[0] && value !== FIELDS[0]),
    );
    expect(open.total_filters).toBe(all.total_filters - 1);
    const ofHidden = all.popular_filters.flatMap(({ key, count }) => (key === FIELDS[0] ? [count] : []));
    expect(open.total_selections).toBe(all.total_selections - ofHidden.reduce((sum, count) => sum + count, 0));
  });
});

function around(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return text.slice(Math.max(0, at - 120), at + 80);
}
