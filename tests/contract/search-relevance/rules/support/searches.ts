import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../../../api";

export let api: Api;

const HitsSchema = z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({ _id: z.string() })) }) });

const AnswerSchema = z.looseObject({
  settings: z.looseObject({ queryRules: z.array(z.string()).optional() }),
  s: HitsSchema,
});

export type Action = { type: string; data?: unknown; script?: string };

export type Rule = { expression?: string; actions: Action[]; [name: string]: unknown };

export async function rule({ expression, actions, ...rest }: Rule): Promise<string> {
  const trigger = expression === undefined ? { type: "always" } : { type: "filter", expression };
  const made = await api.call("POST", "/_rule", { trigger, actions, ...rest });
  expect(made.status, made.text).toBe(201);
  return z.object({ id: z.string() }).parse(made.body).id;
}

export const QUERY = { id: "s", dataField: ["name"], value: "boot" };

export async function ask(
  query: unknown[] = [QUERY],
  { settings = {}, index = "shoes", as }: { settings?: object; index?: string; as?: string } = {},
) {
  return api.call("POST", `/${index}/_reactivesearch`, { query, settings }, as === undefined ? {} : { as });
}

export async function found(...given: Parameters<typeof ask>) {
  const { body, text, status } = await ask(...given);
  expect(status, text).toBe(200);
  const answer = AnswerSchema.parse(body);
  return { ...answer, ids: answer.s.hits.hits.map(({ _id }) => _id), rules: answer.settings.queryRules ?? [] };
}

export const MARK: Action[] = [{ type: "custom_data", data: "fired" }];

// What a rule keeps of its documents is as old as the rule: it is not shown.
export const PROMOTED = [
  { doc: { _id: "3", _source: { name: "Old sandal", price: 1 } }, position: 2 },
  { doc: { _id: "2", _source: { name: "Old boot", price: 2 } }, position: 1 },
];

export const SHOWN = [
  { doc: { _id: "2", _index: "shoes", _source: { name: "Rain boot" } }, position: 1 },
  { doc: { _id: "3", _index: "shoes", _source: { name: "Sandal" } }, position: 2 },
];

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function openRules(): void {
  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
    await makeShoes(api, "hats");
  }, 60_000);
  afterAll(() => api.close());
  beforeEach(async () => {
    for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
      await api.call("DELETE", `/_rule/${id}`);
  });
}
