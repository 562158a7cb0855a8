import { rangeOf } from "~/lib/address/range-of";
import type { Scope } from "~/session/scope.server";
import type { ChangeListState } from "./changes-address";

/** What the address of the list asks of the log, and its stretch of time. */
export function wantedChanges(
  { preferences }: Pick<Scope, "preferences">,
  { q, person, resource, outcome, range: asked }: ChangeListState,
) {
  const range = rangeOf(asked, { zone: preferences.zone, now: Date.now() });
  const wanted = {
    text: q || undefined,
    person: person || undefined,
    resource: resource || undefined,
    outcome: outcome || undefined,
  };
  return { wanted: { ...wanted, from: range.from, to: range.to }, range };
}
