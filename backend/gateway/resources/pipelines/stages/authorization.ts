import { fieldRights } from "@backend/gateway/platform/access/field-rights";
import { reads } from "@backend/gateway/platform/auth/view-as";
import { bothOf } from "@backend/gateway/platform/access/both";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { indicesOf } from "../run/context";
import { methodOf } from "./own-call";
import type { StageWork } from "../run/types";

/**
 * Signs the caller in and holds him against category, operation, index and limits of the route: nobody is let in by
 * another stage. What follows is done with what he and the author of the pipeline both may. Throws 401, 429 and 503.
 */
export const authorization: StageWork = async (run) => {
  const { author, id } = run.pipeline;
  if (author === null)
    throw new HttpError(503, `pipeline ${id} does not run: whoever saved it last may do so no longer. Save it again.`);
  // What a call brings into an index is seen by the scripts of the pipeline: by nobody who may not see all of it there.
  if (!reads(run.access, methodOf(run.context.method)) && fieldRights(author))
    throw new HttpError(503, `pipeline ${id} does not run: whoever saved it last may not see all fields of documents`);
  const { caller, viewer, headers } = await run.signIn(run.access, indicesOf(run.state.envs));
  run.letIn = { caller, ...(viewer && { viewer }), both: bothOf(caller, author), headers };
  return undefined;
};
