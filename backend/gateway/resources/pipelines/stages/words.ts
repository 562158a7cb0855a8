import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { dataFields } from "@backend/gateway/resources/data/reactivesearch/translate/fields";
import type { Services } from "@backend/gateway/services";
import { objectIn } from "../run/context";
import type { Run, StageWork } from "../run/types";
import { type AnsweredQuery, type AnswerStage, customData, hideResults, promoteResults } from "./answer-stages";
import {
  addFilter,
  type QueryStage,
  removeWords,
  replaceSearchTerm,
  replaceWords,
  searchRelevancy,
} from "./query-stages";
import { searchOf } from "./signed";

type Parts = Pick<Services, "readers">;

// Before its translation the body of the request is one of the search API.
function onRequest(change: QueryStage): StageWork {
  return async (run, { stage, inputs }) => {
    const body = objectIn(run.state.request.body);
    if (body === null || !Array.isArray(body["query"]))
      throw badRequest(`stage ${stage.id} needs a request of the search API: it comes before reactivesearchQuery`);
    const changed = stringifyJson(change(body, inputs));
    run.state = { ...run.state, request: { ...run.state.request, body: changed } };
    return undefined;
  };
}

const relevance: StageWork = async (run, asked) => {
  if (Object.keys(asked.inputs).length > 0) return onRequest(searchRelevancy)(run, asked);
  run.state = { ...run.state, search: { ...run.state.search, relevance: "published" } };
  return undefined;
};

// What is near is ranked by the search itself, as for a client that sends a vector.
const nearest: QueryStage = (request, { backend, search }) => {
  const settings = request["settings"];
  const before = settings !== undefined && isJsonObject(settings) ? settings : {};
  const filled = searchRelevancy(request, search === undefined ? {} : { search });
  return backend === undefined ? filled : { ...filled, settings: { backend, ...before } };
};

const boost: StageWork = async (run, { inputs }) => {
  if (run.state.search.translated !== null) throw badRequest("boost comes before reactivesearchQuery");
  run.state = { ...run.state, search: { ...run.state.search, boosts: [...run.state.search.boosts, inputs] } };
  return undefined;
};

function queriesOf({ state }: Run): AnsweredQuery[] {
  const queries = state.search.translated?.prepared.request.queries ?? [];
  return queries.map((query) => ({
    id: query.id,
    type: query.type,
    fields: dataFields(query).map(({ field }) => field),
  }));
}

// What the pipeline shows is told to each caller as far as he may see the fields of it.
function onAnswer(change: AnswerStage, { readers }: Parts): StageWork {
  return async (run, { inputs }) => {
    const reader = await readers(searchOf(run));
    const { data } = inputs;
    const shown: JsonObject =
      reader && data !== undefined && data !== null ? { ...inputs, data: reader.told(data) } : inputs;
    const { response } = run.state;
    if (response === null) {
      const waiting = [...run.state.search.waiting, (answer: JsonObject) => change(answer, shown, queriesOf(run))];
      run.state = { ...run.state, search: { ...run.state.search, waiting } };
      return undefined;
    }
    const answer = objectIn(response.body);
    if (answer === null) throw badRequest("the answer is none of the search API");
    const body = stringifyJson(change(answer, shown, queriesOf(run)));
    run.state = { ...run.state, response: { ...response, body } };
    return undefined;
  };
}

/**
 * Stages that change a request of the search API before its translation, or the answer to it: at once where there is
 * one, else as soon as it comes.
 */
export function wordStages(parts: Parts): [string, StageWork][] {
  return [
    ["addFilter", onRequest(addFilter)],
    ["replaceSearchTerm", onRequest(replaceSearchTerm)],
    ["replaceWords", onRequest(replaceWords)],
    ["removeWords", onRequest(removeWords)],
    ["searchRelevancy", relevance],
    ["kNN", onRequest(nearest)],
    ["boost", boost],
    ["promoteResults", onAnswer(promoteResults, parts)],
    ["hideResults", onAnswer(hideResults, parts)],
    ["customData", onAnswer(customData, parts)],
  ];
}
