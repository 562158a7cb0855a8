import type * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type Bound, sessionRows } from "./session-rows.server";

// What a user has begun and not yet done: a changed document between edit and save, a choice of rows.
// A page of its own can show it, be loaded again and be left, without a script. Only its own session can read it.

const drafts = sessionRows<"kind" | "index_name">({
  name: "drafts",
  time: "created",
  value: "value",
  most: 60,
  newest: "created DESC",
});

/** Keeps a draft for a day and returns its id. A session has sixty; the oldest go first. */
export function addDraft(
  scope: Bound,
  { kind, index, value }: { kind: string; index: string; value: unknown },
): string {
  return drafts.add(scope, JSON.stringify(value), { kind, index_name: index });
}

/** A draft of this session for this index; undefined when it does not exist, or no longer. */
export function getDraft<Schema extends z.ZodType>(
  scope: Bound,
  { id, kind, index, schema }: { id: string | null; kind: string; index: string; schema: Schema },
): z.output<Schema> | undefined {
  const text = id === null ? undefined : drafts.get(scope, id, { kind, index_name: index });
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

/** The id of the draft that an address names; null where it names none. */
export const draftId = (request: Request): string | null => new URL(request.url).searchParams.get("draft");

/**
 * The drafts of one kind, and what each of them holds: checked when it is read. They belong to the index of the page
 * where no other is given; at cluster level to none. What `get` does not find is not kept any more.
 */
export function draftsOf<Schema extends z.ZodType>({ kind, schema }: { kind: string; schema: Schema }) {
  const indexOf = (scope: Scope) => (scope.level === "app" ? scope.app : "");
  return {
    add: (scope: Scope, value: z.input<Schema>, index = indexOf(scope)): string =>
      addDraft(scope, { kind, index, value }),
    get: (scope: Scope, id: string | null, index = indexOf(scope)): z.output<Schema> | undefined =>
      getDraft(scope, { id, kind, index, schema }),
  };
}

/** Forgets a draft. */
export function removeDraft(scope: Bound, id: string) {
  drafts.remove(scope, id);
}
