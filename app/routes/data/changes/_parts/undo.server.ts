import { diffLines } from "~/lib/json/diff.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { change } from "~/services/platform/changes/change.server";
import type { Entry } from "~/services/platform/changes/log-store.server";
import { changedSince, partsOf } from "~/services/platform/changes/parts.server";
import { planUndo } from "~/services/platform/changes/read.server";
import { type ToldChange, toldTogether } from "~/services/platform/changes/several";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { beginStep } from "~/services/platform/changes/step.server";
import type { Resource } from "~/services/platform/changes/types";
import { undoneText } from "~/services/platform/changes/words";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { changedValues } from "./changed-values.server";
import { entryView } from "./entry-view.server";

// The undo of one change and of all that one step made with it: the last of them first.

const toUndo = ({ entry, parts }: Awaited<ReturnType<typeof partsOf>>) =>
  parts.open.length > 0 ? parts.open : [entry];

/** What stands for the side without a value: what was created is gone after the undo, and what was deleted is now. */
const absentOf = ({ verb, before, after }: Entry): string | null =>
  (before === null && (verb === "create" || verb === "add")) || (after === null && verb === "delete")
    ? "Deleted"
    : null;

/** What each undo of an address is, and whether it can be made. Throws 404 and BackendError. */
export async function loadUndo(scope: Scope, id: string) {
  const found = await partsOf(scope, id);
  const parts = await Promise.all(
    toUndo(found).map(async (entry) => {
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
        since: plan && !plan.ready ? await changedSince(scope, entry) : null,
        // Old and new of the undo: what is there now, and what comes back.
        now: after,
        then: before,
        rows: before === null || after === null ? null : diffLines(`${after}\n`, `${before}\n`),
        values: changedValues(entry.kind, { before: after, after: before }),
        absent: absentOf(entry),
      };
    }),
  );
  const { stays, undone, hidden } = found.parts;
  return { parts, stays: stays.map(entryView), undone, hidden };
}

export type UndoPart = Awaited<ReturnType<typeof loadUndo>>["parts"][number];

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

const calledOf = ({ noun, name }: Entry) => `${noun} ${name}`;

/**
 * Makes the undo: of several all, or none where one of them cannot be made as it stands. Throws BackendError where the
 * first one fails.
 */
export async function undoAll(scope: Scope, id: string): Promise<Undone> {
  const found = await partsOf(scope, id);
  const entries = toUndo(found);
  const plans = await Promise.all(entries.map((entry) => planUndo(scope, entry)));
  const made: ToldChange[] = [];
  const texts: string[] = [];
  let last: Extract<Undone, { state: "undone" }> | null = null;
  const isFree = plans.every((plan) => plan?.ready && (plans.length === 1 || scope.may(plan.change.right).ok));
  if (found.parts.hidden > 0 || !isFree) return { state: "changed" };
  // The undo of several is one step too: its own undo takes all of it back.
  const step = entries.length > 1 ? beginStep() : undefined;
  for (const [at, entry] of entries.entries()) {
    const plan = plans[at];
    if (!plan) return { state: "changed" };
    try {
      const changed = await change(scope, plan.change, { undoes: entry.id, step });
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
      const rest = entries.slice(at).map(calledOf).join(", ");
      return { ...last, because: `Undone in part. ${last.text} Not undone: ${rest}. ${changeFailed(error.failure)}` };
    }
  }
  return last ?? { state: "changed" };
}
