import { SECOND_FACTOR } from "@common/second-factor";
import { isJsonObject, type JsonObject, parseJson } from "@common/json";
import { patternsIn } from "../access/body-indices";
import { openExpressions, requireOpen } from "../access/behind-aliases";
import { isAdmin } from "../auth/types";
import { HttpError } from "../http/errors";
import { engineError } from "../http/engine-errors";
import { enginePath } from "../http/paths";
import type { SignedContext } from "../http/types";
import type { Services } from "../services";
import { reach } from "../store/engine-client";
import { withAliases } from "./aliases";
import { callEndpoint, ENDPOINT_HEADER } from "./endpoints";
import type { Prepared } from "./prepare";
import { type Answer, assembleAnswer } from "./response/assemble";
import { noSuggestions, withSuggestions } from "./response/suggestions";
import type { EngineQuery } from "./translate/translate";

/** What was found: the text to answer, and what recording of searches wants to know. */
export type Found = { text: string; took: number; totalHits: number; status: number; headers: Record<string, string> };

type Msearch = { took: number; responses: JsonObject[] };

async function askEngine({ engine, reIndexed }: Pick<Services, "engine" | "reIndexed">, context: SignedContext, body: string): Promise<Msearch> {
  if (body === "") return { took: 0, responses: [] };
  const asked = { caller: context.caller, behind: reIndexed.behindAliases };
  // The indices that queries name beside the path.
  if (!isAdmin(context.caller)) await requireOpen(patternsIn("msearch", body), asked);
  const index = context.indices.length === 0 ? (context.params["index"] ?? "") : (await openExpressions(context.indices, asked)).join(",");
  const { preference: _preference, ...query } = context.query;
  const response = await reach(engine, {
    method: "POST",
    path: enginePath([index, "_msearch"]),
    query,
    body,
    signal: context.signal,
    requestId: context.id,
  });
  if (response.status > 500) throw new HttpError(response.status, "unable to connect to the upstream Elasticsearch cluster");
  if (response.status >= 400) throw engineError(response);
  const answer = parseJson(response.body);
  // What the caller's own `filter_path` leaves out is missing, and nothing is wrong with the engine.
  const responses = isJsonObject(answer) ? (answer["responses"] ?? (query["filter_path"] === undefined ? undefined : [])) : undefined;
  if (!isJsonObject(answer) || !Array.isArray(responses)) throw new HttpError(502, "unable to connect to the upstream Elasticsearch cluster");
  return { took: Number(answer["took"] ?? 0), responses: responses.filter(isJsonObject) };
}

function answerOf({ query }: EngineQuery, response: JsonObject | undefined): Answer {
  const body = response ?? noSuggestions();
  return { id: query.id, body: query.type === "suggestion" ? withSuggestions(body, query) : body };
}

// Total of the last query, as analytics count it.
function totalOf(answers: readonly Answer[]): number {
  const body = answers.at(-1)?.body;
  const hits = typeof body === "object" ? body["hits"] : undefined;
  const total = hits !== undefined && isJsonObject(hits) ? hits["total"] : undefined;
  return total !== undefined && isJsonObject(total) ? Number(total["value"] ?? 0) : 0;
}

/** Runs a prepared request: one `_msearch`, endpoints beside it, suggestions made of hits. `settings` of the answer take what `more` adds, which is asked once all else is there. */
export async function search({
  services,
  context,
  prepared,
  more,
}: {
  services: Pick<Services, "engine" | "reIndexed" | "endpoints" | "suggestionsInSearches">;
  context: SignedContext;
  prepared: Prepared;
  more: () => Promise<JsonObject>;
}): Promise<Found> {
  const { translation, request, body, rules } = prepared;
  const self = {
    baseUrl: context.selfUrl,
    authorization: context.headers.authorization,
    secondFactor: [context.headers[SECOND_FACTOR]].flat()[0],
    isEndpointCall: context.headers[ENDPOINT_HEADER] !== undefined,
    access: services.endpoints,
    signal: context.signal,
  };
  const [{ took, responses }, others] = await Promise.all([
    askEngine(services, context, body),
    Promise.all(translation.endpoints.map(async (query): Promise<Answer> => ({ id: query.query.id, body: await callEndpoint(query, self) }))),
  ]);
  const found = translation.engine.map((query, place) => answerOf(query, responses[place]));
  const silent = translation.silent.map(({ id }): Answer => ({ id, body: noSuggestions() }));
  const place = new Map(request.queries.map(({ id }, index) => [id, index]));
  // Of two queries with one id the last has its answer there.
  const queryOf = new Map(request.queries.map((query) => [query.id, query]));
  const suggested = await Promise.all(
    [...found, ...silent].map(async (answer) => {
      const query = queryOf.get(answer.id);
      if (query === undefined || typeof answer.body === "string") return answer;
      return { ...answer, body: await services.suggestionsInSearches.answer(answer.body, { query, settings: request.settings, context }) };
    }),
  );
  const answers = [...suggested, ...others].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const shown = rules ? await rules.answers(answers, request) : answers;
  const text = await withAliases(assembleAnswer({ settings: { took, ...(await more()) }, answers: shown }), services);
  const out = rules ? await rules.outgoing(text) : { text, status: 200, headers: {} };
  return { ...out, took, totalHits: totalOf(found) };
}
