import { decodeExactly } from "@common/text/base64";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { unauthorized } from "../http/errors";
import { namesNothing, openFields, withOpenFields } from "./field-lists";
import { functionScore } from "./functions";
import { withinQueryString } from "./query-string";
import { eachMember, isPlain, type Members, parsingError, requireDepth } from "./refusal";
import type { FieldView } from "./view";

/** What a part of a query is read with. `hits` changes what is asked of hits inside of hits. */
export type Walk = { view: FieldView; depth: number; hits: (body: JsonObject) => JsonObject };
type Clause = (body: JsonValue, walk: Walk) => JsonObject;

const NONE: JsonObject = { match_none: {} };
const GEO_OPTIONS = [
  "boost",
  "_name",
  "ignore_unmapped",
  "validation_method",
  "type",
  "distance",
  "distance_type",
  "unit",
  "optimize_bbox",
  "relation",
];

function deeper(walk: Walk): Walk {
  requireDepth(walk.depth);
  return { ...walk, depth: walk.depth + 1 };
}

/**
 * A query, or a list of them, in which fields that may not be searched are ones that are not there. Throws 400 for
 * queries that are not known here.
 */
export function withinQuery(value: JsonValue, walk: Walk): JsonValue {
  const inner = deeper(walk);
  if (Array.isArray(value)) return value.map((item) => withinQuery(item, inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, body]) => {
      const clause = Object.hasOwn(CLAUSES, name) ? CLAUSES[name] : undefined;
      if (!clause) throw parsingError(`unknown query [${name}]`);
      return Object.entries(clause(body, inner));
    }),
  );
}

function objectOf(name: string, body: JsonValue): JsonObject {
  if (isJsonObject(body)) return body;
  throw parsingError(`[${name}] query malformed, no start_object after query name`);
}

type FieldOptions = { options?: readonly string[]; inner?: (body: JsonObject, walk: Walk, name: string) => JsonObject };

// `{"term":{"brand":"acme"}}`: what is no option is a field.
function byField(name: string, { options = [], inner = (body) => body }: FieldOptions = {}): Clause {
  return (body, walk) => {
    const entries = Object.entries(objectOf(name, body)).map(([key, value]): [string, JsonValue] => {
      if (options.includes(key) && !isJsonObject(value) && !Array.isArray(value)) return [key, value];
      return [walk.view.search.named(key), isJsonObject(value) ? inner(value, walk, name) : value];
    });
    return { [name]: Object.fromEntries(entries) };
  };
}

function parts(name: string, membersOf: (walk: Walk) => Members): Clause {
  return (body, walk) => ({ [name]: eachMember({ of: name, body: objectOf(name, body), members: membersOf(walk) }) });
}

function queriesAt(...keys: string[]): (walk: Walk) => Members {
  return (walk) => Object.fromEntries(keys.map((key) => [key, (value) => withinQuery(value, walk)]));
}

function named(walk: Walk): (value: JsonValue) => JsonValue {
  return (value) => (typeof value === "string" ? walk.view.search.named(value) : value);
}

const same = (value: JsonValue) => value;

function innerHits(walk: Walk): (value: JsonValue) => JsonValue {
  return (value) => (isJsonObject(value) ? walk.hits(value) : value);
}

// Terms that stand in another document are read from its source.
function lookUp(body: JsonObject, { view }: Walk, name: string): JsonObject {
  const path = (value: JsonValue) => (typeof value === "string" && view.search.allowsAll(value) ? value : ".none");
  return eachMember({ of: name, body, members: { path } });
}

// A shape that lies in a document is read from its source; engines break where it is not there.
function ofShape(name: string): Clause {
  const clause = byField(name, {
    options: GEO_OPTIONS,
    inner: (body, walk) =>
      eachMember({
        of: name,
        body,
        members: { shape: same, indexed_shape: (value) => (isJsonObject(value) ? lookUp(value, walk, name) : value) },
      }),
  });
  const isOpen = (value: JsonValue, { view }: Walk): boolean => {
    const indexed = isJsonObject(value) ? value["indexed_shape"] : undefined;
    return (
      indexed === undefined ||
      !isJsonObject(indexed) ||
      view.search.allowsAll(typeof indexed["path"] === "string" ? indexed["path"] : "shape")
    );
  };
  return (body, walk) =>
    Object.values(objectOf(name, body)).every((value) => isOpen(value, walk)) ? clause(body, walk) : NONE;
}

// Rules of intervals are nested in many ways; a field stands in them under one key only.
function intervals(value: JsonValue, walk: Walk): JsonValue {
  const inner = deeper(walk);
  if (Array.isArray(value)) return value.map((item) => intervals(item, inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "use_field" && typeof item === "string" ? walk.view.search.named(item) : intervals(item, inner),
    ]),
  );
}

function vectorOf(body: JsonObject, walk: Walk, name: string): JsonObject {
  return eachMember({
    of: name,
    body,
    members: {
      ...queriesAt("filter")(walk),
      method_parameters: same,
      rescore: same,
      query_tokens: same,
      query_vector: same,
      pruning_config: same,
    },
  });
}

// Elasticsearch names the field under `field`, OpenSearch as the key.
const knn: Clause = (body, walk) => {
  const object = objectOf("knn", body);
  if (typeof object["field"] !== "string") return byField("knn", { inner: vectorOf })(object, walk);
  return parts("knn", (inner) => ({
    field: named(inner),
    ...queriesAt("filter")(inner),
    inner_hits: innerHits(inner),
    query_vector_builder: (value) =>
      eachMember({ of: "knn", body: objectOf("knn", value), members: { text_embedding: same } }),
    rescore_vector: same,
  }))(object, walk);
};

// An object is there where one of its fields is.
const exists: Clause = (body, { view }): JsonObject => {
  const object = objectOf("exists", body);
  const { field, ...options } = object;
  if (typeof field !== "string") return { exists: object };
  const fields = view.search.within(field);
  if (fields.length === 1 && fields[0] === field) return { exists: object };
  if (fields.length === 0)
    return {
      exists: { ...options, field: view.search.named(field) === field ? `.${field}` : view.search.named(field) },
    };
  return {
    constant_score: { ...options, filter: { bool: { should: fields.map((one) => ({ exists: { field: one } })) } } },
  };
};

function overFields(name: string): Clause {
  return (body, { view }) => {
    const object = objectOf(name, body);
    const strange = Object.keys(object).find((key) => !isPlain(object[key]));
    if (strange !== undefined) throw parsingError(`[${name}] query does not support [${strange}]`);
    return { [name]: withOpenFields(object, view.search) };
  };
}

// Of a document to be like the fields are read that are listed; of one that comes with the query engines read all, and
// ask for what is in them.
const moreLikeThis: Clause = (body, { view }) => {
  const object = objectOf("more_like_this", body);
  const item = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(item);
    if (!isJsonObject(value)) return value;
    if (value["doc"] !== undefined && !view.search.isOpen)
      throw parsingError("[more_like_this] does not support [doc] for callers whose fields are limited");
    if (value["fields"] === undefined) return value;
    return { ...value, fields: openFields(value["fields"], view.search) };
  };
  const { lenient: _lenient, ...options } = withOpenFields(object, view.search);
  const loose: JsonObject =
    !view.search.isOpen && namesNothing(object["fields"]) ? { fail_on_unsupported_field: false } : {};
  return {
    more_like_this: eachMember({
      of: "more_like_this",
      body: { ...options, ...loose },
      members: { like: item, unlike: item },
    }),
  };
};

// Queries that are kept in documents ask for what they like; so they are asked about the caller's own documents only.
const percolate: Clause = (body, walk) => {
  const object = objectOf("percolate", body);
  if (!walk.view.search.isOpen && (object["id"] !== undefined || object["index"] !== undefined))
    throw unauthorized("credentials cannot percolate documents whose fields they cannot access");
  return parts("percolate", (inner) => ({ field: named(inner), document: same, documents: same }))(object, walk);
};

function related(name: string): Clause {
  const clause = parts(name, (walk) => ({ ...queriesAt("query")(walk), inner_hits: innerHits(walk) }));
  return (body, walk) => (walk.view.search.hidesRelations ? NONE : clause(body, walk));
}

// A whole query in base64.
const wrapper: Clause = (body, walk) => {
  const { query } = objectOf("wrapper", body);
  if (typeof query !== "string") throw parsingError("[wrapper] query malformed");
  let inner: JsonValue;
  try {
    inner = parseJson(decodeExactly(query, "base64")?.toString("utf8") ?? "");
  } catch {
    throw parsingError("the wrapper query holds no valid JSON");
  }
  const seen = withinQuery(inner, walk);
  return isJsonObject(seen) ? seen : NONE;
};

// The one script that comes this far is this server's own ranking by a vector, whose field is one of its parameters.
const scriptScore: Clause = (body, walk) => {
  const script = (value: JsonValue): JsonValue => {
    if (!isJsonObject(value) || !isJsonObject(value["params"])) return value;
    const field = Object.fromEntries(
      ["field", "dataField"].flatMap((key) =>
        isJsonObject(value["params"]) && typeof value["params"][key] === "string"
          ? [[key, walk.view.search.named(value["params"][key])]]
          : [],
      ),
    );
    return { ...value, params: { ...value["params"], ...field } };
  };
  return parts("script_score", (inner) => ({ ...queriesAt("query")(inner), script }))(body, walk);
};

const CLAUSES: Readonly<Record<string, Clause>> = {
  ...Object.fromEntries(
    [
      "term",
      "match",
      "match_phrase",
      "match_phrase_prefix",
      "match_bool_prefix",
      "prefix",
      "wildcard",
      "regexp",
      "fuzzy",
      "range",
      "common",
      "span_term",
      "span_gap",
      "neural_sparse",
      "text_expansion",
      "weighted_tokens",
    ].map((name) => [name, byField(name)]),
  ),
  terms: byField("terms", { options: ["boost", "_name", "value_type"], inner: lookUp }),
  terms_set: byField("terms_set", {
    inner: (body, walk, name) => eachMember({ of: name, body, members: { minimum_should_match_field: named(walk) } }),
  }),
  intervals: byField("intervals", {
    options: ["boost", "_name"],
    inner: (body, walk) =>
      Object.fromEntries(Object.entries(body).map(([key, value]) => [key, intervals(value, walk)])),
  }),
  ...Object.fromEntries(
    ["geo_distance", "geo_bounding_box", "geo_polygon", "geo_grid"].map((name) => [
      name,
      byField(name, { options: GEO_OPTIONS }),
    ]),
  ),
  ...Object.fromEntries(["geo_shape", "shape", "xy_shape"].map((name) => [name, ofShape(name)])),
  neural: byField("neural", { inner: vectorOf }),
  knn,
  exists,
  ...Object.fromEntries(
    ["distance_feature", "rank_feature", "semantic", "sparse_vector"].map((name) => [
      name,
      parts(name, (walk) => ({
        field: named(walk),
        origin: same,
        saturation: same,
        log: same,
        sigmoid: same,
        linear: same,
        query_vector: same,
        pruning_config: same,
      })),
    ]),
  ),
  percolate,
  ...Object.fromEntries(["multi_match", "simple_query_string"].map((name) => [name, overFields(name)])),
  combined_fields: parts("combined_fields", (walk) => ({ fields: (value) => openFields(value, walk.view.search) })),
  query_string: (body, { view }) => ({ query_string: withinQueryString(objectOf("query_string", body), view.search) }),
  more_like_this: moreLikeThis,
  bool: parts("bool", queriesAt("must", "should", "filter", "must_not", "mustNot")),
  boosting: parts("boosting", queriesAt("positive", "negative")),
  constant_score: parts("constant_score", queriesAt("filter")),
  dis_max: parts("dis_max", queriesAt("queries")),
  hybrid: parts("hybrid", queriesAt("queries", "filter")),
  pinned: parts("pinned", (walk) => ({ ...queriesAt("organic")(walk), docs: same })),
  function_score: (body, walk) => ({
    function_score: functionScore({
      body: objectOf("function_score", body),
      view: walk.view.search,
      query: (value) => withinQuery(value, walk),
    }),
  }),
  script_score: scriptScore,
  nested: parts("nested", (walk) => ({ ...queriesAt("query")(walk), path: named(walk), inner_hits: innerHits(walk) })),
  has_child: related("has_child"),
  has_parent: related("has_parent"),
  parent_id: related("parent_id"),
  ...Object.fromEntries(["span_or", "span_near"].map((name) => [name, parts(name, queriesAt("clauses"))])),
  ...Object.fromEntries(["span_first", "span_multi"].map((name) => [name, parts(name, queriesAt("match"))])),
  span_not: parts("span_not", queriesAt("include", "exclude")),
  ...Object.fromEntries(
    ["span_containing", "span_within"].map((name) => [name, parts(name, queriesAt("big", "little"))]),
  ),
  ...Object.fromEntries(
    ["field_masking_span", "span_field_masking"].map((name) => [
      name,
      parts(name, (walk) => ({ ...queriesAt("query")(walk), field: named(walk) })),
    ]),
  ),
  ...Object.fromEntries(["match_all", "match_none", "ids", "type"].map((name) => [name, parts(name, () => ({}))])),
  wrapper,
};
