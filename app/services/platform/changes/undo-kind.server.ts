import type * as z from "zod";
import type { Scope } from "~/session/scope.server";
import type { Change } from "./types";

/** How an undo stands now: whether it can be made, why (not), and the change that it is. */
export type UndoPlan = {
  ready: boolean;
  note: string;
  change: Change;
  /** What its title leaves out once it is made, from the value of the change. */
  told?(value: unknown): string;
};

export type UndoKind = (scope: Scope, value: unknown) => Promise<UndoPlan>;

/** Ways back, by the name that a change gives. A kind stays as long as entries with it may be kept. */
export type UndoKinds = Readonly<Record<string, UndoKind>>;

/** A way back: the shape of its kept value, and how it stands now. */
export function undoKind<Schema extends z.ZodType>(
  schema: Schema,
  plan: (scope: Scope, value: z.output<Schema>) => Promise<UndoPlan>,
): UndoKind {
  return async (scope, value) => plan(scope, schema.parse(value));
}

export const notChanged = "Not changed since.";
