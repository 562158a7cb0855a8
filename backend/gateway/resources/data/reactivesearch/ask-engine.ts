import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { openExpressions, requireOpen } from "@backend/gateway/platform/access/behind-aliases";
import { patternsIn } from "@backend/gateway/platform/access/body-indices";
import { heldBy } from "@backend/gateway/platform/access/runs-as";
import { isAdmin } from "@backend/gateway/platform/auth/types";
import { engineError } from "@backend/gateway/platform/http/engine-errors";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { enginePath } from "@backend/gateway/platform/http/paths";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { reach } from "@backend/gateway/platform/store/engine-client";

/** What an engine answers to several searches, in their order. */
export type Msearch = { took: number; responses: JsonObject[] };

/**
 * Sends searches in the name of all by whose rights the call is held. Throws 401 where their patterns reach system
 * indices, and what the engine refuses as a whole.
 */
export async function askEngine(
  { engine, reIndexed }: Pick<Services, "engine" | "reIndexed">,
  context: SignedContext,
  body: string,
): Promise<Msearch> {
  if (body === "") return { took: 0, responses: [] };
  // One who may reach system indices reaches none in what somebody else has made of his search.
  const caller = heldBy(context).find((one) => !isAdmin(one)) ?? context.caller;
  const asked = { caller, behind: reIndexed.behindAliases };
  // The indices that queries name beside the path.
  if (!isAdmin(caller)) await requireOpen(patternsIn("msearch", body), asked);
  const index =
    context.indices.length === 0
      ? (context.params["index"] ?? "")
      : (await openExpressions(context.indices, asked)).join(",");
  const { preference: _preference, ...query } = context.query;
  const response = await reach(engine, {
    method: "POST",
    path: enginePath([index, "_msearch"]),
    query,
    body,
    signal: context.signal,
    requestId: context.id,
  });
  if (response.status > 500)
    throw new HttpError(response.status, "unable to connect to the upstream Elasticsearch cluster");
  if (response.status >= 400) throw engineError(response);
  const answer = parseJson(response.body);
  // What the caller's own `filter_path` leaves out is missing, and nothing is wrong with the engine.
  const responses = isJsonObject(answer)
    ? (answer["responses"] ?? (query["filter_path"] === undefined ? undefined : []))
    : undefined;
  if (!isJsonObject(answer) || !Array.isArray(responses))
    throw new HttpError(502, "unable to connect to the upstream Elasticsearch cluster");
  return { took: Number(answer["took"] ?? 0), responses: responses.filter(isJsonObject) };
}
