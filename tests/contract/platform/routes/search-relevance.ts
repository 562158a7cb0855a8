import { expect } from "vitest";
import { type Api } from "../../api";
import type { Contract } from "./types";
import { fresh, KeptSchema } from "./support";

async function rulePath(api: Api): Promise<string> {
  const { body } = await api.call("POST", "/_rule", RULE);
  return `/_rule/${KeptSchema.parse(body).id}`;
}

// Of a time that is over, so that no other call of this file meets it.
const RULE = {
  name: "kept",
  trigger: { type: "always", timeframe: { start_time: 1, end_time: 2 } },
  actions: [{ type: "script", script: "function handleRequest() {}" }],
};

const SYNONYM = { type: "equivalent", synonym: "boot,shoe" };
async function synonymPath(api: Api): Promise<string> {
  const _id = fresh("synonym");
  await api.call("PUT", "/_synonym/written", [{ ...SYNONYM, _id }]);
  return `/_synonym/${_id}`;
}

const FEATURED = "/_featured_suggestions_group/box";

/** Suggestions, relevance settings, rules, synonyms and grades. */
export const SEARCH_RELEVANCE_CONTRACTS: readonly Contract[] = [
  ...["popular", "recent", "index"].flatMap((kind): Contract[] => {
    const path = `/_${kind}_suggestions/preferences`;
    const body = { size: 3, ...(kind === "popular" ? { numberOfDays: 30 } : {}) };
    return [
      {
        methods: "PUT",
        route: path,
        path,
        body,
        has: { message: expect.stringContaining("Preferences saved successfully") },
      },
      { methods: "GET", route: path, path, has: { size: 3 } },
    ];
  }),
  {
    methods: "PUT",
    route: "/_featured_suggestions_group/:id",
    path: FEATURED,
    body: { sections: [] },
    has: { message: "Featured suggestions saved successfully" },
  },
  { methods: "GET", route: "/_featured_suggestions_group/:id", path: FEATURED, has: { id: "box", sections: [] } },
  {
    methods: "DELETE",
    route: "/_featured_suggestions_group/:id",
    path: FEATURED,
    has: { message: "Featured suggestions deleted successfully" },
  },

  {
    methods: "GET",
    route: "/_searchrelevancy/_default",
    path: "/_searchrelevancy/_default",
    status: 202,
    has: { results: { size: 10 } },
  },
  {
    methods: "PUT",
    route: "/_searchrelevancy/:index",
    path: "/_searchrelevancy/written",
    body: { results: { size: 3 } },
    status: 202,
    has: { results: { size: 3 } },
  },
  {
    methods: "GET",
    route: "/_searchrelevancy/:index",
    path: "/_searchrelevancy/written",
    status: 202,
    has: { results: { size: 3 } },
  },
  {
    methods: "DELETE",
    route: "/_searchrelevancy/:index",
    path: "/_searchrelevancy/written",
    status: 202,
    has: { acknowledge: true },
  },

  { methods: "GET", route: "/_rules", path: "/_rules", has: expect.any(Array) },
  { methods: "POST", route: "/_rule", path: "/_rule", body: RULE, status: 201, has: { name: "kept", enabled: true } },
  { methods: "GET", route: "/_rule/:id", path: rulePath, has: { name: "kept" } },
  {
    methods: "PUT",
    route: "/_rule/:id",
    path: rulePath,
    body: { enabled: false },
    has: { message: "Rule is updated successfully" },
  },
  { methods: "DELETE", route: "/_rule/:id", path: rulePath, has: { message: "Rule is deleted successfully" } },
  {
    methods: "POST",
    route: "/_script/validate",
    path: "/_script/validate",
    body: { script: "function handleRequest() { return { body: '{}' } }" },
    has: { request: { body: {} }, console_logs: [] },
  },
  {
    methods: "GET",
    route: "/_rule/:id/script",
    path: async (api) => `${await rulePath(api)}/script`,
    has: { script: "function handleRequest() {}" },
  },
  {
    methods: "PUT",
    route: "/_synonym/:index",
    path: "/_synonym/written",
    body: [SYNONYM],
    status: 202,
    has: [{ ...SYNONYM, index: "written" }],
  },
  { methods: "DELETE", route: "/_synonym/:id", path: synonymPath, status: 202, has: { acknowledge: true } },
  { methods: "GET", route: "/_synonyms/:index", path: "/_synonyms/written", status: 202, has: [SYNONYM] },
  {
    methods: "DELETE",
    route: "/_synonyms/:index",
    path: "/_synonyms/written",
    has: { message: "Synonyms deleted successfully" },
  },

  {
    methods: "PUT",
    route: "/_grade/:index",
    path: "/_grade/written",
    body: { query: "boot", docs: { 1: 3 } },
    has: { docs: { 1: { grade: 3 } } },
  },
  {
    methods: "GET",
    route: "/_grade/:index",
    path: "/_grade/written?query=boot",
    has: { query: "boot", docs: { 1: { grade: 3 } } },
  },
  {
    methods: "POST",
    route: "/_grade/metrics",
    path: "/_grade/metrics",
    body: { indices: ["written"], page: 1 },
    has: { metrics: { boot: {} }, total: 1 },
  },
  {
    methods: "DELETE",
    route: "/_grade/:index",
    path: "/_grade/written",
    has: { message: "Grades deleted successfully" },
  },
];
