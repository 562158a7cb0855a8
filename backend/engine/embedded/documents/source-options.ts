import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject, parseJson } from "@common/text/json";
import type { AnswerValue } from "../http/raw-json";
import { RawJson } from "../http/raw-json";
import { filterSource } from "../search/answer/source-filter";

/** Which parts of a source to show; undefined shows nothing of it, empty lists all. */
export type SourceOptions = { includes: string[]; excludes: string[] } | undefined;

/** The query parameters that choose parts of a source. */
export const SOURCE_PARAMETERS = [
  "_source",
  "_source_includes",
  "_source_excludes",
  "_source_include",
  "_source_exclude",
] as const;

function names(text: string | undefined): string[] {
  return text === undefined || text === "" ? [] : text.split(",");
}

/** Reads `_source`, `_source_includes` and `_source_excludes` of a URL. */
export function sourceOptionsOf(query: Readonly<Record<string, string>>): SourceOptions {
  const word = query["_source"];
  if (word === "false") return undefined;
  const listed = word === undefined || word === "true" || word === "" ? [] : names(word);
  return {
    includes: [...listed, ...names(query["_source_includes"] ?? query["_source_include"])],
    excludes: names(query["_source_excludes"] ?? query["_source_exclude"]),
  };
}

function texts(value: JsonValue | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** Reads the `_source` of a body: a switch, a name, a list, or includes and excludes. */
export function sourceOptionsIn(value: JsonValue | undefined, otherwise: SourceOptions): SourceOptions {
  if (value === undefined) return otherwise;
  if (value === false) return undefined;
  if (value === true) return { includes: [], excludes: [] };
  if (isJsonObject(value))
    return {
      includes: texts(value["includes"] ?? value["include"]),
      excludes: texts(value["excludes"] ?? value["exclude"]),
    };
  return { includes: texts(value), excludes: [] };
}

/** The chosen parts of a source; the whole goes out verbatim. */
export function showSource(text: string, options: NonNullable<SourceOptions>): AnswerValue {
  if (options.includes.length + options.excludes.length === 0) return new RawJson(text);
  return filterSource(parseJson(text) as JsonObject, options);
}
