import { planGate } from "~/lib/access-control/plan";
import { screenPath } from "~/navigation/paths";
import { planDeploy, subFieldsOf } from "~/services/search-relevance/deploy/deploy-plan";
import { sectionsWith } from "~/services/search-relevance/declared";
import { type Draft, differing } from "~/services/search-relevance/draft/draft";
import { getDraft, keepDraft } from "~/services/search-relevance/draft/draft-store.server";
import { readIndexDefinition } from "~/services/search-relevance/deploy/index-definition.server";
import { indexState, stateFor } from "~/services/search-relevance/deploy/index-state.server";
import {
  conflicts,
  effectOf,
  fieldInWords,
  type FieldIs,
  type FieldWish,
  foundAt,
  isSameField,
  type SchemaConflict,
  schemaWishes,
  withWishes,
} from "~/services/search-relevance/schema/schema-draft";
import { schemaRows } from "~/services/search-relevance/schema/schema-rows";
import { getRelevance } from "~/services/search-relevance/settings.server";
import type { Scope } from "~/session/scope.server";
import { draftSummary } from "../../_parts/draft-bar.server";

/** The index of an address; these screens are those of one. */
export function indexOf(scope: Scope): string {
  if (scope.level !== "app") throw new Response("There is no such page.", { status: 404 });
  return scope.app;
}

/**
 * The fields of an index with what the draft of whoever asks wishes of them; null on a server without relevance
 * settings. Throws BackendError.
 */
export async function readSchema(scope: Scope) {
  const index = indexOf(scope);
  const [stored, make] = await Promise.all([getRelevance(scope, index), readIndexDefinition(scope, index)]);
  if (stored === null) return null;
  const draft: Draft = getDraft(scope, index) ?? { base: stored.record, version: stored.version, values: {} };
  const wishes = schemaWishes(draft.values);
  const record = { ...stored.record, ...sectionsWith(stored.record, draft.values) };
  const subFields = subFieldsOf(record, make, false);
  const rows = schemaRows(make.mapping, { wishes, analysis: make.analysis, subFields });
  const added = new Map([...wishes].filter(([, { from }]) => from === null));
  // A field whose analyzers the index has not takes a re-index too.
  const copies = added.size > 0 && planDeploy({ stored, make, draft: { values: withWishes({}, added) } }).copy !== null;
  return {
    index,
    stored,
    make,
    draft,
    wishes,
    record,
    rows,
    addsInPlace: !copies,
    conflicts: conflicts(make.mapping, wishes),
  };
}
export type Schema = NonNullable<Awaited<ReturnType<typeof readSchema>>>;

/** The same, or the 404 of a server that has none. Throws BackendError. */
export async function requireSchema(scope: Scope): Promise<Schema> {
  const schema = await readSchema(scope);
  if (schema === null) throw new Response("This server has no relevance settings.", { status: 404 });
  return schema;
}

/** Whether the index is what its settings say, and what waits of whoever asks. */
export const waitingIn = (scope: Scope, { index, stored, make }: Schema) => ({
  state: stateFor("schema", indexState(scope, index, { stored, make })),
  draft: draftSummary(scope, index, { stored, make }),
});

/** Puts what is wished of a field into the draft; null takes the wish back. `from` is what was last seen there. */
export function keepWish(
  scope: Scope,
  { index, draft, wishes, make }: Schema,
  { path, wish }: { path: string; wish: { to: FieldIs | null } | null },
): void {
  const next = new Map(wishes);
  const from = foundAt(make.mapping, path);
  if (wish === null || isSameField(from, wish.to)) next.delete(path);
  else next.set(path, { from, to: wish.to });
  keepDraft(scope, index, { ...draft, values: differing(draft.base, withWishes(draft.values, next)) });
}

/** How a wish takes effect. */
export const effectIn = ({ addsInPlace }: Schema, wish: FieldWish) => (addsInPlace ? effectOf(wish) : "re-index");

/** A field as pages tell of it. */
export const shownField = (field: FieldIs | null) =>
  field && { type: field.type, useCase: field.useCase, words: fieldInWords(field) };

/** Whether the draft may be changed. */
export function gateOf(scope: Scope) {
  const plan = planGate({ plan: scope.identity.plan, feature: "search-relevancy" });
  return plan.ok ? scope.may("relevance:write") : plan;
}

/** A conflict as pages tell of it. */
export const shownConflict = (scope: Scope, { path, wish, found }: SchemaConflict) => ({
  path,
  to: screenPath(scope, "schema", { rest: [path] }),
  was: wish.from === null ? null : fieldInWords(wish.from),
  found: found === null ? null : fieldInWords(found),
});
export type ShownConflict = ReturnType<typeof shownConflict>;
