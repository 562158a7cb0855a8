import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { formatBytes } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { deleteDraft, requireDraft } from "~/services/data/import/drafts.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { FROM_JOBS } from "../_parts/jobs/from-jobs";
import { DISCARD } from "./intents";

export const handle: Handle = { screen: "import", crumbs: () => [{ label: "Delete upload" }] };
export const meta = titled("Delete upload");

/** The list that it was opened from. */
const backTo = (request: Request, at: LevelRef) =>
  screenPath(at, new URL(request.url).searchParams.get("from") === FROM_JOBS ? "jobs" : "import");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name, size } = await requireDraft({ scope, jobId: params["jobId"] });
  return { name, size, back: backTo(request, scope) };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: "The upload was not deleted.",
    run: async ({ scope, form }) => {
      if (form.get("intent") !== DISCARD) throw unknownIntent(form.get("intent"));
      const job = await requireDraft({ scope, jobId: args.params["jobId"] });
      await deleteDraft({ scope, job });
      return redirectWithFlash({
        request: args.request,
        to: backTo(args.request, scope),
        text: `Upload ${job.name} deleted. Nothing was imported from it.`,
      });
    },
  });
}

export default function DiscardUploadScreen() {
  const { name, size, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete the upload ${name}?`}
      description="Nothing of it was imported yet."
      consequences={`The uploaded file, ${formatBytes(size)}, and what was chosen for its fields.`}
      intent={DISCARD}
      submitLabel="Delete upload"
      cancelTo={back}
    />
  );
}

export { FormBoundary as ErrorBoundary };
