import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { answerTicked, selectionOf } from "~/editor/selection.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { readPlace } from "~/lib/address/list-place";
import { countOf } from "~/lib/values/numbers";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { type ToldChange, toldTogether } from "~/services/platform/changes/several";
import { shownRequest } from "~/services/platform/changes/shown.server";
import type { Change } from "~/services/platform/changes/types";
import { type BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { requireIndex } from "~/services/indices/get.server";
import { countedRows } from "~/services/indices/counted.server";
import { listIndices } from "~/services/indices/list.server";
import type { IndexRow } from "~/services/indices/index-row";
import { toDeleteIndex, toSetIndexOpen } from "~/services/indices/manage.server";
import { toMaintainIndex } from "~/services/indices/maintenance.server";
import { removeDraft } from "~/services/platform/store/draft-store.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { chosenIntent, type IndexTask, maintainAddress, tasks, taskWords } from "./tasks";

export const NOUN = "indices";
const LISTED = 50;
/** Names in the message about those that failed; all of them are in the change log. */
const NAMED = 5;

const indicesOf = (count: number) => countOf(count, "index", "indices");

function toDo(task: IndexTask, row: IndexRow): Change<void> {
  if (task === "delete") return toDeleteIndex(row);
  if (task === "open" || task === "close") return toSetIndexOpen({ name: row.name, open: task === "open" });
  return toMaintainIndex({ name: row.name, tending: task });
}

/**
 * The indices that are meant: that of the level, or those that were ticked; undefined where these are no longer kept.
 */
async function readMeant(request: Request, scope: Scope) {
  const { state } = maintainAddress.at(request);
  const task = state.do === "" ? null : state.do;
  const { list } = readPlace(new URL(request.url).searchParams);
  if (scope.level === "app") return { task, rows: [await requireIndex(scope)], draft: null, backTo: screenPath(scope) };
  const back = screenPath(clusterLevel);
  const found = { task, draft: state.draft, backTo: list === "" ? back : `${back}?${list}` };
  const ids = selectionOf(scope, NOUN, state.draft);
  if (ids === undefined) return { ...found, rows: undefined };
  const wanted = new Set(ids);
  return { ...found, rows: (await listIndices(scope)).filter(({ index }) => wanted.has(index)) };
}

const wordToType = (task: IndexTask | null, rows: readonly IndexRow[]) =>
  task === "delete" ? (rows.length === 1 ? rows[0]?.name : `delete ${indicesOf(rows.length)}`) : undefined;

/** The page that lists what is meant, before it is done. */
export async function loadMaintain({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { task, rows = null, backTo } = await readMeant(request, scope);
  const [first] = rows ?? [];
  const remark = (rows?.length ?? 0) > 1 ? "One request for each index." : null;
  return {
    ...{ task, backTo, total: rows?.length ?? null, gate: scope.may("indices:write") },
    rows: (await countedRows(scope, (rows ?? []).slice(0, LISTED))).map(({ name, documents }) => ({ name, documents })),
    documents: (rows ?? []).reduce((sum, { documents }) => sum + (documents ?? 0), 0),
    word: wordToType(task, rows ?? []),
    request: first === undefined || task === null ? null : { ...shownRequest(scope, toDo(task, first)), remark },
  };
}

type Posted = { request: Request; scope: Scope; form: FormData };

/** Keeps what was ticked in the list, and leads to the page about it. */
export function keepTicked({ request, scope, form }: Posted) {
  const { list } = readPlace(new URL(request.url).searchParams);
  const none = `${screenPath(clusterLevel)}?${new URLSearchParams([...new URLSearchParams(list), ["selected", "none"]]).toString()}`;
  const pages = Object.fromEntries(tasks.map((task) => [chosenIntent(task), task]));
  const to = (task: IndexTask, draft: string) =>
    screenPath(clusterLevel, "maintain", { query: { do: task, draft, list } });
  return answerTicked(scope, { form, noun: NOUN, none, pages, to });
}

/**
 * Does what the page asked about: one index after the other, whatever becomes of those before. Throws BackendError
 * where all fail for one reason.
 */
export async function maintainAll({ request, scope, form }: Posted) {
  const { task, rows, draft, backTo } = await readMeant(request, scope);
  if (task === null) throw unknownIntent(form.get("intent"));
  if (rows === undefined)
    return redirectWithFlash({ request, to: backTo, kind: "bad", text: "The selection is no longer kept." });
  const submission = parseConfirmation(form, wordToType(task, rows));
  if (submission.status !== "success") return formReply(submission, { intent: task });
  const failures: { name: string; error: BackendError }[] = [];
  const made: ToldChange[] = [];
  for (const row of rows) {
    try {
      const changed = await change(scope, toDo(task, row));
      made.push(
        rows.length === 1 || changed.missed === undefined
          ? changed
          : { ...changed, missed: `${row.name}: ${changed.missed}` },
      );
    } catch (error) {
      if (!isBackendError(error)) throw error;
      failures.push({ name: row.name, error });
    }
  }
  const reasons = new Set(failures.map(({ error }) => changeFailed(error.failure)));
  const [first] = failures;
  // All for one reason: it is the form's, with what was typed.
  if (first && failures.length === rows.length && reasons.size === 1) throw first.error;
  if (draft !== null && draft !== "") removeDraft(scope, draft);
  const text = [doneText(task, { rows, failed: failures.length }), failedText(failures)].join("");
  const changed = toldTogether(made);
  const told = changed && { ...changed, undoable: changed.undoable && rows.length === 1 };
  return redirectWithFlash({ request, to: backTo, kind: first ? "bad" : "good", text, ...(told && { changed: told }) });
}

function doneText(task: IndexTask, { rows, failed }: { rows: readonly IndexRow[]; failed: number }): string {
  const what = rows.length === 1 ? `Index ${rows[0]?.name}` : indicesOf(rows.length - failed);
  return task === "clear" ? `Cache of ${what.replace("Index ", "")} cleared.` : `${what} ${taskWords[task].done}.`;
}

function failedText(failures: readonly { name: string; error: BackendError }[]): string {
  if (failures.length === 0) return "";
  const named = failures
    .slice(0, NAMED)
    .map(({ name, error }) => `${name}: ${changeFailed(error.failure).replace(/\.?$/, ".")}`);
  const more = failures.length > NAMED ? ` And ${failures.length - NAMED} more, listed in Changes.` : "";
  return ` ${indicesOf(failures.length)} failed. ${named.join(" ")}${more}`;
}
