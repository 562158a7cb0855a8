import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { type Entry, lastChangeSince, listStep } from "./log-store.server";
import { isUndoable, requireChange } from "./read.server";
import { stepOf } from "./step.server";
import { isDone } from "./words";

// What one step changed, as its undo sees it: all of it is taken back, and never a half that nobody was told of.

export type StepParts = {
  /** What can be taken back, the last change first. */
  open: Entry[];
  /** What has no way back. */
  stays: Entry[];
  /** How many were taken back before, by an undo that failed in its midst. */
  undone: number;
  /** How many with a way back the reader may not see: then none of the step is undone. */
  hidden: number;
};

// Null for one that the reader may not see.
async function readable(scope: Scope, id: string): Promise<Entry | null> {
  try {
    return await requireChange(scope, id);
  } catch (error) {
    if (error instanceof Response && error.status === 404) return null;
    throw error;
  }
}

/** A change and all that was made in one step with it. Throws the 404 of the frame, and BackendError. */
export async function partsOf(scope: Scope, id: string): Promise<{ entry: Entry; others: Entry[]; parts: StepParts }> {
  const entry = await requireChange(scope, id);
  const { dataDir } = scope.context.config;
  const step = stepOf(id);
  const found = step === null ? [] : listStep(dataDir, { step, server: scope.session.url });
  const beside = found.filter((one) => one.id !== id && (isDone(one.outcome) || one.outcome === "undone"));
  const read = await Promise.all(beside.map((one) => readable(scope, one.id)));
  const others = read.flatMap((one) => one ?? []);
  const all = [entry, ...others].sort((one, other) => (one.id < other.id ? 1 : -1));
  const open = all.filter((one) => isUndoable(scope, one));
  return {
    entry,
    others,
    parts: {
      open,
      stays: others.filter((one) => isDone(one.outcome) && !open.includes(one)),
      undone: others.filter(({ outcome }) => outcome === "undone").length,
      hidden: beside.filter((one, at) => read[at] === null && isUndoable(scope, one)).length,
    },
  };
}

/** What is told of the change that stands in the way of an undo. */
export type InTheWay = { id: string; at: number; person: string };

/**
 * The newest change to any of these things since a moment, where the log has it and the reader may see it; null where
 * that is not known.
 */
export async function changeSince(
  scope: Scope,
  wanted: Omit<Parameters<typeof lastChangeSince>[1], "server">,
): Promise<InTheWay | null> {
  const found = lastChangeSince(scope.context.config.dataDir, { ...wanted, server: scope.session.url });
  const seen = found && (await settle(readable(scope, found.id)));
  return seen?.ok && seen.value ? { id: seen.value.id, at: seen.value.at, person: seen.value.person } : null;
}

/** The same of the thing that an entry is about. */
export function changedSince(scope: Scope, { at, kind, resource, name }: Entry): Promise<InTheWay | null> {
  const of = resource === "" ? { resources: [], name } : { resources: [resource] };
  return changeSince(scope, { after: at, kinds: [kind], index: null, ...of });
}
