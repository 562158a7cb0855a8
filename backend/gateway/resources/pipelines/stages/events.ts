import { type JsonObject, stringifyJson } from "@common/text/json";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { indicesOf, messageIn, objectIn } from "../run/context";
import type { Run, StageWork } from "../run/types";
import { ownCall } from "./own-call";
import type { StageServices } from "./services";

const SEARCH_ID = "x-search-id";

// What happened is told by the body; the search that it belongs to by a header, where the body does not name one.
function bodyOf({ state, context }: Run): JsonObject {
  const given = objectIn(state.request.body) ?? {};
  const [id] = [context.headers[SEARCH_ID]].flat();
  return given["query_id"] === undefined && id !== undefined ? { ...given, query_id: id } : given;
}

function recording(services: StageServices, pathFor: (index: string) => string): StageWork {
  return async (run) => {
    const index = indicesOf(run.state.envs).map(encodeURIComponent).join(",");
    const call = { method: "PUT", query: "", headers: {}, body: stringifyJson(bodyOf(run)) } as const;
    const response = await ownCall(run, services, { ...call, path: pathFor(index) });
    if (response.code >= 400) throw new HttpError(response.code, messageIn(response.body, response.code));
    if (run.state.response === null) run.state = { ...run.state, response };
    return response.body;
  };
}

/**
 * Stages that keep what visitors did with results: calls of this server, by the rights that these ask for. They are for
 * routes that change something; what they answer is the answer where there is none yet.
 */
export function eventStages(services: StageServices): [string, StageWork][] {
  return [
    ["recordClick", recording(services, (index) => `/${index}/_analytics/click`)],
    ["recordConversion", recording(services, (index) => `/${index}/_analytics/conversion`)],
    ["recordFavorite", recording(services, () => "/_analytics/favorite")],
    ["recordSaveSearch", recording(services, () => "/_analytics/save-search")],
  ];
}
