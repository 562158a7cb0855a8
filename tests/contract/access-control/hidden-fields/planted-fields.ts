import * as z from "zod";
import { randomBelow } from "../../../setup/seeds/random";
import type { Api } from "../../api";
import { definitionOf, plantTexts } from "./planted-texts";

/**
 * Fields with names that stand nowhere by chance; what a document holds in one begins with its last part, so that
 * either tells it.
 */
export const FIELDS = [
  "zqxqaw",
  "zqxqbw",
  "zqxqcw",
  "zqxqdw.zqxqew",
  "zqxqdw.zqxqfw",
  "zqxqgw.zqxqhw",
  "zqxqgw.zqxqiw",
  "zqxqjw",
] as const;
const RuleSchema = z.object({ id: z.string() });
export type Field = (typeof FIELDS)[number];
export const INDEX = "told";
/** Ids by which what was planted is asked for. */
export const ID = "told-1";
export const BOX = "told-box";
export const PAGE = "7a4c0000-1111-4222-8333-444455556666";

/** The word by which a field, or a value of it, is known in an answer. */
export const markOf = (field: Field) => field.slice(field.lastIndexOf(".") + 1);
const valueOf = (field: Field) => `${markOf(field)}value`;
const PLANTED = FIELDS.map((field) => ({ field, mark: markOf(field), value: valueOf(field) }));

/** A search box that names each field in lists, texts, addresses, code, and between marks. */
function boxOf(): object {
  const suggestions = FIELDS.flatMap((field) => [
    { label: `<b>${field.slice(0, 3)}</b>${field.slice(3)}`, value: "boots" },
    { label: "Boots", url: `/s?${encodeURIComponent(`${field}:${valueOf(field)}`)}` },
  ]);
  return {
    description: FIELDS.map((field) => `${field} is ${valueOf(field)}`).join(", "),
    searchbox: {
      endpoint: { includeFields: ["name", ...FIELDS], transformResponse: `(res) => res.${FIELDS.join(" + res.")}` },
      featured: {
        design: { credentials: "user:key", ...Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) },
        layout: { sections: [{ id: "all", label: "All", suggestions }] },
      },
    },
  };
}

/** A page whose parts are called by their fields, and name them in code. */
function pageOf(): object {
  const parts = FIELDS.map((field) => [
    `${field}_0`,
    { rsConfig: { dataField: field, customQuery: `() => "${field}"` } },
  ]);
  const componentSettings = {
    ...Object.fromEntries(parts),
    result: { fields: Object.fromEntries(FIELDS.map((field) => [field, field])), rows: [[...FIELDS]] },
  };
  return { name: "Shop", pipeline: INDEX, pageSettings: { pages: { home: { componentSettings } } } };
}

function codeOf(): object {
  const files = FIELDS.map((field) => [`${markOf(field)}.js`, `export default (hit) => hit.${field};`]);
  return {
    code: { "open.js": "export default 1;", "all.js": { code: FIELDS.join(" ") }, ...Object.fromEntries(files) },
    metadata: { commit: `Show ${FIELDS.join(", ")}` },
  };
}

/** A record of all fields, each name as one member or as several. */
function record(random: (below: number) => number): Record<string, unknown> {
  const made: Record<string, unknown> = { name: "open boot", brand: "acme" };
  for (const field of FIELDS) {
    const [first = "", rest] = field.split(".");
    if (rest === undefined || random(2) === 0) made[field] = random(3) === 0 ? [valueOf(field)] : valueOf(field);
    else made[first] = { ...(made[first] as object | undefined), [rest]: valueOf(field) };
  }
  return made;
}

/** A hit as a rule may keep it: the values in the source, and in all forms in which engines tell them again. */
function promoted(random: (below: number) => number, id: string): object {
  const values = Object.fromEntries(FIELDS.map((field) => [field, [valueOf(field)]]));
  const inner = { hits: { hits: [{ _id: "i", _source: record(random), fields: values }] } };
  const beside = {
    fields: values,
    highlight: values,
    sort: FIELDS.map(valueOf),
    inner_hits: { i: inner },
    matched_queries: [...FIELDS],
    _explanation: { description: FIELDS.map(valueOf).join(" ") },
  };
  return {
    doc: {
      _id: id,
      _index: INDEX,
      _source: record(random),
      _score: { of: valueOf("zqxqaw") },
      ...record(random),
      ...beside,
    },
  };
}

/**
 * Puts the names and values of all fields wherever somebody may write them. Gives the ids of the rules: one for each
 * field, one of all, one with a script.
 */
export async function plant(api: Api, seed: number): Promise<string[]> {
  const random = randomBelow(seed);
  const sent = async (method: string, path: string, body: unknown) => {
    const reply = await api.call(method, path, body);
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text.slice(0, 300)}`);
    return reply;
  };
  const rules: string[] = [];
  const rule = async (body: object) => void rules.push(RuleSchema.parse((await sent("POST", "/_rule", body)).body).id);
  await api.call("DELETE", `/${INDEX}`);
  const properties = {
    name: { type: "text" },
    brand: { type: "keyword" },
    ...Object.fromEntries(FIELDS.map((field) => [field, { type: "keyword" }])),
  };
  await sent("PUT", `/${INDEX}`, definitionOf({ planted: PLANTED, properties }));
  const nested = (): Record<string, unknown> => ({
    name: "open boot",
    brand: "acme",
    ...Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])),
  });
  await sent(
    "POST",
    `/${INDEX}/_bulk?refresh=true`,
    [1, 2].map((id) => `{"index":{"_id":"${id}"}}\n${JSON.stringify(nested())}\n`).join(""),
  );

  await sent("PUT", `/_searchrelevancy/${INDEX}`, {
    search: {
      dataField: ["name", ...FIELDS],
      fieldWeights: [1, ...FIELDS.map(() => 2)],
      rankFeature: Object.fromEntries(FIELDS.map((field) => [field, { boost: 2 }])),
    },
    aggregations: { dataField: Object.fromEntries(FIELDS.map((field) => [field, "term"])) },
    results: {
      includeFields: ["name", ...FIELDS],
      excludeFields: [...FIELDS.slice(0, 2)],
      highlightFields: [...FIELDS],
      sortOptions: FIELDS.map((field) => ({ label: `By ${field}`, dataField: field, sortBy: "asc" })),
    },
  });
  await sent("PUT", "/_index_suggestions/preferences", {
    // Patterns tell a name as well.
    includeFields: ["name", ...FIELDS, ...FIELDS.map((field) => `${field}*`)],
    excludeFields: FIELDS.map((field) => `*${field}`),
    categoryField: "zqxqaw",
    urlField: "zqxqdw.zqxqew",
    customStopwords: ["of"],
  });
  await sent("PUT", "/_popular_suggestions/preferences", {
    externalSuggestions: FIELDS.map((field) => ({ key: `${field}: ${valueOf(field)}`, count: 9 })),
    blacklist: FIELDS.map((field) => `${field}:x`),
  });
  await sent("PUT", `/_featured_suggestions_group/${ID}`, {
    sections: [
      {
        id: "all",
        label: "All",
        suggestions: FIELDS.map((field) => ({
          label: `Boots of ${field}`,
          description: `${field} is ${valueOf(field)}`,
          url: `/s?${field}=${valueOf(field)}`,
        })),
      },
    ],
  });
  await sent("PUT", `/_uibuilder/searchbox/${BOX}`, boxOf());
  for (const kind of ["search", "recommendation"]) await sent("PUT", `/_uibuilder/${PAGE}/${kind}`, pageOf());
  await sent("PUT", `/_uibuilder/${PAGE}/code`, codeOf());
  // One for each field, and one for several.
  for (const [at, fields] of [...FIELDS.map((field) => [field]), [...FIELDS]].entries()) {
    const query = {
      query: {
        bool: {
          filter: fields.map((field) => ({ term: { [field]: `{{${markOf(field)}}}` } })),
          must: [{ query_string: { query: fields.map((field) => `-${field}:"${valueOf(field)}"`).join(" ") } }],
        },
      },
      sort: fields.map((field) => ({ [field]: "asc" })),
    };
    await sent("PUT", `/_storedquery/told-${at}`, {
      index: INDEX,
      query,
      params: Object.fromEntries(fields.map((field) => [markOf(field), valueOf(field)])),
      description: `by ${fields.join(" and ")}`,
    });
  }
  for (const [at, fields] of [...FIELDS.map((field) => [field]), [...FIELDS]].entries()) {
    const filters = Object.fromEntries(fields.map((field) => [field, [valueOf(field)]]));
    await rule({
      name: `rule of ${fields.join(", ")}`,
      description: `${fields.map(valueOf).join(" ")} is for ${fields.join(" ")}`,
      trigger: { type: "filter", expression: `$query == '${at === 0 ? "open" : `never ${fields.join(" ")}`}'` },
      actions: [
        { type: "promote_result", data: [promoted(random, `p${at}`)] },
        {
          type: "custom_data",
          data: {
            ...record(random),
            deep: [record(random)],
            text: `${fields.join(" ")} ${fields.map((field) => `${field}=${valueOf(field)}`).join(";")}`,
          },
        },
        ...(at === 0
          ? []
          : [
              { type: "add_filter", data: filters },
              { type: "search_settings", data: { dataField: fields, fieldWeights: fields.map(() => 1) } },
            ]),
      ],
    });
  }
  const script = `function handleRequest() { return { ...context.request, headers: { a: ${JSON.stringify(FIELDS.map((field) => `${field}:${valueOf(field)}`).join())} } }; }`;
  await rule({
    name: "script",
    trigger: { type: "filter", expression: "$query == 'never'" },
    actions: [{ type: "script", script }],
  });

  // Searches with filters on each, by the calls of pages and by the search API.
  for (const field of FIELDS) {
    await sent("PUT", `/${INDEX}/_analytics/search`, {
      query: "open boot",
      filters: { [field]: valueOf(field) },
      user_id: `u-${seed}`,
      impressions: [{ id: "1", index: INDEX }],
      total_hits: 2,
    });
    const query = [
      { id: "s", value: "boot", dataField: ["name"], react: { and: ["f"] }, sortField: field },
      { id: "f", type: "term", dataField: [field], value: valueOf(field) },
    ];
    await sent("POST", `/${INDEX}/_reactivesearch`, {
      query,
      settings: { recordAnalytics: true, userId: `v-${markOf(field)}` },
    });
  }
  await plantTexts({ send: sent, call: api.call }, { index: INDEX, planted: PLANTED });
  await sent("POST", "/.analytics/_refresh", undefined);
  return rules;
}
