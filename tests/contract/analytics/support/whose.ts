import { afterAll, beforeAll } from "vitest";
import * as z from "zod";
import { UNLIMITED } from "../../access-control/hidden-fields/twins";
import { type Api, makeShoes, openApi, type Reply } from "../../api";

export const HERE = "203.0.113.5";

export const ELSEWHERE = "198.51.100.7";

const FOUND = z.object({ query_id: z.string() });

export const RECORD = z.looseObject({ _source: z.looseObject({}) });

const SUGGESTED = z.object({
  s: z.object({ hits: z.object({ hits: z.array(z.object({ value: z.string(), _suggestion_type: z.string() })) }) }),
});

export let api: Api;

export let page: string;

export let other: string;

const RIGHTS = {
  categories: ["analytics", "reactivesearch", "search"],
  ops: ["read", "write", "delete"],
  indices: ["shoes"],
  limits: UNLIMITED,
};

/** Who calls: with which credential, from where, and which visitor he says he is. */
export type Who = { as: string; from: string; name?: string };

export const call = (
  who: Who,
  [method, path, body, headers = {}]: [string, string, unknown?, Record<string, string>?],
): Promise<Reply> => api.call(method, path, body, { as: who.as, headers: { "X-Forwarded-For": who.from, ...headers } });

export const named = ({ name }: Who) => (name === undefined ? {} : { user_id: name });

export async function searched(
  who: Who,
  query: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  return FOUND.parse(
    (await call(who, ["PUT", "/shoes/_analytics/search", { query, ...named(who), ...more }, headers])).body,
  ).query_id;
}

export async function recordOf(id: string): Promise<Record<string, unknown>> {
  return RECORD.parse((await api.call("GET", `/.analytics/_doc/${id}`)).body)._source;
}

export async function refreshed(): Promise<void> {
  for (const index of [".analytics", ".user_sessions", ".saved_searches", ".favorites"])
    await api.call("POST", `/${index}/_refresh`);
}

export async function recents({ as, from, name }: Who, typed = ""): Promise<string[]> {
  const query = [
    {
      id: "s",
      type: "suggestion",
      value: typed,
      dataField: ["name"],
      enableRecentSuggestions: true,
      recentSuggestionsConfig: { size: 50 },
    },
  ];
  const settings = { recordAnalytics: true, ...(name === undefined ? {} : { userId: name }) };
  const { body } = await call({ as, from }, ["POST", "/shoes/_reactivesearch", { query, settings }]);
  return SUGGESTED.parse(body).s.hits.hits.flatMap(({ value, _suggestion_type }) =>
    _suggestion_type === "recent" ? [value] : [],
  );
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function openVisitors(): void {
  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
    page = await api.credential(RIGHTS);
    other = await api.credential(RIGHTS);
  }, 60_000);
  afterAll(() => api.close());
}
