import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary, FormFailure } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { DiffView } from "~/components/ui/request/diff-view";
import { answerForm } from "~/server/form-action.server";
import { editLabel } from "~/lib/data/documents/field-edits";
import { shownId } from "~/lib/address/ids";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { browseTitle, documentPath, documentsPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { countDocuments } from "~/services/data/documents/search.server";
import { toUpdateMany } from "~/services/data/documents/update-many.server";
import { startUpdateByQuery } from "~/services/data/documents/update-by-query/start.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { askedEdit, exampleOf } from "./_parts/asked-edit.server";
import { editing } from "./_parts/edit-address";
import { EditForm } from "./_parts/edit-form";
import { countHaving, previewEdit } from "./_parts/edit-preview.server";
import { readMany } from "./_parts/list.server";

const UPDATE = "update-documents";
const MOST_LISTED = 200;

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Update documents" }] };
export const meta: MetaFunction = ({ params }) => [{ title: browseTitle(params, "Update documents") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { meant, name, backTo } = await readMany(scope, request);
  if (!meant) return { name, backTo, meant: null };
  const { index, query, fields, words, selected } = meant;
  const count = await countDocuments(scope, { index, query });
  const asked = askedEdit(request, fields);
  const edit = asked !== null && "edit" in asked ? asked.edit : null;
  const [preview, having] =
    edit && count > 0
      ? await Promise.all([
          previewEdit(scope, { index, query, edit }),
          countHaving(scope, { index, query, fields, edit }),
        ])
      : [null, null];
  return {
    name,
    backTo,
    meant: {
      count,
      words,
      selected,
      fields: fields.slice(0, MOST_LISTED).map(({ path, type }) => ({ path, type, example: exampleOf(type) })),
    },
    gate: scope.may("documents:write"),
    problem: asked !== null && "problem" in asked ? asked : null,
    /** The name of a field that documents will have and the mapping does not know yet. */
    unknown:
      edit &&
      edit.operation !== "remove" &&
      edit.operation !== "rename" &&
      !fields.some(({ path }) => path === edit.field)
        ? edit.field
        : null,
    edit: edit && editLabel(edit),
    /** How many of them have a value there; null where no search can tell. */
    having: having && edit && { count: having.count, field: edit.field },
    documents: preview?.documents ?? [],
    request: edit && preview ? shownRequest(scope, toUpdateMany({ index, edit, writes: preview.writes })) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The documents were not changed.",
    run: ({ scope, form }) => updateMeant({ request, scope, form }),
  });
}

async function updateMeant({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const { meant, backTo } = await readMany(scope, request);
  const { pathname, search } = new URL(request.url);
  const again = (text: string) => redirectWithFlash({ request, to: `${pathname}${search}`, kind: "bad", text });
  if (!meant) return redirectWithFlash({ request, to: backTo, kind: "bad", text: "The selection is no longer kept." });
  const asked = askedEdit(request, meant.fields);
  if (asked === null || !("edit" in asked)) return again("Nothing was changed: choose what to change first.");
  const submission = parseConfirmation(form);
  if (submission.status !== "success") return formReply(submission, { intent: UPDATE });
  const count = await countDocuments(scope, meant);
  if (count > Number(form.get("count")))
    return again(
      `Nothing was changed: ${countOf(count, "document")} match now, more than you were shown. Confirm again.`,
    );
  const words =
    meant.selected === null
      ? meant.words.length === 0
        ? ["all documents"]
        : meant.words
      : [countOf(meant.selected, "selected document")];
  const id = await startUpdateByQuery(scope, {
    index: meant.index,
    query: meant.query,
    edit: asked.edit,
    count,
    words,
  });
  if (id !== null)
    return redirectWithFlash({
      request,
      to: screenPath(scope, "jobs", { rest: [id] }),
      kind: "info",
      text: `${countOf(count, "document")} are being updated.`,
    });
  return redirectWithFlash({
    request,
    to: screenPath(scope, "jobs"),
    kind: "bad",
    text: "Nothing was changed. Too many jobs are waiting. Try again when some have finished.",
  });
}

export default function UpdateDocumentsScreen() {
  const data = useLoaderData<typeof loader>();
  const here = useAddress(editing);
  if (data.meant === null || data.meant.count === 0) {
    return (
      <>
        <PageHeader title="Update documents" />
        <FormFailure />
        <EmptyState
          title={data.meant === null ? "This selection is no longer kept" : "There is nothing to update"}
          action={<LinkButton to={data.backTo}>Back to Browse</LinkButton>}
        />
      </>
    );
  }
  const { name, backTo, meant, edit, documents, problem, request, gate } = data;
  const counted = countOf(meant.count, "document");
  const at = appLevel(name);
  const head = (
    <>
      <PageHeader
        title={`Update ${counted}`}
        description={<Words words={meant.words} name={name} selected={meant.selected !== null} />}
      />
      <EditForm here={here} fields={meant.fields} problem={problem} backTo={backTo} shown={edit !== null} />
    </>
  );
  if (edit === null) return head;
  return (
    <>
      {head}
      {data.unknown !== null && (
        <Notice tone="warn">
          {name} has no field {data.unknown} yet. Check the spelling; it will be added.
        </Notice>
      )}
      {documents.map(({ id, routing, title, rows, note }) => (
        <section key={id} className="mb-4">
          <Name as="h2" className="mb-1 text-13 font-bold">
            <PlainLink to={documentPath(at, { id, routing })} className="link">
              {title ?? shownId(id)}
            </PlainLink>
          </Name>
          {note === null ? <DiffView rows={rows} /> : <p className="text-13 text-muted">{note}</p>}
        </section>
      ))}
      <ConfirmForm
        consequencesTitle={edit}
        consequences={
          <p>
            {data.having && `${formatNumber(data.having.count)} of ${counted} have a value in ${data.having.field}. `}
            {meant.count > documents.length ? `Of ${counted}, ${documents.length} are shown above. ` : ""}
            Documents that somebody changes meanwhile are left as they are and listed. This cannot be undone;{" "}
            <PlainLink
              to={documentsPath(at, "export", Object.fromEntries(new URLSearchParams(here.others)))}
              className="link"
            >
              export them first
            </PlainLink>{" "}
            to keep a copy.
          </p>
        }
        intent={UPDATE}
        tone="primary"
        request={request ?? undefined}
        gate={gate}
        submitLabel={`Update ${counted}`}
        cancelTo={backTo}
      >
        <input type="hidden" name="count" value={meant.count} />
      </ConfirmForm>
    </>
  );
}

function Words({ words, name, selected }: { words: readonly string[]; name: string; selected: boolean }) {
  if (selected) return <>Selected in {name}.</>;
  return words.length === 0 ? (
    <>All of {name}.</>
  ) : (
    <>
      All that match in {name}, on every page: {words.join(" · ")}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
