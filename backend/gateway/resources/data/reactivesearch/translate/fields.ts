import { isJsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import type { Query } from "../request/schema";

/** A field that a query looks into; weight 0 stands for none. */
export type DataField = { field: string; weight: number };

function fromItem(item: JsonValue, weight: number | undefined): DataField[] {
  if (typeof item === "string") return [{ field: item, weight: weight ?? 0 }];
  if (!isJsonObject(item)) return [];
  const { field, weight: own } = item;
  if (typeof field !== "string" || field === "") return [];
  // A weight that is text counts as none [recorded].
  return [{ field, weight: typeof own === "number" ? own : own instanceof LosslessNumber ? Number(own) : 0 }];
}

/**
 * The data fields of a query: a text, `{field, weight}`, or a list of both; `fieldWeights` go by position with fields
 * given as text. With `enableSynonyms: false` fields ending in `.synonyms` are left out of a text search, unless
 * nothing else remains.
 */
export function dataFields({
  dataField,
  fieldWeights = [],
  type,
  enableSynonyms,
}: Pick<Query, "dataField" | "fieldWeights" | "type" | "enableSynonyms">): DataField[] {
  const items = Array.isArray(dataField) ? dataField : [dataField ?? null];
  const fields = items.flatMap((item, place) => fromItem(item, fieldWeights[place]));
  const isText = type === "search" || type === "suggestion";
  if (!isText || enableSynonyms !== false) return fields;
  const plain = fields.filter(({ field }) => !field.endsWith(".synonyms"));
  return plain.length > 0 ? plain : fields;
}

// Two decimals; a weight right between two of them goes to the even one, as Go writes numbers.
function decimals(weight: number): string {
  const hundredths = weight * 100;
  const isBetween = hundredths % 1 === 0.5 && Number.isInteger(weight * 8);
  return isBetween ? ((2 * Math.round(hundredths / 2)) / 100).toFixed(2) : weight.toFixed(2);
}

/** A field as Elasticsearch takes it: `title^2.00`, or the bare name without a weight. */
export function weighted({ field, weight }: DataField): string {
  return weight > 0 ? `${field}^${decimals(weight)}` : field;
}
