import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { parseQuery } from "../../query";
import { parsePoint } from "../../query/core/geo-point";
import { contentError, didYouMean, dslError, tokenOf } from "../../query/parse/errors";
import { booleanOf, integerOf, textOf } from "../../query/parse/values";
import type { NestedSort, SortMode, SortOrder, SortSpec } from "../types";

function orderOf(text: string): SortOrder {
  const order = text.toLowerCase();
  if (order === "asc" || order === "desc") return order;
  throw illegalArgument(`No enum constant org.opensearch.search.sort.SortOrder.${text.toUpperCase()}`);
}

function modeOf(value: JsonValue | undefined, order: SortOrder): SortMode {
  const text = textOf(value)?.toLowerCase();
  switch (text) {
    case undefined:
      return order === "asc" ? "min" : "max";
    case "min":
    case "max":
    case "avg":
    case "sum":
    case "median":
      return text;
    default:
      throw illegalArgument(`Unknown SortMode [${textOf(value)}]`);
  }
}

function simple(field: string, order: SortOrder | undefined): SortSpec {
  if (field === "_score") return { kind: "score", order: order ?? "desc" };
  if (field === "_doc") return { kind: "doc", order: order ?? "asc" };
  const given = order ?? "asc";
  return { kind: "field", field, order: given, mode: given === "asc" ? "min" : "max", missing: "_last" };
}

const FIELD_KEYS = [
  "order",
  "mode",
  "missing",
  "unmapped_type",
  "numeric_type",
  "format",
  "nested",
  "nested_path",
  "nested_filter",
];

function nestedSort(body: JsonValue): NestedSort {
  if (!isJsonObject(body)) throw illegalArgument("malformed nested sort format, must start with an object");
  const unknown = Object.keys(body).find((key) => !["path", "filter", "max_children", "nested"].includes(key));
  if (unknown !== undefined) throw illegalArgument(`malformed nested sort format, unknown field name [${unknown}]`);
  return {
    path: textOf(body["path"]) ?? "",
    filter: body["filter"] === undefined ? undefined : parseQuery(body["filter"]),
    maxChildren: body["max_children"] === undefined ? Infinity : integerOf(body["max_children"]),
    nested: body["nested"] === undefined ? undefined : nestedSort(body["nested"]),
  };
}

function nestedIn(body: JsonObject): NestedSort {
  if (!isJsonObject(body["nested"])) {
    const type = tokenOf(body["nested"] ?? null);
    throw contentError(`[field_sort] nested doesn't support values of type: ${type}`, { holder: body, key: "nested" });
  }
  try {
    return nestedSort(body["nested"] ?? null);
  } catch (error) {
    throw contentError(
      "[field_sort] failed to parse field [nested]",
      { holder: body, key: "nested" },
      error instanceof EngineError ? error : undefined,
    );
  }
}

function geoSort(body: JsonValue): SortSpec {
  if (!isJsonObject(body)) throw dslError("[_geo_distance] malformed");
  let field: string | undefined;
  const origins: { lat: number; lon: number }[] = [];
  let order: SortOrder = "asc";
  let unit = "m";
  let ignoreUnmapped = false;
  let nested: NestedSort | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (key === "order") order = orderOf(textOf(value) ?? "");
    else if (key === "unit") unit = textOf(value) ?? "m";
    else if (key === "ignore_unmapped") ignoreUnmapped = booleanOf(value);
    else if (["distance_type", "mode", "validation_method"].includes(key)) continue;
    else if (key === "nested") nested = nestedSort(value);
    else {
      if (field !== undefined) throw dslError(`Trying to reset fieldName to [${key}], already set to [${field}].`);
      field = key;
      // A list of two numbers is one point, any other list holds points.
      const many = Array.isArray(value) && typeof value[0] !== "number";
      for (const one of many ? value : [value]) origins.push(parsePoint(one));
    }
  }
  if (field === undefined) throw illegalArgument("fieldName must not be null");
  const mode = modeOf(body["mode"], order);
  if (mode === "sum") throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  return { kind: "geo", field, origins, order, mode, unit, ignoreUnmapped, ...(nested && { nested }) };
}

function orderIn(body: JsonObject): SortOrder {
  if (body["order"] === undefined) return "asc";
  try {
    return orderOf(textOf(body["order"]) ?? "");
  } catch (error) {
    throw contentError(
      "[field_sort] failed to parse field [order]",
      { holder: body, key: "order" },
      error instanceof EngineError ? error : undefined,
    );
  }
}

function fieldSort(field: string, body: JsonValue): SortSpec {
  if (!isJsonObject(body)) return simple(field, orderOf(textOf(body) ?? ""));
  if (field === "_score") {
    for (const key of Object.keys(body))
      if (key !== "order")
        throw contentError(`[_score] unknown field [${key}]${didYouMean(key, ["order"])}`, { holder: body, key });
    return simple(field, body["order"] === undefined ? undefined : orderOf(textOf(body["order"]) ?? ""));
  }
  for (const key of Object.keys(body))
    if (!FIELD_KEYS.includes(key))
      throw contentError(`[field_sort] unknown field [${key}]${didYouMean(key, FIELD_KEYS)}`, { holder: body, key });
  const order = orderIn(body);
  if (field === "_doc") return simple(field, order);
  const spec: SortSpec = {
    kind: "field",
    field,
    order,
    mode: modeOf(body["mode"], order),
    missing: body["missing"] ?? "_last",
  };
  const unmapped = textOf(body["unmapped_type"]);
  if (unmapped !== undefined) spec.unmappedType = unmapped;
  if (body["nested"] !== undefined) spec.nested = nestedIn(body);
  // As it was said before 6.1, which OpenSearch still takes.
  const { nested_path: path, nested_filter: filter } = body;
  if (path !== undefined) spec.nested = nestedSort({ path, ...(filter !== undefined && { filter }) });
  const format = textOf(body["format"]);
  if (format !== undefined) spec.format = format;
  return spec;
}

/** The best first is no sort to Elasticsearch: such hits come without sort values. */
function meant(sort: SortSpec[]): SortSpec[] {
  return sort.length === 1 && sort[0]?.kind === "score" && sort[0].order === "desc" ? [] : sort;
}

/** Reads `sort`: a field, an object or a list of them. */
export function parseSort(body: JsonValue): SortSpec[] {
  const sort = (Array.isArray(body) ? body : [body]).flatMap((one): SortSpec[] => {
    if (typeof one === "string" || typeof one === "number") return [simple(String(one), undefined)];
    if (!isJsonObject(one))
      throw illegalArgument(`malformed sort format, within the sort array, an object, or an actual string are allowed`);
    return Object.entries(one).map(([field, inner]) => {
      if (field === "_script")
        throw new EngineError(400, "illegal_argument_exception", "cannot execute [inline] scripts");
      if (field === "_geo_distance" || field === "_geoDistance") return geoSort(inner);
      if (!isJsonObject(inner) && textOf(inner) === undefined)
        throw dslError(`Expected [order] but found [${tokenOf(inner)}]`);
      return fieldSort(field, inner);
    });
  });
  return meant(sort);
}

/** Reads the URL's `sort=a,b:desc`. */
export function parseSortParameter(text: string): SortSpec[] {
  const sort = text.split(",").map((part): SortSpec => {
    const colon = part.lastIndexOf(":");
    if (colon < 0) return simple(part, undefined);
    const order = part.slice(colon + 1);
    if (order !== "asc" && order !== "desc") throw illegalArgument(`Unknown SortOrder [${order}]`);
    return simple(part.slice(0, colon), order);
  });
  return meant(sort);
}
