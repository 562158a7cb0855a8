import type { IncomingHttpHeaders } from "node:http";
import { INNER_CALL } from "@backend/gateway/platform/http/inner-call";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { HttpError } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { indicesOf } from "../run/context";
import type { LetIn, Run } from "../run/types";

/** Whoever was let in. Throws 401. */
export function letInOf({ letIn }: Pick<Run, "letIn">): LetIn {
  if (letIn === null) throw new HttpError(401, "nobody is let in: the stage authorization comes first");
  return letIn;
}

/** The call around a stage, in the name of the one who can do what the caller and the author both may. */
export function signedOf(run: Run): SignedContext {
  const { both, viewer } = letInOf(run);
  return { ...run.context, caller: both, ...(viewer && { viewer }), signal: run.signal };
}

/**
 * A search of the search API as if it had been sent: over the indices of the pipeline, with the request as it is now.
 * What a stage made of it calls no endpoint in the caller's name.
 */
export function searchOf(run: Run): SignedContext {
  const indices = indicesOf(run.state.envs);
  const segments = [...(indices.length === 0 ? [] : [indices.join(",")]), "_reactivesearch"];
  const { body } = run.state.request;
  const headers: IncomingHttpHeaders =
    body === run.sent ? run.context.headers : { ...run.context.headers, [INNER_CALL]: run.context.id };
  return {
    ...signedOf(run),
    method: "POST",
    path: enginePath(segments),
    segments,
    params: indices.length === 0 ? {} : { index: indices.join(",") },
    indices,
    headers,
    query: {},
    text: async () => body,
  };
}
