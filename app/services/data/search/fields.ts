// Which fields a search may use, read from the mapping. Pure.
import { exactPath, type MappingField, numericTypes } from "~/lib/data/documents/mapping-fields";

export type WeightedField = { field: string; weight: number };
export type ExactField = {
  /** The path to sort and to count by. */
  path: string;
  /** The field as people know it. */
  label: string;
  /** Whole values to choose from, or a lower and an upper bound. */
  kind: "values" | "range";
  type: string;
};

/** What a sub-field counts for beside its field (specification, section 9: weight multipliers). */
const MULTIPLIERS: Record<string, number> = {
  autosuggest: 0.1,
  lang: 0.9,
  english: 0.9,
  synonyms: 0.7,
  delimiter: 0.4,
  search: 0.1,
  keyword: 1,
};

const TEXT_TYPES = new Set(["text", "keyword", "wildcard", "match_only_text", "search_as_you_type"]);
/** Their values are one term each; servers refuse phrases and begun words over them. */
const WHOLE_VALUES = new Set(["keyword", "wildcard"]);
const DATE_TYPES = new Set(["date", "date_nanos"]);

/** The fields a search box may look into; those inside of nested objects need a query of their own and are left out. */
export function textFields(fields: readonly MappingField[]) {
  return fields.filter((field) => TEXT_TYPES.has(field.type) && field.nested === undefined);
}

/**
 * Where a search looks when nobody said where: fields made for search, else any text, else keywords; what names a
 * document first. At most `limit` of them.
 */
export function defaultSearchFields(fields: readonly MappingField[], limit = 12): MappingField[] {
  const candidates = textFields(fields);
  const texts = candidates.filter(({ type }) => !WHOLE_VALUES.has(type));
  const groups = [texts.filter(({ useCase }) => useCase === "search" || useCase === "searchaggs"), texts, candidates];
  const title = titleField(fields);
  const chosen = groups.find((group) => group.length > 0) ?? [];
  return [...chosen.filter(({ path }) => path === title), ...chosen.filter(({ path }) => path !== title)].slice(
    0,
    limit,
  );
}

/**
 * A field and, with `subFields`, its sub-fields with their share of its weight; weights to two decimals, as the server
 * sends them on.
 */
export function withSubFields({
  field,
  weight,
  subFields,
}: {
  field: MappingField;
  weight: number;
  subFields: boolean;
}): WeightedField[] {
  const own = { field: field.path, weight };
  if (!subFields) return [own];
  const parts = field.subFields.flatMap((sub) => {
    const multiplier = MULTIPLIERS[sub.name];
    return multiplier === undefined ? [] : [{ field: sub.path, weight: Math.round(weight * multiplier * 100) / 100 }];
  });
  return [own, ...parts];
}

/** The fields to sort and to count by. */
export function exactFields(fields: readonly MappingField[]): ExactField[] {
  return fields.flatMap((field): ExactField[] => {
    const path = field.nested === undefined ? exactPath(field) : undefined;
    if (path === undefined) return [];
    return [
      {
        path,
        label: field.path,
        type: field.type,
        kind: numericTypes.has(field.type) || DATE_TYPES.has(field.type) ? "range" : "values",
      },
    ];
  });
}

const TITLES = [/^(title|name|headline|heading|subject|label)$/i, /(title|name)$/i, /(title|name|headline|subject)/i];

/** The field that most likely names a document, by its own name; else the first text. */
export function titleField(fields: readonly MappingField[]): string | undefined {
  // One of the document itself before one of something in it: `Title` before `country.name`.
  const texts = textFields(fields).sort((one, other) => one.path.split(".").length - other.path.split(".").length);
  for (const pattern of TITLES) {
    const found = texts.find((field) => pattern.test(lastStep(field.path)));
    if (found) return found.path;
  }
  return texts[0]?.path;
}

const FACETS = /genre|categor|type|brand|colou?r|rating|tag|status|country|language|kind|department|format/i;
const RANGES = /year|date|price|votes|score|rating|amount|created/i;

/** The facets shown when nobody chose any: up to three with names that sound like groups, and one range. */
export function defaultFacets(fields: readonly ExactField[], title: string | undefined): ExactField[] {
  const others = fields.filter((field) => field.label !== title);
  const values = others.filter(({ kind }) => kind === "values");
  const named = values.filter(({ label }) => FACETS.test(lastStep(label)));
  const range = others.find(({ kind, label }) => kind === "range" && RANGES.test(lastStep(label)));
  return [...(named.length > 0 ? named.slice(0, 3) : values.slice(0, 2)), ...(range ? [range] : [])];
}

function lastStep(path: string) {
  return path.slice(path.lastIndexOf(".") + 1);
}
