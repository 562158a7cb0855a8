import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import "~/components/kit";
import { unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { formatBytes } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { deleteDraft, requireDraft } from "~/services/import/drafts.server";
import { redirectWithFlash } from "~/sessions.server";
import { DISCARD, FROM_JOBS } from "./intents";

export const handle: Handle = { screen: "import", crumbs: () => [{ label: "Delete upload" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Delete upload · ${params["appName"] ?? "Cluster"}` }];

/** The list that it was opened from. */
const backTo = (request: Request, at: LevelRef) => screenPath(at, new URL(request.url).searchParams.get("from") === FROM_JOBS ? "jobs" : "import");

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
      return redirectWithFlash({ request: args.request, to: backTo(args.request, scope), text: `Upload ${job.name} deleted. Nothing was imported from it.` });
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
