import type { JsonObject } from "@common/text/json";
import type { StageChange } from "@backend/gateway/platform/recording/types";
import { addressOf } from "../../analytics/visitors/visitor";
import { heldBy } from "@backend/gateway/platform/access/runs-as";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { withStoredQueries } from "../stored-queries/in-searches";
import { withRelevance } from "../../search-relevance/relevance/in-searches";
import { withSynonyms } from "../../search-relevance/synonyms/in-searches";
import type { RulesOf, RulesOfSearch } from "../../search-relevance/rules/search/types";
import type { Services } from "@backend/gateway/services";
import type { FieldViews } from "@backend/gateway/platform/fields/views";
import type { LastWordPrefix } from "./last-word-prefix";
import { requireFewEndpoints } from "./endpoints";
import { guarded } from "./guard";
import { withinLimits } from "./limits";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import { NOBODY_SIGNED_IN, requireBounds, SIGNED_IN } from "./request/bounds";
import { parseSearchRequest, type SearchRequest } from "./request/schema";
import { type EngineQuery, msearchBody, type Translation, translateRequest } from "./translate/translate";

/**
 * A request that was read, filled, checked against the caller's rights and translated. `asked` is what the caller sent,
 * `whole` that with all that is kept here put in, before his rights cut it; `rules` what rules do to it and to its
 * answer; `marks` go into the answer's `settings`.
 */
export type Prepared = {
  asked: SearchRequest;
  whole: SearchRequest;
  request: SearchRequest;
  translation: Translation;
  marks: JsonObject;
  rules: RulesOfSearch | null;
  /** The call with those by whose rights it is held. */
  context: SignedContext;
};

function refused(error: unknown): never {
  if (error instanceof Refusal) throw badRequest(error.message);
  throw error;
}

function stage(uri: string, headers: string, body: string, method: string): StageChange[] {
  return [{ uri, headers, body, method, stage: "querytranslate", took: 0 }];
}

/**
 * Reads, checks and translates the body of a call; `rulesOf` where rules act on it. Throws 400 in the words of the real
 * server.
 */
export async function prepare(
  context: SignedContext,
  {
    storedQueries,
    settingsOfSearch,
    suggestionsInSearches,
    synonymsOfSearch,
  }: Pick<Services, "storedQueries" | "settingsOfSearch" | "suggestionsInSearches" | "synonymsOfSearch">,
  rulesOf?: RulesOf,
): Promise<Prepared> {
  const text = await context.text();
  // The log of a refused call shows that nothing came of it [recorded].
  context.record.requestChanges = stage("", "null", "", "");
  try {
    const asked = parseSearchRequest(text);
    requireBounds(asked, SIGNED_IN);
    if (asked.queries.some(({ type }) => type === "suggestion")) context.record.category = "suggestion";
    const rules = (await rulesOf?.(asked, context)) ?? null;
    const held = rules?.behalf ? { ...context, behalf: rules.behalf } : context;
    const { request: filled, marks } = await withRelevance(
      await suggestionsInSearches.fill(rules?.request ?? asked, held),
      {
        settingsOfSearch,
        context: held,
      },
    );
    const whole = await withStoredQueries(filled, { storedQueries, context: held });
    const limited = heldBy(held).reduce(withinLimits, whole);
    const request = await withSynonyms(rules ? await rules.pinned(limited) : limited, { synonymsOfSearch, context });
    const translation = translateRequest({
      request,
      visitor: addressOf(context),
      preference: context.query["preference"],
    });
    requireFewEndpoints(translation.endpoints);
    const body = msearchBody(translation.engine);
    if (translation.endpoints.length > 0) context.record.isElsewhere = true;
    context.record.requestChanges = stage(
      `/${context.params["index"] ?? ""}/_msearch`,
      JSON.stringify({ "Content-Type": ["application/json"] }),
      body,
      "POST",
    );
    return { asked, whole, request, translation, marks, rules, context: held };
  } catch (error) {
    return refused(error);
  }
}

/**
 * The body of a call that nobody signed in for, read and translated as it stands, within the smallest bounds: what is
 * kept here (stored queries, settings of an index, of suggestions) is neither put in nor told of. Throws 400 in the
 * words of the real server.
 */
export async function prepareOpen(context: SignedContext): Promise<Pick<Prepared, "translation">> {
  const text = await context.text();
  try {
    const request = parseSearchRequest(text);
    return {
      translation: translateRequest({
        request,
        visitor: addressOf(context),
        preference: context.query["preference"],
        bounds: NOBODY_SIGNED_IN,
      }),
    };
  } catch (error) {
    return refused(error);
  }
}

/**
 * A prepared request held against the caller's rights, which it must be before it runs, and against the mapping of what
 * it searches. Throws 400 for scripts, 401 for indices.
 */
export async function permitted(
  prepared: Prepared,
  { views, lastWordPrefix }: { views: FieldViews; lastWordPrefix: LastWordPrefix },
): Promise<Prepared> {
  const { context } = prepared;
  const allowed = async (items: readonly EngineQuery[]) =>
    lastWordPrefix(await guarded(items, { context, views }), context.params["index"] ?? "");
  const engine = await allowed(prepared.translation.engine);
  const { asides: given } = prepared.translation;
  const asides = given.length === 0 ? given : await allowed(given);
  return { ...prepared, translation: { ...prepared.translation, engine, asides } };
}
