import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { draftsOf } from "~/services/platform/store/draft-store.server";
import type { Scope } from "~/session/scope.server";
import { type Content, contentOf, textOf } from "./read.server";

// A search of the preview on its way to become a stored query: kept for a day, as what is begun in an editor.

/** What the text that was searched for is called as a parameter. */
const PARAMETER = "text";
const savedSearches = draftsOf({ kind: "saved search", schema: z.object({ text: z.string() }) });

/** The body of one query of a translated request; undefined where it is not among them. */
export function translatedBody(translated: JsonValue, id: string): JsonObject | undefined {
  const found = Array.isArray(translated) ? translated.find((one) => isJsonObject(one) && one["id"] === id) : undefined;
  const endpoint = isJsonObject(found) ? found["endpoint"] : undefined;
  const body = isJsonObject(endpoint) ? endpoint["body"] : undefined;
  // Some servers write it as text.
  const value = typeof body === "string" ? parseJson(body) : body;
  return isJsonObject(value) ? value : undefined;
}

function withPlaceholder(value: JsonValue, text: string): JsonValue {
  if (typeof value === "string") return value === text ? `{{${PARAMETER}}}` : value;
  if (Array.isArray(value)) return value.map((item) => withPlaceholder(item, text));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlaceholder(inner, text)]));
}

/** A search body as a stored query: the text that was searched for becomes a parameter. */
export function asStoredQuery({ index, body, text }: { index: string; body: JsonObject; text: string }): Content {
  const query = text === "" ? body : withPlaceholder(body, text);
  const replaced = stringifyJson(query) !== stringifyJson(body);
  return {
    index,
    description: "",
    query: isJsonObject(query) ? query : body,
    params: replaced ? { [PARAMETER]: text } : {},
  };
}

/** Keeps one for the page that creates stored queries; what it finds it by. */
export function keepSearch(scope: Scope, content: Content): string {
  return savedSearches.add(scope, { text: textOf(content) });
}

/** A kept one; undefined where it is not kept any more. */
export function savedSearch(scope: Scope, id: string | null): Content | undefined {
  const found = savedSearches.get(scope, id);
  return found && contentOf(found.text);
}
