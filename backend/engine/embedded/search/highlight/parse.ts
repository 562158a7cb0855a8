import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { parseQuery } from "../../query";
import { contentError, didYouMean, dslError, tokenOf } from "../../query/parse/errors";
import { booleanOf, integerOf, textOf } from "../../query/parse/values";
import type { HighlightField, HighlightRequest } from "./types";

const SHARED = [
  "pre_tags",
  "post_tags",
  "order",
  "highlight_filter",
  "fragment_size",
  "number_of_fragments",
  "require_field_match",
  "boundary_scanner",
  "max_analyzer_offset",
  "boundary_max_scan",
  "boundary_chars",
  "boundary_scanner_locale",
  "type",
  "fragmenter",
  "no_match_size",
  "force_source",
  "phrase_limit",
  "options",
  "highlight_query",
  "max_fragment_length",
];
const TOP = [...SHARED, "tags_schema", "encoder", "fields", "use_explicit_field_order"];
const FIELD = [...SHARED, "fragment_offset", "matched_fields"];
const STYLED = Array.from({ length: 10 }, (_, at) => `<em class="hlt${at + 1}">`);

type Settings = Omit<HighlightField, "pattern">;

const DEFAULTS: Settings = {
  preTags: ["<em>"],
  postTags: ["</em>"],
  fragmentSize: 100,
  numberOfFragments: 5,
  requireFieldMatch: true,
  noMatchSize: 0,
  orderByScore: false,
  query: undefined,
};

function tags(value: JsonValue): string[] {
  const list = (Array.isArray(value) ? value : [value]).map((one) => textOf(one) ?? "");
  return list;
}

function settingsOf(body: JsonObject, base: Settings): Settings {
  const refused = REFUSED.find(
    (key) =>
      body[key] !== undefined &&
      !(key === "fragmenter" && body[key] === "span") &&
      !(key === "boundary_scanner" && body[key] === "sentence"),
  );
  if (refused !== undefined) throw illegalArgument(`highlight option [${refused}] is not supported by this engine`);
  const found = { ...base };
  if (body["pre_tags"] !== undefined) found.preTags = tags(body["pre_tags"]);
  if (body["post_tags"] !== undefined) found.postTags = tags(body["post_tags"]);
  if (body["pre_tags"] !== undefined && body["post_tags"] === undefined && base === DEFAULTS)
    throw illegalArgument("pre_tags are set but post_tags are not set");
  if (body["fragment_size"] !== undefined) found.fragmentSize = integerOf(body["fragment_size"]);
  if (body["number_of_fragments"] !== undefined) found.numberOfFragments = integerOf(body["number_of_fragments"]);
  if (body["require_field_match"] !== undefined) found.requireFieldMatch = booleanOf(body["require_field_match"]);
  if (body["no_match_size"] !== undefined) found.noMatchSize = integerOf(body["no_match_size"]);
  if (body["order"] !== undefined) found.orderByScore = textOf(body["order"]) === "score";
  if (body["highlight_query"] !== undefined) found.query = parseQuery(body["highlight_query"]);
  if (body["tags_schema"] !== undefined && textOf(body["tags_schema"]) === "styled")
    Object.assign(found, { preTags: STYLED, postTags: ["</em>"] });
  const type = textOf(body["type"]);
  if (type !== undefined && !["unified", "plain", "fvh"].includes(type))
    throw illegalArgument(`unknown highlighter type [${type}] for the field`);
  return found;
}

/** Settings that Elasticsearch knows and that would change what is shown here. */
const REFUSED = [
  "boundary_scanner",
  "boundary_scanner_locale",
  "boundary_chars",
  "boundary_max_scan",
  "fragmenter",
  "matched_fields",
  "fragment_offset",
];

function checkKeys(body: JsonObject, known: readonly string[], name: string): void {
  for (const key of Object.keys(body))
    if (!known.includes(key))
      throw contentError(`[${name}] unknown field [${key}]${didYouMean(key, known)}`, { holder: body, key });
}

// Fields come in an object or a list, tags as a text or a list of texts.
function checkForms(body: JsonObject): void {
  const forms = {
    fields: ["START_OBJECT", "START_ARRAY"],
    pre_tags: ["VALUE_STRING", "START_ARRAY"],
    post_tags: ["VALUE_STRING", "START_ARRAY"],
  };
  for (const [key, allowed] of Object.entries(forms)) {
    const value = body[key];
    if (value !== undefined && !allowed.includes(tokenOf(value)))
      throw contentError(`[highlight] ${key} doesn't support values of type: ${tokenOf(value)}`, { holder: body, key });
  }
}

/** Reads `highlight`. The fields stand in an object, or in a list of objects where their order counts. */
export function parseHighlight(body: JsonValue): HighlightRequest {
  if (!isJsonObject(body)) throw dslError(`Unknown key for a ${tokenOf(body)} in [highlight].`);
  checkKeys(body, TOP, "highlight");
  checkForms(body);
  const base = settingsOf(body, DEFAULTS);
  const fields = body["fields"];
  const entries: [string, JsonValue][] = Array.isArray(fields)
    ? fields.flatMap((one) => (isJsonObject(one) ? Object.entries(one) : []))
    : isJsonObject(fields)
      ? Object.entries(fields)
      : [];
  return {
    encodeHtml: textOf(body["encoder"]) === "html",
    fields: entries.map(([pattern, settings]) => {
      if (!isJsonObject(settings))
        throw contentError(`[highlight] failed to parse field [fields]`, { holder: body, key: "fields" });
      const strange = Object.keys(settings).find((key) => !FIELD.includes(key));
      if (strange !== undefined)
        throw contentError(
          "[highlight] failed to parse field [fields]",
          { holder: settings, key: strange },
          contentError(`[highlight_field] unknown field [${strange}]${didYouMean(strange, FIELD)}`),
        );
      return { pattern, ...settingsOf(settings, base) };
    }),
  };
}
