// The fields of an index as the rows of its schema, with what a draft wishes of them. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { scalarText } from "~/lib/json/scalar";
import { byFieldName, type UseCase } from "~/lib/data/documents/mapping-fields";
import type { SubFieldWishes } from "../composition/mapping";
import { definitionIs, type FieldWish, type SchemaWishes, wishedDefinition, wishedMapping } from "./schema-draft";

export type SubFieldRow = {
  path: string;
  name: string;
  type: string;
  /** Its analyzer, the lengths that it cuts, how long its values may be. */ analysis: string;
};
export type SchemaRow = {
  path: string;
  /** The last step of the path. */
  name: string;
  depth: number;
  kind: "field" | "object" | "alias" | "runtime";
  type: string;
  useCase: UseCase | null;
  analyzer: string | null;
  subFields: SubFieldRow[];
  /** The fields right below an object. */
  below: number;
  wish: FieldWish | null;
  /** How many sub-fields it will have, where a wish makes that another number. */
  subFieldsThen: number | null;
};

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? value : null);
const countOf = (value: JsonValue | undefined) => Object.keys(objectOf(value)).length;

type Given = { wishes: SchemaWishes; analysis: JsonObject; subFields: SubFieldWishes };

/**
 * All fields, each object before those below it; those that a draft adds stand where they will be. Runtime fields come
 * last.
 */
export function schemaRows(mapping: JsonObject, { wishes, analysis, subFields }: Given): SchemaRow[] {
  const added = new Map([...wishes].filter(([, { from }]) => from === null));
  const rows: SchemaRow[] = [];
  const collect = (
    of: JsonValue | undefined,
    { above, depth, runtime = false }: { above: string; depth: number; runtime?: boolean },
  ) => {
    for (const [name, definition] of Object.entries(objectOf(of)).sort(([one], [other]) => byFieldName(one, other))) {
      if (!isJsonObject(definition)) continue;
      const path = `${above}${name}`;
      const { type, useCase } = definitionIs(definition);
      const isObject = isJsonObject(definition["properties"]) || type === "object" || type === "nested";
      const wish = wishes.get(path) ?? null;
      const then =
        wish?.from && wish.to
          ? countOf(wishedDefinition(definition, { to: wish.to, wishes: subFields })["fields"])
          : null;
      const have = countOf(definition["fields"]);
      rows.push({
        ...{
          path,
          name,
          depth,
          type,
          wish,
          useCase: useCase ?? (isObject ? null : "aggs"),
          analyzer: textOf(definition["analyzer"]),
        },
        kind: runtime ? "runtime" : isObject ? "object" : type === "alias" ? "alias" : "field",
        subFields: subFieldRows(definition, { path, analysis }),
        below: countOf(definition["properties"]),
        subFieldsThen: then === have ? null : then,
      });
      collect(definition["properties"], { above: `${path}.`, depth: depth + 1 });
    }
  };
  collect(wishedMapping(mapping, added, subFields)["properties"], { above: "", depth: 0 });
  collect(mapping["runtime"] ?? mapping["derived"], { above: "", depth: 0, runtime: true });
  return rows;
}

function subFieldRows(
  { fields }: JsonObject,
  { path, analysis }: { path: string; analysis: JsonObject },
): SubFieldRow[] {
  return Object.entries(objectOf(fields)).map(([name, of]) => {
    const definition = objectOf(of);
    return {
      path: `${path}.${name}`,
      name,
      type: textOf(definition["type"]) ?? "object",
      analysis: analysisInWords(definition, analysis),
    };
  });
}

function analysisInWords(definition: JsonObject, analysis: JsonObject): string {
  const longest = definition["ignore_above"];
  if (longest !== undefined && longest !== null) return `up to ${scalarText(longest)} characters`;
  const analyzer = textOf(definition["analyzer"]) ?? textOf(definition["normalizer"]);
  if (analyzer === null) return "";
  const sizes = gramsOf(analysis, analyzer);
  return sizes === null ? analyzer : `${analyzer}, ${sizes} characters`;
}

const listOf = (value: JsonValue | undefined) =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

/** The lengths of the parts that an analyzer cuts words into; null where it cuts none. */
function gramsOf(analysis: JsonObject, analyzer: string): string | null {
  const { tokenizer, filter } = objectOf(objectOf(analysis["analyzer"])[analyzer]);
  const [tokenizers, filters] = [objectOf(analysis["tokenizer"]), objectOf(analysis["filter"])];
  const parts = [
    ...listOf(tokenizer).map((name) => objectOf(tokenizers[name])),
    ...listOf(filter).map((name) => objectOf(filters[name])),
  ];
  const cuts = parts.find(({ type }) => /^(edge_)?n[gG]ram$|^edgeNGram$/.test(textOf(type) ?? ""));
  return cuts ? `${scalarText(cuts["min_gram"] ?? 1)}–${scalarText(cuts["max_gram"] ?? 2)}` : null;
}
