import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage, FormBoundary } from "~/components/form-kit";
import { ScrollBox } from "~/components/kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { requireDocument } from "~/services/documents/get.server";
import { change } from "~/services/changes/change.server";
import { toDeleteDocument } from "~/services/documents/write.server";
import { isBackendError } from "~/services/http/errors.server";
import { redirectWithFlash } from "~/sessions.server";
import { SaveSchema } from "./_parts/document-form.server";
import { documentRef } from "./_parts/document-ref.server";
import { shownText } from "./_parts/document-parts.server";
import { documentIdOf, documentLabel, documentPath, titleOf } from "./_parts/paths";

const INTENT = "delete-document";
const SHOWN = 1500;

export const handle: Handle = {
  screen: "browse",
  crumbs: ({ pathname, at }) => [{ label: documentLabel(pathname), to: documentPath(at, documentIdOf(pathname)) }, { label: "Delete" }],
};
export const meta: MetaFunction = ({ params, location }) => [{ title: titleOf(params, `Delete ${documentLabel(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const { source, seqNo, primaryTerm } = await requireDocument(scope, ref);
  const { text } = shownText(source);
  return { ...ref, seqNo, primaryTerm, text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The document was not deleted.",
    run: async ({ scope, form }) => {
      const ref = documentRef(request, scope);
      const submission = parseConfirmation(form);
      const version = SaveSchema.safeParse(Object.fromEntries(form));
      if (submission.status !== "success" || !version.success)
        return formReply(submission, { intent: INTENT, formErrors: ["The form was not complete. Try again."] });
      const { source } = await requireDocument(scope, ref);
      try {
        const changed = await change(scope, toDeleteDocument({ ...ref, version: version.data, source }));
        return redirectWithFlash({ request, to: screenPath(scope, "browse"), text: `Document ${shownId(ref.id)} deleted.`, changed });
      } catch (error) {
        if (!isBackendError(error, 409)) throw error;
        // A page of its own: after an answer to the form, the router would go on showing the document as it was.
        const text = "Not deleted: the document has been changed meanwhile. It is shown below as it is now.";
        return redirectWithFlash({ request, to: documentPath(scope, ref.id, "delete", ref), kind: "bad", text });
      }
    },
  });
}

export default function DeleteDocumentScreen() {
  const { index, id, routing, seqNo, primaryTerm, text } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Delete the document {shownId(id)}?</span>}
      description={`It is removed from ${index}. For 30 days it can be restored from Changes.`}
      consequences={
        <ScrollBox label="Document" className="mt-2 max-h-80">
          <pre className="whitespace-pre-wrap font-mono text-code [overflow-wrap:anywhere]">{text}</pre>
        </ScrollBox>
      }
      intent={INTENT}
      submitLabel="Delete document"
      cancelTo={documentPath(appLevel(index), id, undefined, { routing })}
    >
      <input type="hidden" name="seqNo" value={seqNo} />
      <input type="hidden" name="primaryTerm" value={primaryTerm} />
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };
