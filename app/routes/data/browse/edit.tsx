import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { JsonArea } from "~/components/forms/json-area";
import { formReply } from "~/components/forms/reply.server";
import { ButtonBar, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { readableJson } from "~/lib/json-layout";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { requireScope } from "~/scope.server";
import { getDocument, requireDocument } from "~/services/documents/get.server";
import { addDraft, getDraft } from "~/services/store/draft-store.server";
import { type EditDraft, editDraftSchema, EditSchema, type EditShape } from "./_parts/document-form.server";
import { documentRef } from "./_parts/document-ref.server";
import { documentPath, titleOf } from "./_parts/paths";

const INTENT = "review-document";

export const handle: Handle = {
  screen: "browse",
  crumbs: ({ params, at }) => [{ label: params["docId"] ?? "", to: documentPath(at, params["docId"] ?? "") }, { label: "Edit" }],
};
export const meta: MetaFunction = ({ params }) => [{ title: titleOf(params, `Edit ${params["docId"]}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const wanted = new URL(request.url).searchParams.get("draft");
  const found = getDraft(scope, { id: wanted, kind: "edit", index: ref.index, schema: editDraftSchema });
  const draft = found?.id === ref.id ? found : undefined;
  const stored = draft ? await getDocument(scope, ref) : await requireDocument(scope, ref);
  return {
    ...ref,
    // The page before this one has shown what is stored now, so the draft goes on from there.
    seqNo: stored?.seqNo ?? -1,
    primaryTerm: stored?.primaryTerm ?? 0,
    source: draft?.source ?? editable(stored?.source ?? "{}"),
    lost: wanted !== null && draft === undefined,
  };
}

/** Beyond this many characters a document is shown as it is stored: laid out it would be half as long again, and the page holds it twice. */
const MOST_LAID_OUT = 1_000_000;

function editable(source: string) {
  return source.length > MOST_LAID_OUT ? source : readableJson(source);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const submission = parseWithZod(await request.formData(), { schema: EditSchema });
  if (submission.status !== "success") return formReply(submission, { intent: INTENT });
  const { source, seqNo, primaryTerm } = submission.value;
  const stored = await getDocument(scope, ref);
  const value: EditDraft = { id: ref.id, routing: ref.routing, source, seqNo, primaryTerm, base: stored?.seqNo === seqNo ? stored.source : null };
  const draft = addDraft(scope, { kind: "edit", index: ref.index, value });
  return redirect(documentPath(scope, ref.id, "review", { routing: ref.routing, query: { draft } }));
}

export default function EditDocumentScreen() {
  const { index, id, routing, source, seqNo, primaryTerm, lost } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<EditShape>({ id: `document-${index}-${id}`, intent: INTENT, defaultValue: { source } });
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">Edit {id}</span>}
        description="The stored text of the document. It is saved as you leave it here, digit for digit; before that you see what changes."
      />
      {lost && <Notice tone="warn">The changes begun earlier are no longer kept; this is the document as it is stored.</Notice>}
      <ServerForm form={form} intent={INTENT} labels={{ source: "Document" }} className="max-w-[1000px]">
        <input type="hidden" name="seqNo" value={seqNo} />
        <input type="hidden" name="primaryTerm" value={primaryTerm} />
        <JsonArea field={fields.source} label="Document" rows={24} />
        <ButtonBar sticky>
          <Button tone="primary" disabled={busy}>
            Review changes
          </Button>
          <LinkButton tone="quiet" to={documentPath(appLevel(index), id, undefined, { routing })}>
            Cancel
          </LinkButton>
        </ButtonBar>
      </ServerForm>
    </>
  );
}
