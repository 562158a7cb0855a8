import { diffLines } from "~/lib/json/diff.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { change } from "~/services/platform/changes/change.server";
import type { Entry } from "~/services/platform/changes/log-store.server";
import { planUndo, requireChange } from "~/services/platform/changes/read.server";
import { idsTogether, type ToldChange, toldTogether } from "~/services/platform/changes/several";
import { shownRequest } from "~/services/platform/changes/shown.server";
import type { Resource } from "~/services/platform/changes/types";
import { undoneText } from "~/services/platform/changes/words";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { entryView } from "./entry-view.server";

// The undo of one change, or of several that one step made: the last of them first.

async function entriesOf(scope: Scope, id: string): Promise<Entry[]> {
  const entries = await Promise.all(idsTogether(id).map((one) => requireChange(scope, one)));
  if (entries.length === 0) throw new Response("There is no such change in the log.", { status: 404 });
  return entries.reverse();
}

/** What each undo of an address is, and whether it can be made. Throws 404 and BackendError. */
export async function loadUndo(scope: Scope, id: string) {
  const entries = await entriesOf(scope, id);
  return Promise.all(
    entries.map(async (entry) => {
      const plan = await planUndo(scope, entry);
      const { before, after } = entry;
      return {
        row: entryView(entry),
        plan: plan && {
          ready: plan.ready,
          note: plan.note,
          gate: scope.may(plan.change.right),
          request: plan.change.own ? null : shownRequest(scope, plan.change),
        },
        // Old and new of the undo: what is there now, and what comes back.
        now: after,
        then: before,
        rows: before === null || after === null ? null : diffLines(`${after}\n`, `${before}\n`),
      };
    }),
  );
}

export type UndoPart = Awaited<ReturnType<typeof loadUndo>>[number];

type Undone =
  | { state: "changed" }
  | {
      state: "undone";
      entry: Entry;
      resource: Resource;
      text: string;
      changed: ToldChange;
      /** What was undone and what was not, where a later one failed; null where all was. */
      because: string | null;
    };

/**
 * Makes the undo: of several all, or none where one of them cannot be made as it stands. Throws BackendError where the
 * first one fails.
 */
export async function undoAll(scope: Scope, id: string): Promise<Undone> {
  const entries = await entriesOf(scope, id);
  const plans = await Promise.all(entries.map((entry) => planUndo(scope, entry)));
  const made: ToldChange[] = [];
  const texts: string[] = [];
  let last: Extract<Undone, { state: "undone" }> | null = null;
  if (!plans.every((plan) => plan?.ready)) return { state: "changed" };
  for (const [at, entry] of entries.entries()) {
    const plan = plans[at];
    if (!plan) return { state: "changed" };
    try {
      const changed = await change(scope, plan.change, { undoes: entry.id });
      const told = plan.told?.(changed.value);
      made.push(changed);
      texts.push(
        `${undoneText({ verb: plan.change.verb, noun: entry.noun, name: entry.name })}.${told === undefined ? "" : ` ${told}`}`,
      );
      // Its own way back is in the list of changes: what undoes an undo would be taken for it.
      const together = { ...(toldTogether(made) ?? changed), undoable: false };
      last = {
        state: "undone",
        entry,
        resource: plan.change.resource,
        text: texts.join(" "),
        changed: together,
        because: null,
      };
    } catch (error) {
      if (last === null || !isBackendError(error)) throw error;
      const rest = entries.length - made.length;
      return { ...last, because: `${last.text} ${rest} more not undone: ${changeFailed(error.failure)}` };
    }
  }
  return last ?? { state: "changed" };
}
