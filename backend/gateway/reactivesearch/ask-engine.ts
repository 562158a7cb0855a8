import { isJsonObject, type JsonObject, parseJson } from "@common/json";
import { openExpressions, requireOpen } from "../access/behind-aliases";
import { patternsIn } from "../access/body-indices";
import { heldBy } from "../access/runs-as";
import { isAdmin } from "../auth/types";
import { engineError } from "../http/engine-errors";
import { HttpError } from "../http/errors";
import { enginePath } from "../http/paths";
import type { SignedContext } from "../http/types";
import type { Services } from "../services";
import { reach } from "../store/engine-client";

/** What an engine answers to several searches, in their order. */
export type Msearch = { took: number; responses: JsonObject[] };

function askedBy({ reIndexed }: Pick<Services, "reIndexed">, context: SignedContext) {
  // One who may reach system indices reaches none in what somebody else has made of his search.
  return { caller: heldBy(context).find((one) => !isAdmin(one)) ?? context.caller, behind: reIndexed.behindAliases };
}

/** Refuses searches that name indices beside the path whose patterns reach system indices, for one of those by whose rights the call is held. Throws 401. */
export async function requireOpenSearches(services: Pick<Services, "reIndexed">, context: SignedContext, body: string): Promise<void> {
  const asked = askedBy(services, context);
  if (!isAdmin(asked.caller)) await requireOpen(patternsIn("msearch", body), asked);
}

/** Sends searches in the name of all by whose rights the call is held. Throws 401 where their patterns reach system indices, and what the engine refuses as a whole. */
export async function askEngine(services: Pick<Services, "engine" | "reIndexed">, context: SignedContext, body: string): Promise<Msearch> {
  if (body === "") return { took: 0, responses: [] };
  await requireOpenSearches(services, context, body);
  const { indices, params } = context;
  const index = indices.length === 0 ? (params["index"] ?? "") : (await openExpressions(indices, askedBy(services, context))).join(",");
  const { preference: _preference, ...query } = context.query;
  const response = await reach(services.engine, {
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
