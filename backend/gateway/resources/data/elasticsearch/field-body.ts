import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { indicesInSearch } from "@backend/gateway/platform/access/body-indices";
import type { FieldRights } from "@backend/gateway/platform/access/field-rights";
import { badRequest, HttpError, unauthorized } from "@backend/gateway/platform/http/errors";
import { withinSearch, withinSelection } from "@backend/gateway/platform/fields/search-body";
import type { FieldView, FieldViews } from "@backend/gateway/platform/fields/views";
import { fieldsInUrl } from "./field-rights";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";

/** A call of a credential with field rights: what it sends, once its indices were checked. */
export type FieldCall = {
  row: ElasticRoute;
  rights: FieldRights;
  indices: readonly string[];
  query: Readonly<Record<string, string>>;
  body: string;
  views: FieldViews;
  signal: AbortSignal;
};
type Sent = { body: string; query: Record<string, string> };

const QUERY_OPTIONS = [
  ["df", "default_field"],
  ["analyzer", "analyzer"],
  ["analyze_wildcard", "analyze_wildcard"],
  ["default_operator", "default_operator"],
  ["lenient", "lenient"],
] as const;

function parsed(text: string): JsonObject {
  const body = text.trim() === "" ? {} : parseJson(text);
  if (!isJsonObject(body)) throw badRequest("the body is no JSON object");
  return body;
}

function written(body: JsonObject): string {
  try {
    return stringifyJson(body);
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, "the body is nested too deeply");
    throw error;
  }
}

// A query in the URL stands in the place of the body's; only there its fields can be named one by one.
function withUrlQuery(
  body: JsonObject,
  query: FieldCall["query"],
): { body: JsonObject; query: Record<string, string> } {
  const { q, ...rest } = query;
  if (q === undefined) return { body, query: rest };
  const options = QUERY_OPTIONS.flatMap(([from, to]): [string, JsonValue][] =>
    query[from] === undefined ? [] : [[to, query[from]]],
  );
  const others = Object.entries(rest).filter(([name]) => !QUERY_OPTIONS.some(([from]) => from === name));
  return {
    body: { ...body, query: { query_string: { query: q, ...Object.fromEntries(options) } } },
    query: Object.fromEntries(others),
  };
}

function viewOf({ rights, indices, views, signal }: FieldCall, body: JsonValue, own = indices): Promise<FieldView> {
  // On all of them nothing more needs to be named.
  return views({ rights, indices: own.length === 0 ? [] : [...own, ...indicesInSearch(body)], signal });
}

async function ofSearch(call: FieldCall, within: (body: JsonObject, view: FieldView) => JsonObject): Promise<Sent> {
  const { body, query } = withUrlQuery(parsed(call.body), call.query);
  const view = await viewOf(call, body);
  const seen = fieldsInUrl(query, view);
  // What has no body and gets none is not given one.
  if (call.body.trim() === "" && Object.keys(body).length === 0 && within !== withinSearch)
    return { body: "", query: seen };
  return { body: written(within(body, view)), query: seen };
}

function rated(body: JsonObject, view: FieldView): JsonObject {
  const { requests, templates } = body;
  if (templates !== undefined) throw unauthorized("credentials whose fields are limited cannot use [templates]");
  if (!Array.isArray(requests)) return body;
  const seen = requests.map((one) => {
    if (!isJsonObject(one)) return one;
    if (one["template_id"] !== undefined)
      throw unauthorized("credentials whose fields are limited cannot use [template_id]");
    const seen = isJsonObject(one["request"]) ? { ...one, request: withinSelection(one["request"], view) } : one;
    return one["summary_fields"] === undefined
      ? seen
      : { ...seen, summary_fields: namesOf(one["summary_fields"]).filter((name) => view.show.allowsAll(name)) };
  });
  return { ...body, requests: seen };
}

function namesOf(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return value.split(",").filter((name) => name !== "");
  return Array.isArray(value) ? value.flatMap(namesOf) : [];
}

async function ofSearches(call: FieldCall): Promise<string> {
  const lines = call.body.split("\n");
  const out: string[] = [];
  let own: string[] | null = null;
  for (const [place, line] of lines.entries()) {
    const isLast = place === lines.length - 1 && line === "";
    if (isLast && own === null) {
      out.push(line);
    } else if (own === null) {
      const header = parsed(line);
      own = namesOf(header["index"] ?? header["indices"]);
      out.push(line);
    } else {
      const body = parsed(line);
      out.push(written(withinSearch(body, await viewOf(call, body, own.length > 0 ? own : call.indices))));
      own = null;
    }
  }
  return out.join("\n");
}

// The list of assignments was held against the rights before: it is no part of the query.
async function ofChange(call: FieldCall): Promise<Sent> {
  const { script, ...chosen } = parsed(call.body);
  if (script === undefined) return ofSearch(call, withinSelection);
  const sent = await ofSearch({ ...call, body: written(chosen) }, withinSelection);
  return { ...sent, body: written({ ...parsed(sent.body), script }) };
}

async function ofReindex(call: FieldCall): Promise<string> {
  const body = parsed(call.body);
  const { source } = body;
  if (!isJsonObject(source)) return call.body;
  // Whole documents are copied; the names of their fields are the same there, and so are the rights.
  const { _source: kept, ...chosen } = source;
  const view = await viewOf(call, chosen, namesOf(source["index"]));
  return written({
    ...body,
    source: { ...withinSelection(chosen, view), ...(kept === undefined ? {} : { _source: kept }) },
  });
}

// Filters of aliases, wherever they stand in a definition.
function filtersIn(value: JsonValue, key = ""): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((item) => filtersIn(item, key));
  if (!isJsonObject(value) || key === "settings" || key === "mappings") return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "filter" && isJsonObject(inner) ? [inner] : filtersIn(inner, name),
  );
}

// A filter that is kept would choose by fields that are closed whenever somebody searches by that name.
async function requireOpenFilters(call: FieldCall, body: JsonObject): Promise<void> {
  const filters = filtersIn(body);
  if (filters.length === 0) return;
  const view = await call.views({ rights: call.rights, indices: [], signal: call.signal });
  for (const filter of filters)
    if (written({ filter }) !== written(withinSelection({ filter }, view)))
      throw unauthorized("credentials cannot access all fields of this filter");
}

async function ofDefinition(call: FieldCall): Promise<string> {
  if (call.body.trim() === "") return call.body;
  const body = parsed(call.body);
  if (call.row.acl !== "analyze") {
    // Filters of an analysis are no queries.
    if (call.row.acl !== "settings") await requireOpenFilters(call, body);
    return call.body;
  }
  const { field } = body;
  if (typeof field !== "string") return call.body;
  const view = await viewOf(call, {});
  return written({ ...body, field: view.search.named(field) });
}

/**
 * What a call says to the engine for a credential that may not see all fields: in its query, wherever it stands, a
 * field that may not be searched is one that is not there. Throws 400 for what is not known here, 401 for filters that
 * would be kept.
 */
export async function withinFields(call: FieldCall): Promise<Sent> {
  const query = { ...call.query };
  switch (call.row.body) {
    case "search":
    case "template-search":
      return ofSearch(call, withinSearch);
    case "change":
      return ofChange(call);
    case "count":
      return ofSearch(call, call.row.acl === "rank_eval" ? rated : withinSelection);
    case "msearch":
      return { body: await ofSearches(call), query };
    case "reindex":
      return { body: await ofReindex(call), query };
    case "aliases":
    case "admin":
      return { body: await ofDefinition(call), query };
    default:
      return { body: call.body, query };
  }
}
