import { parseWithZod } from "@conform-to/zod/v4";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { indexNameOfFile } from "~/lib/indices/index-name";
import { redirect } from "~/server/redirect.server";
import type { Scope } from "~/session/scope.server";
import { moveDraft, NO_INDEX, requireDraft } from "~/services/data/import/drafts.server";
import { listIndexNames } from "~/services/indices/list.server";
import { forgetIndexNames } from "~/services/platform/changes/kept-names.server";
import { draftPath } from "../draft-path";
import { CHOOSE_INDEX } from "../intents";
import { proposedIndex, targetSchema } from "./target-form.server";

/** So many names stand in a list to choose from; with more, one types, and the browser completes the first ones. */
export const MOST_LISTED = 200;

type Asked = { scope: Scope; jobId: string | undefined };

/** An upload, the indices that it may go into, and the name that is proposed for a new one. */
export async function loadTarget({ scope, jobId }: Asked) {
  const job = await requireDraft({ scope, jobId });
  const names = await currentNames(scope);
  const held = scope.identity.heldTo;
  const isExisting = names.includes(job.app);
  const proposed = proposedIndex({ base: indexNameOfFile(job.name), names, held });
  return {
    job: { id: job.id, name: job.name, size: job.size, app: job.app },
    names: names.slice(0, MOST_LISTED),
    isList: names.length <= MOST_LISTED,
    hasAny: names.length > 0,
    held,
    // Who is limited to indices by name creates no others.
    mayCreate: held === null || held.some((pattern) => pattern.includes("*")),
    chosen: {
      kind: isExisting || proposed === "" ? "existing" : "new",
      index: job.app === NO_INDEX || isExisting ? proposed : job.app,
      existing: isExisting ? job.app : "",
    },
  };
}

/** An index that was created or deleted a moment ago counts. */
function currentNames(scope: Scope): Promise<string[]> {
  forgetIndexNames(scope);
  return listIndexNames(scope);
}

/** Chooses the index of an upload. Nothing is created yet: the import does that once the fields are chosen. */
export async function answerTarget({ scope, jobId, form }: Asked & { form: FormData }) {
  if (form.get("intent") !== CHOOSE_INDEX) throw unknownIntent(form.get("intent"));
  const job = await requireDraft({ scope, jobId });
  const submission = parseWithZod(form, {
    schema: targetSchema({ names: await currentNames(scope), held: scope.identity.heldTo }),
  });
  if (submission.status !== "success") return formReply(submission, { intent: CHOOSE_INDEX });
  return redirect(draftPath(moveDraft({ scope, job, app: submission.value })));
}
