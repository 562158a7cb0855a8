import * as z from "zod";
import { isJsonObject, type JsonObject } from "@common/text/json";
import { titleOf } from "~/lib/data/documents/title";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { type ActedDocument, namedDocuments } from "./action-summary";
import { indexNames, simpleOf } from "./condition";
import type { RuleContent } from "./content";

/** Documents that are asked for; of further ones their number is shown. */
const MOST_ASKED = 200;

const source = z.custom<JsonObject>(isJsonObject);
const answerSchema = z.object({
  docs: z.array(z.object({ _index: z.string(), _id: z.string(), _source: source.optional().catch(undefined) })),
});

const keyOf = (index: string, id: string) => JSON.stringify([index, id]);

/** The one index that a rule names; null where it names several, or a pattern: an ID may stand in each of them. */
function onlyIndex({ trigger }: RuleContent): string | null {
  const [only, ...further] = indexNames(simpleOf(trigger.expression)?.indices ?? "");
  return only === undefined || further.length > 0 || only.includes("*") ? null : only;
}

/**
 * Titles of the documents that summaries of these rules name and the rules do not hold, by one call at most. What cannot
 * be read has none. Throws nothing but faults of ours.
 */
export async function titlesForRules(scope: Pick<Scope, "http">, rules: readonly { content: RuleContent }[]) {
  const asked = new Map<string, { _index: string; _id: string }>();
  for (const { content } of rules) {
    for (const { id, index, title } of namedDocuments(content.actions)) {
      const at = index ?? onlyIndex(content);
      if (title === null && at !== null && asked.size < MOST_ASKED) asked.set(keyOf(at, id), { _index: at, _id: id });
    }
  }
  const titles = new Map<string, string>();
  if (asked.size > 0) {
    const json = { docs: [...asked.values()] };
    const answer = await settle(scope.http.call({ method: "POST", path: apiPath`/_mget`, json, schema: answerSchema }));
    // In the order of the request: an alias answers by the name of its index.
    const keys = [...asked.keys()];
    for (const [at, { _source }] of (answer.ok ? answer.value.docs : []).entries()) {
      const title = _source && titleOf(_source);
      if (title !== undefined) titles.set(keys[at] ?? "", title);
    }
  }
  return (content: RuleContent) =>
    ({ id, index }: ActedDocument): string | null =>
      titles.get(keyOf(index ?? onlyIndex(content) ?? "", id)) ?? null;
}
