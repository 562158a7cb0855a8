import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { draftOf } from "~/editor/drafts.server";
import { NOT_STORED } from "~/editor/editable.server";
import { loadReview, saveReviewed } from "~/editor/review.server";
import { KEPT } from "~/lib/kept";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { readContent } from "~/services/credentials/write.server";
import { requireScope } from "~/session/scope.server";
import { credentialRef, credentials } from "./_parts/credential.server";
import { credentialCrumbs, credentialNameOf, credentialTitle } from "./_parts/screen";
import { createCredential } from "./_form/take.server";

export const handle: Handle = { screen: "credentials", crumbs: credentialCrumbs("Review changes") };
export const meta: MetaFunction = ({ params, location }) => [{ title: credentialTitle(params, `Changes of ${credentialNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const ref = credentialRef(request);
  return { ref, review: await loadReview({ request, scope, editable: credentials, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("credentials"),
    what: `The API credential was not saved. ${KEPT}`,
    run: ({ scope, form }) => {
      const edited = { request, scope, editable: credentials, ref: credentialRef(request) };
      const draft = draftOf(edited);
      // Deleted meanwhile: what is created in its place has another name.
      if (draft && (form.get("version") ?? "") === NOT_STORED) return createCredential({ request, scope }, readContent(draft.text));
      return saveReviewed(edited, form);
    },
  });
}

export default function ReviewCredentialScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`credential-${ref.name}`} name={`API credential ${ref.name}`} />;
}

export { FormBoundary as ErrorBoundary };
