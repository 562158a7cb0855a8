import { type JsonObject, stringifyJson } from "@common/text/json";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { askEngine, type Msearch } from "./ask-engine";
import { withoutAllWords } from "./translate/all-words";
import { type EngineQuery, msearchBody } from "./translate/translate";

/**
 * What engines call a query of more clauses than they take: of one boolean, or, from Lucene 9 on, of the whole query.
 */
const TOO_MANY = /"too_many_(?:nested_)?clauses"/;

const hasTooMany = (response: JsonObject | undefined): boolean =>
  response?.["error"] !== undefined && TOO_MANY.test(stringifyJson(response["error"]));

/**
 * Sends translated queries, and once more without the clauses for all words those that the engine refuses for their
 * many clauses: how many it takes is its own affair, and who searches finds at least what the real server's translation
 * finds. Throws what `askEngine` throws.
 */
export async function askLines(
  services: Pick<Services, "engine" | "reIndexed">,
  context: SignedContext,
  lines: readonly EngineQuery[],
): Promise<Msearch> {
  const first = await askEngine(services, context, msearchBody(lines));
  const again = lines.flatMap((line, place) => {
    const body = hasTooMany(first.responses[place]) ? withoutAllWords(line.body) : null;
    return body === null ? [] : [{ place, line: { ...line, body } }];
  });
  // What the caller's own `filter_path` trims cannot be told apart.
  if (again.length === 0 || context.query["filter_path"] !== undefined) return first;
  const then = await askEngine(services, context, msearchBody(again.map(({ line }) => line)));
  const responses = [...first.responses];
  for (const [at, { place }] of again.entries()) responses[place] = then.responses[at] ?? responses[place] ?? {};
  return { took: first.took + then.took, responses };
}
