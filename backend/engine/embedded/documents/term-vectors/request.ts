import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError } from "../../errors";
import { booleanOf, integerOf } from "../../query/parse/values";

/** Which terms of a field are worth showing: the best by frequency here and rarity in the index. */
export type TermFilter = {
  maxNumTerms: number;
  minTermFreq: number;
  maxTermFreq: number;
  minDocFreq: number;
  maxDocFreq: number;
  minWordLength: number;
  maxWordLength: number;
};

/** What a term vectors call asks for. */
export type TermVectorsRequest = {
  /** Names or patterns; undefined for the fields that are kept with vectors, or all of a document that is given. */
  fields: readonly string[] | undefined;
  offsets: boolean;
  positions: boolean;
  payloads: boolean;
  termStatistics: boolean;
  fieldStatistics: boolean;
  doc: JsonObject | undefined;
  analyzers: ReadonlyMap<string, string>;
  filter: TermFilter | undefined;
};

const FLAGS: Readonly<Record<string, "offsets" | "positions" | "payloads" | "termStatistics" | "fieldStatistics">> = {
  offsets: "offsets",
  positions: "positions",
  payloads: "payloads",
  term_statistics: "termStatistics",
  field_statistics: "fieldStatistics",
};
// Said elsewhere too, and without a meaning where all documents are in one place and seen at once.
const PASSED_OVER = ["routing", "version", "version_type", "preference", "realtime", "_index", "_id"];

const FILTER: Readonly<Record<string, keyof TermFilter>> = {
  max_num_terms: "maxNumTerms",
  min_term_freq: "minTermFreq",
  max_term_freq: "maxTermFreq",
  min_doc_freq: "minDocFreq",
  max_doc_freq: "maxDocFreq",
  min_word_length: "minWordLength",
  max_word_length: "maxWordLength",
};

/** The URL parameters of the call. */
export const TERM_VECTORS_PARAMETERS = [
  ...Object.keys(FLAGS),
  "fields",
  "realtime",
  "routing",
  "preference",
  "version",
  "version_type",
];

function failed(reason: string): EngineError {
  return new EngineError(400, "parse_exception", `failed to parse term vectors request. ${reason}`);
}

function filterOf(body: JsonValue): TermFilter {
  if (!isJsonObject(body)) throw failed("field [filter] must be an object");
  const filter: TermFilter = {
    maxNumTerms: 25,
    minTermFreq: 0,
    maxTermFreq: Infinity,
    minDocFreq: 0,
    maxDocFreq: Infinity,
    minWordLength: 0,
    maxWordLength: 0,
  };
  for (const [key, value] of Object.entries(body)) {
    const name = FILTER[key];
    if (!name) throw failed(`the field [${key}] is not valid for filter parameter for term vector request`);
    filter[name] = integerOf(value);
  }
  return filter;
}

function analyzersOf(body: JsonValue): Map<string, string> {
  if (!isJsonObject(body)) throw failed("field [per_field_analyzer] must be an object");
  return new Map(Object.entries(body).map(([field, name]) => [field, String(name)]));
}

/** Reads URL and body; the body's word counts. */
export function readTermVectorsRequest({
  body,
  query,
  id,
}: {
  body: JsonObject;
  query: Readonly<Record<string, string>>;
  id: string | undefined;
}): TermVectorsRequest {
  const request: TermVectorsRequest = {
    fields: query["fields"]?.split(","),
    offsets: true,
    positions: true,
    payloads: true,
    termStatistics: false,
    fieldStatistics: true,
    doc: undefined,
    analyzers: new Map(),
    filter: undefined,
  };
  for (const [name, flag] of Object.entries(FLAGS))
    if (query[name] !== undefined) request[flag] = query[name] === "" || booleanOf(query[name]);
  for (const [key, value] of Object.entries(body)) {
    const flag = FLAGS[key];
    if (flag) request[flag] = booleanOf(value);
    else if (key === "fields") {
      if (!Array.isArray(value)) throw failed("field [fields] must be an array");
      request.fields = value.map(String);
    } else if (key === "filter") request.filter = filterOf(value);
    else if (key === "per_field_analyzer") request.analyzers = analyzersOf(value);
    else if (key === "doc") {
      if (id !== undefined) throw failed("either [id] or [doc] can be specified, but not both!");
      if (!isJsonObject(value)) throw failed("field [doc] must be an object");
      request.doc = value;
    } else if (!PASSED_OVER.includes(key)) throw failed(`unknown field [${key}]`);
  }
  return request;
}
