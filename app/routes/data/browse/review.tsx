import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonBar, FormBoundary, ServerForm, useServerForm } from "~/components/form-kit";
import { Button, EmptyState, LinkButton, Notice, PageHeader } from "~/components/kit";
import { formReply } from "~/components/forms/reply.server";
import { DiffView } from "~/components/ui/diff-view";
import { answerForm } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { redirect } from "~/redirect.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { getDocument } from "~/services/documents/get.server";
import { change } from "~/services/changes/change.server";
import { toCreateDocument, toSaveDocument } from "~/services/documents/write.server";
import { isBackendError } from "~/services/http/errors.server";
import { getDraft, removeDraft } from "~/services/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { type Changes, changesBetween } from "./_parts/changes.server";
import { editDraftSchema, SaveSchema } from "./_parts/document-form.server";
import { documentRef } from "./_parts/document-ref.server";
import { documentIdOf, documentLabel, documentPath, titleOf } from "./_parts/paths";

const INTENT = "save-document";

export const handle: Handle = {
  screen: "browse",
  crumbs: ({ pathname, at }) => [{ label: documentLabel(pathname), to: documentPath(at, documentIdOf(pathname)) }, { label: "Review changes" }],
};
export const meta: MetaFunction = ({ params, location }) => [{ title: titleOf(params, `Changes of ${documentLabel(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const id = new URL(request.url).searchParams.get("draft");
  const draft = getDraft(scope, { id, kind: "edit", index: ref.index, schema: editDraftSchema });
  if (draft?.id !== ref.id) return { ...ref, state: "lost" as const };
  const stored = await getDocument(scope, ref);
  const version = { draft: id ?? "", seqNo: stored?.seqNo ?? -1, primaryTerm: stored?.primaryTerm ?? 0 };
  if (!stored) return { ...ref, ...version, state: "deleted" as const, changes: changesBetween("{}", draft.source), theirs: null };
  if (stored.seqNo === draft.seqNo && stored.primaryTerm === draft.primaryTerm) {
    return { ...ref, ...version, state: "ready" as const, changes: changesBetween(stored.source, draft.source), theirs: null };
  }
  const theirs = draft.base === null ? null : changesBetween(draft.base, stored.source);
  return { ...ref, ...version, state: "conflict" as const, changes: changesBetween(stored.source, draft.source), theirs };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The document was not saved. Your changes are kept.",
    run: ({ scope, form }) => save({ request, scope, form }),
  });
}

async function save({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const ref = documentRef(request, scope);
  const id = new URL(request.url).searchParams.get("draft");
  const draft = getDraft(scope, { id, kind: "edit", index: ref.index, schema: editDraftSchema });
  const submission = parseWithZod(form, { schema: SaveSchema });
  const here = documentPath(scope, ref.id, "review", { routing: ref.routing, query: { draft: id } });
  if (draft?.id !== ref.id) return redirect(here);
  if (submission.status !== "success") return formReply(submission, { intent: INTENT });
  const version = submission.value;
  const { source } = draft;
  async function saving() {
    if (version.seqNo < 0) return toCreateDocument({ ...ref, source });
    const stored = await getDocument(scope, ref);
    return toSaveDocument({ ...ref, version, source, before: stored?.seqNo === version.seqNo ? stored.source : draft?.base });
  }
  let changed;
  try {
    changed = await change(scope, await saving());
  } catch (error) {
    // Somebody was faster: the same page now shows their version beside this one.
    if (isBackendError(error, 409)) return redirectWithFlash({ request, to: here, kind: "bad", text: "Not saved: the document has been changed meanwhile." });
    throw error;
  }
  removeDraft(scope, id ?? "");
  return redirectWithFlash({ request, to: documentPath(scope, ref.id, undefined, ref), text: "Document saved.", changed });
}

export default function ReviewDocumentScreen() {
  const data = useLoaderData<typeof loader>();
  const at = appLevel(data.index);
  if (data.state === "lost") {
    return (
      <>
        <PageHeader title="Review changes" />
        <EmptyState title="These changes are no longer kept" action={<LinkButton to={documentPath(at, data.id, "edit", data)}>Edit the document</LinkButton>}>
          <p>Changes that are not saved are kept for a day. They may have been saved already.</p>
        </EmptyState>
      </>
    );
  }
  return <Review data={data} />;
}

type ReviewData = Exclude<Awaited<ReturnType<typeof loader>>, { state: "lost" }>;

const words = {
  ready: { title: "Review changes", save: "Save document", before: "Stored", after: "Yours" },
  conflict: { title: "Somebody changed this document", save: "Save mine over theirs", before: "Stored now (theirs)", after: "Yours" },
  deleted: { title: "Somebody deleted this document", save: "Save mine as a new document", before: "Nothing stored", after: "Yours" },
};

function Review({ data }: { data: ReviewData }) {
  const { index, id, routing, state, changes, theirs, draft, seqNo, primaryTerm } = data;
  const at = appLevel(index);
  const { form, busy } = useServerForm({ id: `save-${index}-${id}`, intent: INTENT });
  const { title, save, before, after } = words[state];
  return (
    <>
      <PageHeader
        title={title}
        description={
          <span className="[overflow-wrap:anywhere]">
            The document {shownId(id)} of {index}. Nothing is saved yet.
          </span>
        }
      />
      {state === "conflict" && (
        <Notice tone="warn">
          It was changed after you began to edit. Below, on the left what is stored now, on the right what you want to save. Save yours and their changes are
          lost; edit yours again to take theirs over; or leave it as it is.
        </Notice>
      )}
      {state === "deleted" && <Notice tone="warn">It was deleted after you began to edit. You can save yours under the same id, or leave it deleted.</Notice>}
      <ChangeList changes={changes} before={before} after={after} />
      {theirs && (
        <details className="mt-4">
          <summary className="link w-fit">What they changed since you began</summary>
          <div className="mt-2">
            <ChangeList changes={theirs} before="When you began" after="Stored now (theirs)" />
          </div>
        </details>
      )}
      <div className="mt-4">
        <ServerForm form={form} intent={INTENT}>
          <input type="hidden" name="seqNo" value={seqNo} />
          <input type="hidden" name="primaryTerm" value={primaryTerm} />
          <ButtonBar>
            <Button tone={state === "ready" ? "primary" : "danger"} disabled={busy}>
              {busy ? "Saving…" : save}
            </Button>
            <LinkButton to={documentPath(at, id, "edit", { routing, query: { draft } })}>Edit mine again</LinkButton>
            <LinkButton tone="quiet" to={documentPath(at, id, undefined, { routing })}>
              {state === "conflict" ? "Leave theirs" : "Cancel"}
            </LinkButton>
          </ButtonBar>
        </ServerForm>
      </div>
    </>
  );
}

function ChangeList({ changes, before, after }: { changes: Changes; before: string; after: string }) {
  if (changes.tooLarge) return <p className="text-muted">The two are too large to be compared line by line.</p>;
  return (
    <>
      {changes.spacesOnly && <p className="mb-2 text-muted">Only spaces and line breaks differ.</p>}
      <DiffView rows={changes.rows} before={before} after={after} />
      {changes.cut && <p className="mt-2 text-13 text-muted">More differs than is shown here.</p>}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
