import type { FieldType, Mapping } from "../../mapping/types";
import type { FieldLayout } from "../types";

/** The end of the hidden field with the two-word shingles of a text with `index_phrases`, as Elasticsearch names it. */
export const PHRASE_SUFFIX = "._index_phrase";

/** The end of the hidden field with the prefixes of a text with `index_prefixes`. */
export const PREFIX_SUFFIX = "._index_prefix";

const NOTHING: FieldLayout = { postings: false, positions: false, norms: false, columns: "none" };
const SHINGLES: FieldLayout = { postings: true, positions: true, norms: true, columns: "none" };
const INTEGERS = new Set(["integer", "short", "byte"]);
const FLOATS = new Set(["float", "half_float", "rank_feature"]);

function numberColumn(type: string): FieldLayout["columns"] {
  if (INTEGERS.has(type)) return "int32";
  if (FLOATS.has(type)) return "float32";
  return type === "long" || type.startsWith("date") ? "int64" : "float64";
}

/**
 * How the values of a field type are written: which postings, norms and columns its queries, sorts and aggregations
 * need.
 */
export function layoutOf(field: FieldType): FieldLayout {
  switch (field.kind) {
    case "text":
      return {
        postings: field.indexed,
        positions: field.indexed && field.positions,
        norms: field.indexed && field.norms,
        columns: field.fielddata ? "ordinals" : "none",
      };
    case "keyword":
      return {
        postings: field.indexed,
        positions: false,
        norms: field.indexed && field.norms,
        columns: field.docValues ? "ordinals" : "none",
      };
    case "boolean":
    case "ip":
      return {
        postings: field.indexed,
        positions: false,
        norms: false,
        columns: field.docValues ? "ordinals" : "none",
      };
    // There is no tree of numbers: a range scans the column, so what is only indexed has one too.
    case "number":
    case "date":
    case "rank_feature":
      return { ...NOTHING, columns: field.indexed || field.docValues ? numberColumn(field.type) : "none" };
    // A term is the name of a feature and its value, see mapping/features.ts.
    case "rank_features":
      return { ...NOTHING, postings: true };
    case "vector":
      return { ...NOTHING, columns: "vectors" };
    case "geo_point":
      return { ...NOTHING, columns: field.indexed || field.docValues ? "points" : "none" };
    case "stored_only":
      return NOTHING;
  }
}

const layouts = new WeakMap<Mapping, Map<string, FieldLayout>>();

/** The layout of a path of a parsed document, hidden helper fields included. Found once for each state of a mapping. */
export function layoutFor(mapping: Mapping, path: string): FieldLayout {
  let known = layouts.get(mapping);
  if (!known) layouts.set(mapping, (known = new Map<string, FieldLayout>()));
  let layout = known.get(path);
  if (!layout) known.set(path, (layout = findLayout(mapping, path)));
  return layout;
}

function findLayout(mapping: Mapping, path: string): FieldLayout {
  const field = mapping.field(path);
  if (field) return layoutOf(field);
  return path.endsWith(PHRASE_SUFFIX) || path.endsWith(PREFIX_SUFFIX) ? SHINGLES : NOTHING;
}
