import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { checkClusterLevel, checkIndices } from "@backend/gateway/platform/access/indices";
import { holds } from "@backend/gateway/platform/access/runs-as";
import { createFieldViews } from "@backend/gateway/platform/fields/views";
import { badRequest, unauthorized } from "@backend/gateway/platform/http/errors";
import { createLastWordPrefix } from "@backend/gateway/resources/data/reactivesearch/last-word-prefix";
import { permitted, type Prepared, prepare } from "@backend/gateway/resources/data/reactivesearch/prepare";
import { search } from "@backend/gateway/resources/data/reactivesearch/search";
import { type EngineQuery, msearchBody } from "@backend/gateway/resources/data/reactivesearch/translate/translate";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { objectIn } from "../run/context";
import type { Run } from "../run/types";
import { boosted } from "./boost";
import type { SearchStages, StageServices } from "./services";
import { searchOf } from "./signed";

// The searches of an `_msearch` text: every second line, as many as there were.
function bodiesIn(text: string, count: number): JsonObject[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length !== 2 * count)
    throw badRequest(`request.body has ${lines.length} lines, and ${2 * count} belong to its ${count} searches`);
  return lines.flatMap((line, place) => {
    if (place % 2 === 0) return [];
    const body = parseJson(line);
    if (!isJsonObject(body)) throw badRequest(`line ${place + 1} of request.body is no JSON object`);
    return [body];
  });
}

const SEARCHING = { category: "reactivesearch", op: "read" } as const;

/** The two stages of a search: what a request of the search API asks of the engine, and the answer to it. */
export function createSearchStages(services: Omit<StageServices, "search">): SearchStages {
  const views = createFieldViews(services.engine);
  const lastWordPrefix = createLastWordPrefix(services.engine);

  // Who may not search at all may not by a pipeline either, however its route is classified.
  async function allowed(prepared: Prepared): Promise<Prepared> {
    const { caller, indices } = prepared.context;
    if (!holds(caller, SEARCHING)) throw unauthorized("caller and author of a pipeline must both be allowed to search");
    if (indices.length === 0) checkClusterLevel(caller);
    else checkIndices(caller, indices);
    return permitted(prepared, { views, lastWordPrefix });
  }

  const askIds = (context: SignedContext) => async (body: JsonObject) => {
    const { innerCall } = services;
    const target = `/${context.indices.map(encodeURIComponent).join(",")}/_search`;
    const reply = await innerCall(context, {
      method: "POST",
      target,
      headers: {},
      body: JSON.stringify(body),
      signal: context.signal,
    });
    return reply.status === 200 ? parseJson(reply.body) : null;
  };

  async function translate(run: Run): Promise<void> {
    const { relevance, boosts } = run.state.search;
    const context = searchOf(run);
    const settingsOfSearch = relevance === "published" ? services.settingsOfSearch : async () => null;
    const read = await prepare(context, { ...services, settingsOfSearch });
    const engine = await Promise.all(
      read.translation.engine.map(async (item): Promise<EngineQuery> => {
        const isWords = item.query.type === "search" || item.query.type === "suggestion";
        return boosts.length > 0 && isWords
          ? { ...item, body: await boosted(item.body, { boosts, find: askIds(context) }) }
          : item;
      }),
    );
    const prepared = await allowed({ ...read, translation: { ...read.translation, engine } });
    const text = msearchBody(prepared.translation.engine);
    run.state = {
      ...run.state,
      request: { ...run.state.request, body: text },
      // Public templates search once more by it: of the request that was translated nothing else is left.
      envs: { ...run.state.envs, ORIGINAL_RS_BODY: run.state.request.body },
      search: { ...run.state.search, translated: { prepared, text }, found: null },
    };
  }

  // What a script has made of the text is held against the rights again.
  async function asItIsNow(run: Run, { prepared, text }: { prepared: Prepared; text: string }): Promise<Prepared> {
    const { body } = run.state.request;
    if (body === text) return prepared;
    const { translation } = prepared;
    const bodies = bodiesIn(body, translation.engine.length);
    const engine = translation.engine.map((item, place) => ({ ...item, body: bodies[place] ?? item.body }));
    return allowed({ ...prepared, translation: { ...translation, engine } });
  }

  async function ask(run: Run, translated: { prepared: Prepared; text: string }): Promise<string> {
    const prepared = await asItIsNow(run, translated);
    const found = await search({
      services,
      context: prepared.context,
      prepared,
      more: async () => prepared.marks,
    });
    run.context.record.took = found.took;
    const answer = run.state.search.waiting.length === 0 ? null : objectIn(found.text);
    const body = answer
      ? stringifyJson(run.state.search.waiting.reduce((told, change) => change(told), answer))
      : found.text;
    run.state = {
      ...run.state,
      response: {
        code: found.status,
        headers: { "Content-Type": "application/json", ...found.headers },
        body,
      },
      search: { ...run.state.search, waiting: [], translated: { ...translated, prepared }, found },
    };
    return body;
  }

  return { translate, ask };
}
