import { geoPoints } from "~/lib/data/documents/geo-points";
import { cellText, valuesAt } from "~/lib/data/documents/values";
import { parseSource } from "~/lib/json/view.server";
import type { JsonValue } from "@common/text/json";
import type { MappingField } from "~/lib/data/documents/mapping-fields";

/** `link` is an address that the value is, `points` says that it lies somewhere on a map. */
export type FieldRow = {
  path: string;
  type: string;
  subFields: string[];
  value: string | null;
  link: string | null;
  points: boolean;
};
const MOST_FIELDS = 200;
const MOST_LINK = 2_000;

/**
 * An only value that is a web address. The page shows it as a link to another window; nothing is loaded from there by
 * itself.
 */
function linkOf([only, ...more]: readonly JsonValue[]): string | null {
  if (typeof only !== "string" || more.length > 0 || only.length > MOST_LINK || !/^https?:\/\/\S+$/.test(only))
    return null;
  return URL.canParse(only) ? only : null;
}

/** The points of a field of a document, for a map; a label each. */
export function pointsOf(source: string, path: string) {
  return geoPoints(parseSource(source), path).map(({ lat, lon }) => ({ label: `${lat}, ${lon}`, lat, lon }));
}

/** The fields of the mapping that the document has values for, then how many it has none for. */
export function fieldRows({ source, fields, all }: { source: string; fields: readonly MappingField[]; all: boolean }) {
  const value = parseSource(source);
  const rows = fields.map((field): FieldRow => ({
    path: field.path,
    type: field.type,
    subFields: field.subFields.map(({ name }) => name),
    value: cellText(value, field) ?? null,
    link: linkOf(valuesAt(value, field.path)),
    points: field.type === "geo_point" && geoPoints(value, field.path).length > 0,
  }));
  const filled = rows.filter((row) => row.value !== null);
  const shown = all ? rows : filled;
  const known = new Set(fields.map((field) => field.path.split(".")[0]));
  const unmapped = Object.keys(value).filter((name) => !known.has(name.split(".")[0] ?? ""));
  return {
    rows: shown.slice(0, all ? 5000 : MOST_FIELDS),
    filled: filled.length,
    total: rows.length,
    cut: shown.length > (all ? 5000 : MOST_FIELDS),
    unmapped: unmapped.slice(0, MOST_FIELDS),
  };
}
