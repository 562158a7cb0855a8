import { isJsonObject, type JsonObject } from "@common/text/json";
import type { InnerCall } from "@backend/gateway/platform/http/inner-call";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { withAliases } from "./aliases";
import { askLines } from "./ask-lines";
import { callEndpoint, isAskedFor, refusedEndpoint } from "./endpoints";
import type { Prepared } from "./prepare";
import { type Answer, assembleAnswer } from "./response/assemble";
import { toldByEndpoint, withToldError } from "./response/from-others";
import { noSuggestions, withSuggestions } from "./response/suggestions";
import type { Plan } from "../../search-relevance/rules/search/plan";
import type { Query } from "./request/schema";
import type { EndpointQuery } from "./translate/translate";

/** What was found: the text to answer, and what recording of searches wants to know. */
export type Found = { text: string; took: number; totalHits: number; status: number; headers: Record<string, string> };

type FoundByEngine = { took: number; answers: ReturnType<Plan["read"]> };

// What rules promote is asked for first: what is left of each page depends on it.
async function askPlanned(
  services: Pick<Services, "engine" | "reIndexed">,
  { context, prepared }: { context: SignedContext; prepared: Prepared },
): Promise<FoundByEngine> {
  const { translation, rules } = prepared;
  const { filter_path: _trimmed, ...query } = context.query;
  const whole: SignedContext = { ...context, query };
  const plan = await rules?.plan(translation, async (lines) => (await askLines(services, whole, lines)).responses);
  const { took, responses } = await askLines(services, context, plan?.lines ?? translation.engine);
  return {
    took,
    answers: plan
      ? plan.read(responses)
      : translation.engine.map((_, place) => ({ response: responses[place], shown: undefined })),
  };
}

function answerOf(query: Query, { response, shown }: FoundByEngine["answers"][number]): Answer {
  const body = response ?? noSuggestions();
  return { id: query.id, body: query.type === "suggestion" ? withSuggestions(body, query) : body, shown };
}

// Total of the last query, as analytics count it.
function totalOf(answers: readonly Answer[]): number {
  const body = answers.at(-1)?.body;
  const hits = typeof body === "object" ? body["hits"] : undefined;
  const total = hits !== undefined && isJsonObject(hits) ? hits["total"] : undefined;
  return total !== undefined && isJsonObject(total) ? Number(total["value"] ?? 0) : 0;
}

/**
 * Runs a prepared request: one `_msearch`, endpoints beside it, suggestions made of hits. `settings` of the answer take
 * what `more` adds, which is asked once all else is there.
 */
export async function search({
  services,
  context,
  prepared,
  more,
}: {
  services: Pick<Services, "engine" | "reIndexed" | "readers" | "endpoints" | "suggestionsInSearches"> & {
    innerCall: InnerCall;
  };
  context: SignedContext;
  prepared: Prepared;
  more: () => Promise<JsonObject>;
}): Promise<Found> {
  const { translation, request, rules } = prepared;
  const around = { context, innerCall: services.innerCall, access: services.endpoints };
  const endpoint = (query: EndpointQuery) =>
    isAskedFor(query, prepared.asked)
      ? callEndpoint(query, around)
      : Promise.resolve(refusedEndpoint("only who sends a search can name an endpoint in it"));
  const hasOthersWords = translation.endpoints.length > 0 || context.record.storedQueries !== undefined;
  const reader = hasOthersWords ? await services.readers(context) : null;
  const [{ took, answers: responses }, others] = await Promise.all([
    askPlanned(services, { context, prepared }),
    Promise.all(
      translation.endpoints.map(async (query): Promise<Answer> => ({
        id: query.query.id,
        body: toldByEndpoint(await endpoint(query), reader),
      })),
    ),
  ]);
  const found = translation.engine.map(({ query }, place) => {
    const { response, shown } = responses[place] ?? { response: undefined, shown: undefined };
    return answerOf(query, { response: withToldError(response, reader), shown });
  });
  const beside = new Map(
    translation.asides.map(({ query }, place) => [query.id, responses[translation.engine.length + place]?.shown]),
  );
  const silent = translation.silent.map(({ id }): Answer => ({ id, body: noSuggestions(), shown: beside.get(id) }));
  const place = new Map(request.queries.map(({ id }, index) => [id, index]));
  // Of two queries with one id the last has its answer there.
  const queryOf = new Map(request.queries.map((query) => [query.id, query]));
  const suggested = await Promise.all(
    [...found, ...silent].map(async (answer) => {
      const query = queryOf.get(answer.id);
      if (query === undefined || typeof answer.body === "string") return answer;
      return {
        ...answer,
        body: await services.suggestionsInSearches.answer(answer.body, { query, settings: request.settings, context }),
      };
    }),
  );
  const answers = [...suggested, ...others].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const shown = rules ? await rules.answers(answers, request) : answers;
  const text = await withAliases(assembleAnswer({ settings: { took, ...(await more()) }, answers: shown }), services);
  const out = rules ? await rules.outgoing(text) : { text, status: 200, headers: {} };
  return { ...out, took, totalHits: totalOf(found) };
}
