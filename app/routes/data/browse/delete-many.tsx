import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { JsonObject } from "@common/text/json";
import { DeleteManyPage } from "~/components/editor/delete-many-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/server/form-action.server";
import { shownId } from "~/lib/address/ids";
import { countOf } from "~/lib/values/numbers";
import { browseTitle, documentPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { keepDocuments } from "~/services/data/documents/keep-many.server";
import { countDocuments } from "~/services/data/documents/search.server";
import { sampleDocuments } from "~/services/data/documents/table.server";
import { toDeleteByQuery } from "~/services/data/documents/write.server";
import { JOB_FROM, startDeleteByQuery } from "~/services/data/documents/delete-by-query/start.server";
import { removeDraft } from "~/services/platform/store/draft-store.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { readMany } from "./_parts/list.server";

const LISTED = 20;
/** Documents that must not be lost by a slip are asked for by the name of the index. */
const NAME_FROM = 10;

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Delete documents" }] };
export const meta: MetaFunction = ({ params }) => [{ title: browseTitle(params, "Delete documents") }];

async function readMeant(request: Request, scope: Scope) {
  const read = await readMany(scope, request);
  const { meant } = read;
  const count = meant && (await countDocuments(scope, meant));
  return { ...read, count: count ?? 0, typed: meant !== undefined && (meant.selected ?? NAME_FROM) >= NAME_FROM };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { meant, ...rest } = await readMeant(request, scope);
  const page = { ...rest, gate: scope.may("documents:write") };
  if (!meant || page.count === 0)
    return {
      ...page,
      kept: meant !== undefined,
      words: [],
      selected: null,
      documents: [],
      request: null,
      undoable: false,
    };
  const [documents, undoable] = await Promise.all([
    sampleDocuments(scope, { ...meant, size: LISTED }),
    keepMeant(scope, { ...meant, count: page.count }).then((found) => found !== undefined),
  ]);
  return {
    ...page,
    kept: true,
    words: meant.words,
    selected: meant.selected,
    documents,
    request: shownRequest(scope, toDeleteByQuery(meant)),
    undoable,
  };
}

/** Ticked documents as they are stored, for the undo; undefined if none is left. */
async function keepMeant(
  scope: Scope,
  { index, ids, count }: { index: string; ids: readonly string[] | null; count: number },
) {
  return ids === null || count > JOB_FROM ? undefined : keepDocuments(scope, { index, ids, count });
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The documents were not deleted.",
    run: ({ scope, form }) => deleteMeant({ request, scope, form }),
  });
}

async function deleteMeant({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const { name, meant, count, backTo, typed } = await readMeant(request, scope);
  if (!meant) return redirectWithFlash({ request, to: backTo, kind: "bad", text: "The selection is no longer kept." });
  const submission = parseConfirmation(form, typed ? name : undefined);
  if (submission.status !== "success") return formReply(submission, { intent: DELETE });
  if (count > Number(form.get("count"))) {
    // The page again, for it counts again: an answer to the form would leave the old number in it where scripts run.
    return askAgain(
      request,
      `Nothing was deleted: ${countOf(count, "document")} match now, more than you were shown. Confirm again.`,
    );
  }
  if (count > JOB_FROM) return deleteByJob({ request, scope, meant: { ...meant, count } });
  const kept = await keepMeant(scope, { ...meant, count });
  if (kept === undefined && form.get("undoable") === "yes")
    return askAgain(
      request,
      "Nothing was deleted: the documents changed and can no longer be restored afterwards. Confirm again.",
    );
  const changed = await change(scope, toDeleteByQuery({ ...meant, kept }));
  const { deleted, left } = changed.value;
  if (meant.draft !== null) removeDraft(scope, meant.draft);
  const text = `${countOf(deleted, "document")} deleted.`;
  return redirectWithFlash({ request, to: backTo, kind: left === 0 ? "good" : "bad", text, changed });
}

function askAgain(request: Request, text: string) {
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash({ request, to: `${pathname}${search}`, kind: "bad", text });
}

type Meant = { index: string; query: JsonObject; count: number; words: string[] };

async function deleteByJob({ request, scope, meant }: { request: Request; scope: Scope; meant: Meant }) {
  const { words, count } = meant;
  const id = await startDeleteByQuery(scope, {
    ...meant,
    label: words.length === 0 ? "all documents" : words.join(", "),
  });
  if (id !== null)
    return redirectWithFlash({
      request,
      to: screenPath(scope, "jobs", { rest: [id] }),
      kind: "info",
      text: `${countOf(count, "document")} are being deleted.`,
    });
  const text = "Nothing was deleted. Too many jobs are waiting. Try again when some have finished.";
  return redirectWithFlash({ request, to: screenPath(scope, "jobs"), kind: "bad", text });
}

export default function DeleteDocumentsScreen() {
  const { name, typed, selected, documents, ...page } = useLoaderData<typeof loader>();
  const items = documents.map((one) => {
    const id = shownId(one.id);
    return { key: one.id, to: documentPath(appLevel(name), one), name: one.title ?? id, note: one.title && id };
  });
  return (
    <DeleteManyPage
      {...page}
      noun="document"
      of={name}
      items={items}
      selected={selected !== null}
      nameToType={typed ? name : undefined}
    />
  );
}

export { FormBoundary as ErrorBoundary };
