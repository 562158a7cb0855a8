import type { JsonObject } from "@common/json";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { ConfirmPage, FormBoundary } from "~/components/form-kit";
import { EmptyState, LinkButton, PageHeader } from "~/components/kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { filterLabel } from "~/lib/document-filters";
import { shownId } from "~/lib/ids";
import { countOf, formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { filterProblem } from "~/services/documents/query.server";
import { countDocuments } from "~/services/documents/search.server";
import { change } from "~/services/changes/change.server";
import { toDeleteByQuery } from "~/services/documents/write.server";
import { JOB_FROM, startDeleteByQuery } from "~/services/jobs/delete-by-query/start.server";
import { listFields } from "~/services/mappings/get.server";
import { getDraft, removeDraft } from "~/services/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { indexOf } from "./_parts/document-ref.server";
import { queryOf, readView } from "./_parts/list.server";
import { documentPath, titleOf } from "./_parts/paths";
import { selectionSchema } from "./_parts/selection.server";

const INTENT = "delete-documents";
const LISTED = 20;
/** Documents that must not be lost by a slip are asked for by the name of the index. */
const NAME_FROM = 10;

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Delete documents" }] };
export const meta: MetaFunction = ({ params }) => [{ title: titleOf(params, "Delete documents") }];

/** Which documents an address means: the ticked ones of a draft, else all that its filters match. Undefined for a draft that is gone. */
async function chosenDocuments(scope: Scope, search: URLSearchParams) {
  const index = indexOf(scope);
  const draft = search.get("draft");
  if (draft !== null) {
    const selection = getDraft(scope, { id: draft, kind: "selection", index, schema: selectionSchema });
    if (!selection) return undefined;
    const query = { ids: { values: selection.ids } };
    return { query, ids: selection.ids, words: [], draft, count: await countDocuments(scope, { index, query }), typed: selection.ids.length >= NAME_FROM };
  }
  const fields = await listFields(scope, index);
  const view = readView(search, fields);
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const problem = view.filters.map((filter) => filterProblem(filter, byPath)).find((found) => found !== undefined);
  // A filter that is not understood must not widen a deletion.
  if (problem !== undefined || view.filters.length !== search.getAll("f").length)
    throw new Response(problem ?? "A filter of this address cannot be read.", { status: 400 });
  const query = queryOf(scope, view, fields);
  const words = [...(view.q === "" ? [] : [`Words: ${view.q}`]), ...view.filters.map(filterLabel)];
  return { query, ids: [], words, draft: null, count: await countDocuments(scope, { index, query }), typed: true };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  const chosen = await chosenDocuments(scope, new URL(request.url).searchParams);
  if (!chosen) return { name, chosen: null };
  const { query: _query, ids, ...rest } = chosen;
  return { name, chosen: { ...rest, ids: ids.slice(0, LISTED), more: Math.max(0, ids.length - LISTED) } };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, { right: "develop", what: "The documents were not deleted.", run: ({ scope, form }) => deleteChosen({ request, scope, form }) });
}

async function deleteChosen({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const { name } = await requireIndex(scope);
  const list = screenPath(scope, "browse");
  const { pathname, search, searchParams } = new URL(request.url);
  const chosen = await chosenDocuments(scope, searchParams);
  if (!chosen) return redirectWithFlash({ request, to: list, kind: "bad", text: "The choice of documents is no longer kept." });
  const submission = parseConfirmation(form, chosen.typed ? name : undefined);
  if (submission.status !== "success") return formReply(submission, { intent: INTENT });
  if (chosen.count > Number(form.get("count"))) {
    // The page again, for it counts anew: an answer to the form would leave the old number in it where scripts run.
    const text = `Nothing is deleted: there are ${countOf(chosen.count, "document")} by now, more than you were shown. Confirm again.`;
    return redirectWithFlash({ request, to: `${pathname}${search}`, kind: "bad", text });
  }
  if (chosen.count > JOB_FROM) return deleteByJob({ request, scope, chosen });
  const changed = await change(scope, toDeleteByQuery({ index: indexOf(scope), query: chosen.query }));
  const { deleted, left } = changed.value;
  if (chosen.draft !== null) removeDraft(scope, chosen.draft);
  const text = `${countOf(deleted, "document")} deleted.${left === 0 ? "" : ` ${countOf(left, "document was", "documents were")} changed meanwhile and left.`}`;
  return redirectWithFlash({ request, to: list, kind: left === 0 ? "good" : "bad", text, changed });
}

async function deleteByJob({
  request,
  scope,
  chosen: { query, count, words },
}: {
  request: Request;
  scope: Scope;
  chosen: { query: JsonObject; count: number; words: string[] };
}) {
  const id = await startDeleteByQuery(scope, { index: indexOf(scope), query, count, label: words.length === 0 ? "all documents" : words.join(", ") });
  if (id === null)
    return redirectWithFlash({
      request,
      to: screenPath(scope, "jobs"),
      kind: "bad",
      text: "Nothing was deleted. Too many jobs are waiting. Try again when some have finished.",
    });
  return redirectWithFlash({ request, to: screenPath(scope, "jobs", { rest: [id] }), kind: "info", text: `${countOf(count, "document")} are being deleted.` });
}

export default function DeleteDocumentsScreen() {
  const { name, chosen } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const at = appLevel(name);
  const back = screenPath(at, "browse");
  if (!chosen || chosen.count === 0) {
    return (
      <>
        <PageHeader title="Delete documents" />
        <EmptyState
          title={chosen ? "There is nothing to delete" : "This choice is no longer kept"}
          action={<LinkButton to={back}>Back to the documents</LinkButton>}
        >
          <p>{chosen ? "No document matches (any more)." : "Choose the documents again."}</p>
        </EmptyState>
      </>
    );
  }
  const { count, ids, more, words, typed } = chosen;
  const everything = ids.length === 0 && words.length === 0;
  return (
    <ConfirmPage
      title={everything ? `Delete all ${countOf(count, "document")} of ${name}?` : `Delete ${countOf(count, "document")}?`}
      description="This cannot be undone. Mapping and settings of the index stay."
      consequences={
        ids.length > 0 ? (
          <ul className="mt-1 list-disc pl-5">
            {ids.map((id) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <Link to={documentPath(at, id)} className="link">
                  {shownId(id)}
                </Link>
              </li>
            ))}
            {more > 0 && <li>and {formatNumber(more)} more</li>}
          </ul>
        ) : (
          <>
            <p>{everything ? "Every document of the index." : "All documents that match, not only those of one page:"}</p>
            <ul className="mt-1 list-disc pl-5">
              {words.map((word) => (
                <li key={word} className="[overflow-wrap:anywhere]">
                  {word}
                </li>
              ))}
            </ul>
          </>
        )
      }
      intent={INTENT}
      submitLabel={`Delete ${countOf(count, "document")}`}
      cancelTo={ids.length > 0 ? back : `${back}${search}`}
      nameToType={typed ? { name, label: `Type ${name} to confirm` } : undefined}
    >
      <input type="hidden" name="count" value={count} />
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };
