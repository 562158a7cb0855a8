import type { JsonObject } from "@common/text/json";
import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { searchedIndices, simpleOf } from "./condition";
import { documentsOf, type RuleContent } from "./content";

/** Lists of indices that are asked, IDs of each, and rows of an answer: of more a page says nothing. */
const MOST_CALLS = 10;
const MOST_IDS = 1_000;
const MOST_FOUND = 10_000;

const hitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) });

/** The IDs of the documents that a rule promotes. */
export const promotedIds = (content: RuleContent): string[] => documentsOf(content, "promote_result");

const indicesOf = ({ trigger }: RuleContent) => searchedIndices(simpleOf(trigger.expression)?.indices ?? "*");

async function idsIn(
  { http }: Pick<Scope, "http">,
  { index, ids }: { index: string; ids: readonly string[] },
): Promise<Set<string>> {
  const json: JsonObject = { size: MOST_FOUND, _source: false, query: { ids: { values: [...ids] } } };
  const found = await http.call({
    method: "POST",
    path: apiPath`/${index}/_search`,
    query: { ignore_unavailable: "true" },
    json,
    schema: hitsSchema,
  });
  if (found.hits.hits.length >= MOST_FOUND) return new Set(ids);
  return new Set(found.hits.hits.map(({ _id }) => _id));
}

/**
 * Which of the documents that rules promote do not exist in the indices that their conditions name, by the id of the
 * rule. What cannot be asked (too many, no right to search) counts as there. Throws nothing but faults of ours.
 */
export async function gonePromoted(
  scope: Pick<Scope, "http">,
  rules: readonly { id: string; content: RuleContent }[],
): Promise<Record<string, string[]>> {
  const wanted = rules
    .map(({ id, content }) => ({ id, index: indicesOf(content), ids: promotedIds(content) }))
    .filter(({ ids }) => ids.length > 0);
  const byIndex = new Map<string, Set<string>>();
  for (const { index, ids } of wanted) byIndex.set(index, new Set([...(byIndex.get(index) ?? []), ...ids]));
  const asked = [...byIndex].slice(0, MOST_CALLS).filter(([, ids]) => ids.size <= MOST_IDS);
  const found = new Map(
    await Promise.all(
      asked.map(async ([index, ids]) => [index, await settle(idsIn(scope, { index, ids: [...ids] }))] as const),
    ),
  );
  return Object.fromEntries(
    wanted.flatMap(({ id, index, ids }) => {
      const there = found.get(index);
      const gone = there?.ok === true ? ids.filter((one) => !there.value.has(one)) : [];
      return gone.length === 0 ? [] : [[id, gone]];
    }),
  );
}

const SHOWN = 3;

/** The hint of a rule whose promoted documents do not exist any more; null where they do. */
export function goneHint(gone: readonly string[] | undefined): string | null {
  if (gone === undefined || gone.length === 0) return null;
  const more = gone.length > SHOWN ? ` and ${gone.length - SHOWN} more` : "";
  const one = gone.length === 1;
  return `${one ? "A promoted document no longer exists" : `${gone.length} promoted documents no longer exist`}: ${gone.slice(0, SHOWN).join(", ")}${more}. Remove ${one ? "it" : "them"} from the rule.`;
}
