import type { JsonObject } from "@common/text/json";
import type { Failure } from "~/lib/messages/user-messages";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { settle } from "~/services/platform/http/settle.server";
import { listRules } from "~/services/search-relevance/rules/read.server";
import { listStoredQueries } from "~/services/data/stored-queries/read.server";
import { contentOf, getPreferences } from "~/services/search-relevance/suggestions/preferences.server";
import type { Scope } from "~/session/scope.server";
import type { SchemaRow } from "./schema-rows";
import { fieldsNamed, namesInRule, namesInSearch, namesInSettings, namesInSuggestions } from "./used-names";

/** A place that names a field: settings of a screen, or what has a name and an id. */
export type Use =
  | { kind: "search" | "aggs" | "results" | "suggestions" }
  | { kind: "rule" | "stored query"; id: string; label: string };
/** Who names which fields; `unknown` are the places that could not be asked. */
export type UsedBy = { uses: ReadonlyMap<string, Use[]>; unknown: { what: string; failure: Failure }[] };

type Place = { use: Use; names: string[] };

/**
 * Every place that names fields of an index, asked once each. What a server does not have names none. Throws nothing
 * but faults of ours.
 */
export async function readUsedBy(
  scope: Scope,
  { index, record, rows }: { index: string; /** Relevance settings. */ record: JsonObject; rows: readonly SchemaRow[] },
): Promise<UsedBy> {
  const settings = namesInSettings(record);
  const screens = (["search", "aggs", "results"] as const).map((kind): Place => ({
    use: { kind },
    names: settings[kind],
  }));
  const asked = await Promise.all([
    part("Suggestions", suggestionPlaces(scope, index)),
    part("Rules", rulePlaces(scope, index)),
    part("Stored queries", storedQueryPlaces(scope)),
  ]);
  const known = knownOf(rows);
  const uses = new Map<string, Use[]>();
  for (const { names, use } of [...screens, ...asked.flatMap(({ places }) => places)]) {
    for (const field of fieldsNamed(names, known)) uses.set(field, [...(uses.get(field) ?? []), use]);
  }
  return { uses, unknown: asked.flatMap(({ unknown }) => unknown ?? []) };
}

async function part(
  what: string,
  places: Promise<Place[]>,
): Promise<{ places: Place[]; unknown: { what: string; failure: Failure } | null }> {
  const settled = await settle(places);
  if (settled.ok) return { places: settled.value, unknown: null };
  return { places: [], unknown: isNotOffered(settled.failure) ? null : { what, failure: settled.failure } };
}

async function suggestionPlaces(scope: Scope, index: string): Promise<Place[]> {
  const preferences = await getPreferences(scope, "index");
  if (preferences === null) return [];
  return [{ use: { kind: "suggestions" }, names: namesInSuggestions(contentOf(preferences.text), index) }];
}

async function rulePlaces(scope: Scope, index: string): Promise<Place[]> {
  const rules = await listRules(scope);
  return rules.map(({ id, content }): Place => ({
    use: { kind: "rule", id, label: content.name || id },
    names: namesInRule(content, index),
  }));
}

async function storedQueryPlaces(scope: Scope): Promise<Place[]> {
  const queries = await listStoredQueries(scope);
  return queries.map(({ id, query }): Place => ({
    use: { kind: "stored query", id, label: id },
    names: namesInSearch(query),
  }));
}

function knownOf(rows: readonly SchemaRow[]) {
  const fields = new Set(rows.map(({ path }) => path));
  const subFields = new Map(
    rows.flatMap(({ path, subFields: below }) => below.map((sub): [string, string] => [sub.path, path])),
  );
  return { fields, subFields };
}
