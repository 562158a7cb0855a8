import * as z from "zod";
import { shownId } from "~/lib/ids";
import { changeFailed } from "~/lib/user-messages";
import { screenPath } from "~/navigation/paths";
import type { Scope } from "~/session/scope.server";
import { createDocument } from "~/services/documents/write.server";
import { isBackendError } from "~/services/http/errors.server";
import { getDraft, removeDraft } from "~/services/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { indexOf } from "./document-ref.server";
import { documentPath } from "./paths";

/** What is kept of a deleted document for a day. */
export const deletedSchema = z.object({ id: z.string(), routing: z.string().optional(), source: z.string() });
export type Deleted = z.output<typeof deletedSchema>;

/** Puts a deleted document back under its id, unless there is a new one by now. */
export async function restore({ request, scope, draft }: { request: Request; scope: Scope; draft: string }) {
  const index = indexOf(scope);
  const deleted = getDraft(scope, { id: draft, kind: "deleted", index, schema: deletedSchema });
  const list = screenPath(scope, "browse");
  if (!deleted) return redirectWithFlash({ request, to: list, kind: "bad", text: "The deleted document is no longer kept." });
  const to = documentPath(scope, deleted.id, undefined, deleted);
  try {
    await createDocument(scope, { index, ...deleted });
  } catch (error) {
    if (!isBackendError(error)) throw error;
    if (error.status === 409)
      return redirectWithFlash({ request, to, kind: "bad", text: `There is a document with the id ${shownId(deleted.id)} again; it was left as it is.` });
    // Back to the notice with the button: the document is kept for another try.
    return redirectWithFlash({
      request,
      to: screenPath(scope, "browse", { query: { undo: draft } }),
      kind: "bad",
      text: `Not put back. ${changeFailed(error.failure)}`,
    });
  }
  removeDraft(scope, draft);
  return redirectWithFlash({ request, to, text: `The document ${shownId(deleted.id)} is back.` });
}
