import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { ButtonBar, FormBoundary, ServerForm, useServerForm } from "~/components/form-kit";
import { Button, LinkButton, Notice, PageHeader } from "~/components/kit";
import { JsonArea } from "~/components/forms/json-area";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import { readableJson } from "~/lib/json-layout";
import { withParams } from "~/lib/search-params";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { redirect } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { getDocument, requireDocument } from "~/services/documents/get.server";
import { addDraft, getDraft } from "~/services/store/draft-store.server";
import { type EditDraft, editDraftSchema, EditSchema, type EditShape, MOST_TYPED_BYTES } from "./_parts/document-form.server";
import { documentRef } from "./_parts/document-ref.server";
import { LargeDocument } from "./_parts/large-document";
import { documentIdOf, documentLabel, documentPath, rawPath, titleOf } from "./_parts/paths";
import { receiveDocument } from "./_parts/receive-document.server";

const INTENT = "review-document";

export const handle: Handle = {
  screen: "browse",
  crumbs: ({ pathname, at }) => [{ label: documentLabel(pathname), to: documentPath(at, documentIdOf(pathname)) }, { label: "Edit" }],
};
export const meta: MetaFunction = ({ params, location }) => [{ title: titleOf(params, `Edit ${documentLabel(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const search = new URL(request.url).searchParams;
  const wanted = search.get("draft");
  const found = getDraft(scope, { id: wanted, kind: "edit", index: ref.index, schema: editDraftSchema });
  const draft = found?.id === ref.id ? found : undefined;
  const stored = draft ? await getDocument(scope, ref) : await requireDocument(scope, ref);
  return {
    ...ref,
    // The page before this one has shown what is stored now, so the draft goes on from there.
    seqNo: stored?.seqNo ?? -1,
    primaryTerm: stored?.primaryTerm ?? 0,
    ...shownAs({ text: draft?.source ?? stored?.source ?? "{}", typed: draft !== undefined, asText: search.get("as") === "text" }),
    again: draft !== undefined,
    lost: wanted !== null && draft === undefined,
  };
}

/** Beyond this many characters a document is shown as it is stored: laid out it would be half as long again, and the page holds it twice. */
const MOST_LAID_OUT = 1_000_000;
/** Beyond this many characters it is changed as a file: a text area of 2 MB takes Chromium three seconds to draw, one of 10 MB most of a minute. */
const MOST_IN_AREA = 1_500_000;

/** The text for the editor, or null and how many bytes it has. What somebody typed stays as typed. */
function shownAs({ text, typed, asText }: { text: string; typed: boolean; asText: boolean }) {
  if (text.length > MOST_IN_AREA && !asText) return { source: null, bytes: Buffer.byteLength(text) };
  return { source: typed || text.length > MOST_LAID_OUT ? text : readableJson(text), bytes: 0 };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  return answerForm(args, {
    right: "develop",
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    upload,
    run: async ({ scope, form }) => {
      const ref = documentRef(request, scope);
      const received = upload ? await receiveDocument(scope, request) : readTyped(form);
      if (!received.ok) return received.reply;
      const { source, seqNo, primaryTerm } = received.value;
      const stored = await getDocument(scope, ref);
      const value: EditDraft = { id: ref.id, routing: ref.routing, source, seqNo, primaryTerm, base: stored?.seqNo === seqNo ? stored.source : null };
      const draft = addDraft(scope, { kind: "edit", index: ref.index, value });
      return redirect(documentPath(scope, ref.id, "review", { routing: ref.routing, query: { draft } }));
    },
  });
}

function readTyped(form: FormData) {
  const submission = parseWithZod(form, { schema: EditSchema });
  return submission.status === "success"
    ? { ok: true as const, value: submission.value }
    : { ok: false as const, reply: formReply(submission, { intent: INTENT }) };
}

export default function EditDocumentScreen() {
  const { index, id, routing, source, bytes, seqNo, primaryTerm, again, lost } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const at = appLevel(index);
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">Edit {shownId(id)}</span>}
        description="The stored text of the document. It is saved as you leave it here, digit for digit; before that you see what changes."
      />
      {lost && <Notice tone="warn">The changes begun earlier are no longer kept; this is the document as it is stored.</Notice>}
      {source === null ? (
        <LargeDocument
          formId={`document-file-${index}-${id}`}
          bytes={bytes}
          version={{ seqNo, primaryTerm }}
          downloadHref={rawPath(at, id, routing)}
          asTextHref={withParams(params, { as: "text" })}
          cancelTo={documentPath(at, id, undefined, { routing })}
          again={again}
        />
      ) : (
        <TextForm source={source} />
      )}
    </>
  );
}

function TextForm({ source }: { source: string }) {
  const { index, id, routing, seqNo, primaryTerm } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<EditShape>({ id: `document-${index}-${id}`, intent: INTENT, defaultValue: { source } });
  return (
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
  );
}

export { FormBoundary as ErrorBoundary };
