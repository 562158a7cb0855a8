import type { JsonObject } from "@common/json";
import type { StageChange } from "../recording/types";
import { addressOf } from "../analytics/visitors/visitor";
import { badRequest } from "../http/errors";
import type { SignedContext } from "../http/types";
import { withStoredQueries } from "../stored-queries/in-searches";
import { withRelevancy } from "../relevancy/in-searches";
import type { RulesOfSearch } from "../rules/search/rules-of-search";
import type { Services } from "../services";
import type { FieldViews } from "../fields/views";
import type { BegunWords } from "./begun-words";
import { guarded } from "./guard";
import { withinLimits } from "./limits";
import { Refusal } from "./request/refusal";
import { parseSearchRequest, type SearchRequest } from "./request/schema";
import { msearchBody, type Translation, translateRequest } from "./translate/translate";

/**
 * A request that was read, filled, checked against the caller's rights and translated. `asked` is what the caller sent, `rules` what rules do to it and to its
 * answer; `marks` go into the answer's `settings`.
 */
export type Prepared = {
  asked: SearchRequest;
  request: SearchRequest;
  translation: Translation;
  body: string;
  marks: JsonObject;
  rules: RulesOfSearch | null;
};
type Rules = (asked: SearchRequest, context: SignedContext) => Promise<RulesOfSearch | null>;

function refused(error: unknown): never {
  if (error instanceof Refusal) throw badRequest(error.message);
  throw error;
}

function stage(uri: string, headers: string, body: string, method: string): StageChange[] {
  return [{ uri, headers, body, method, stage: "querytranslate", took: 0 }];
}

/** Reads, checks and translates the body of a call; `rulesOf` where rules act on it. Throws 400 in the words of the real server. */
export async function prepare(
  context: SignedContext,
  { storedQueries, settingsOfSearch, suggestionsInSearches }: Pick<Services, "storedQueries" | "settingsOfSearch" | "suggestionsInSearches">,
  rulesOf?: Rules,
): Promise<Prepared> {
  const text = await context.text();
  // The log of a refused call shows that nothing came of it [recorded].
  context.record.requestChanges = stage("", "null", "", "");
  try {
    const asked = parseSearchRequest(text);
    if (asked.queries.some(({ type }) => type === "suggestion")) context.record.category = "suggestion";
    const rules = (await rulesOf?.(asked, context)) ?? null;
    const { request: filled, marks } = await withRelevancy(await suggestionsInSearches.fill(rules?.request ?? asked, context), { settingsOfSearch, context });
    const request = withinLimits(await withStoredQueries(filled, { storedQueries, context }), context.caller);
    const translation = translateRequest({ request, visitor: addressOf(context), preference: context.query["preference"] });
    const body = msearchBody(translation.engine);
    context.record.requestChanges = stage(`/${context.params["index"] ?? ""}/_msearch`, JSON.stringify({ "Content-Type": ["application/json"] }), body, "POST");
    return { asked, request, translation, body, marks, rules };
  } catch (error) {
    return refused(error);
  }
}

/**
 * A prepared request held against the caller's rights, which it must be before it runs, and against the mapping of what it searches. Throws 400 for
 * scripts, 401 for indices.
 */
export async function permitted(
  prepared: Prepared,
  context: SignedContext,
  { views, begunWords }: { views: FieldViews; begunWords: BegunWords },
): Promise<Prepared> {
  const engine = await begunWords(await guarded(prepared.translation.engine, { context, views }), context.params["index"] ?? "");
  return { ...prepared, translation: { ...prepared.translation, engine }, body: msearchBody(engine) };
}
