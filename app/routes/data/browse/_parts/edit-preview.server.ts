import type { JsonObject } from "@common/text/json";
import { editField } from "~/lib/data/documents/field-edit.server";
import type { FieldEdit } from "~/lib/data/documents/field-edits";
import { titleOf } from "~/lib/data/documents/title";
import { diffLines } from "~/lib/json/diff.server";
import { indentJson } from "~/lib/json/layout";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { countDocuments, searchRawDocuments } from "~/services/data/documents/search.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

const SHOWN = 3;
/** Characters of a document up to which it is compared line by line. */
const MOST_COMPARED = 200_000;

/**
 * The first documents that an edit is about, before and after, and what would be stored of them. Throws BackendError.
 */
export async function previewEdit(
  scope: Pick<Scope, "http">,
  { index, query, edit }: { index: string; query: JsonObject; edit: FieldEdit },
) {
  const body = { query, size: SHOWN, sort: [{ _id: "asc" }], seq_no_primary_term: true, track_total_hits: false };
  const { hits } = await searchRawDocuments(scope, { index, body });
  const edited = hits.map((hit) => ({ hit, edited: editField(hit.raw, edit) }));
  return {
    documents: edited.map(({ hit: { id, routing, raw, source }, edited: result }) => {
      const shown = { id, routing, title: titleOf(source) ?? null };
      if ("refused" in result) return { ...shown, rows: [], note: `Will be left as it is: ${result.refused}.` };
      if ("unchanged" in result) return { ...shown, rows: [], note: "Needs no change." };
      if (raw.length > MOST_COMPARED) return { ...shown, rows: [], note: "Too large to be compared here." };
      return { ...shown, rows: diffLines(indentJson(raw), indentJson(result.text)), note: null };
    }),
    writes: edited.flatMap(({ hit, edited: result }) => ("text" in result ? [{ hit, text: result.text }] : [])),
  };
}

/**
 * How many of the documents have a value in the field of an edit; null where that is not searched for (a new field, one
 * of nested objects) or could not be counted.
 */
export async function countHaving(
  scope: Pick<Scope, "http">,
  asked: { index: string; query: JsonObject; fields: readonly MappingField[]; edit: FieldEdit },
): Promise<{ count: number } | null> {
  const { index, query, fields, edit } = asked;
  const field = fields.find(({ path }) => path === edit.field);
  if (field === undefined || field.nested !== undefined || field.definition["index"] === false) return null;
  const having = { bool: { filter: [query, { exists: { field: field.path } }] } };
  const counted = await settle(countDocuments(scope, { index, query: having }));
  return counted.ok ? { count: counted.value } : null;
}
