import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { defaultSearchFields, titleField } from "~/services/data/search/fields";
import { search, searchPath } from "~/services/data/search/reactivesearch.server";
import { listFields } from "~/services/indices/mappings/get.server";
import type { Scope } from "~/session/scope.server";

const ID = "suggestions";
const hitSchema = z
  .object({
    value: z.string().catch(""),
    label: z.string().catch(""),
    _suggestion_type: z.string().catch("index"),
    sectionLabel: z.string().nullish().catch(null),
    url: z.string().nullish().catch(null),
  })
  .transform(({ value, label, _suggestion_type, sectionLabel, url }) => ({
    value,
    // Marks of what was typed; nothing of a label is put into the page as markup.
    label: label.replace(/<\/?[a-z][^<>]{0,200}>/gi, "") || value,
    kind: _suggestion_type,
    section: sectionLabel ?? null,
    url: url ?? null,
  }));
const answerSchema = z.object({ hits: z.object({ hits: z.array(hitSchema) }) });

/** One suggestion, as the preview shows it. */
export type Suggested = z.output<typeof hitSchema>;
export type Asked = { index: string; text: string; visitor: string; box: string };

/** The request by which a search box asks for suggestions of every kind, under the saved preferences. */
export function suggestionRequest({ text, visitor, box }: Omit<Asked, "index">, fields: readonly string[]): JsonObject {
  const query: JsonObject = {
    id: ID,
    type: "suggestion",
    ...(text === "" ? {} : { value: text }),
    dataField: [...fields],
    enablePopularSuggestions: true,
    ...(visitor === "" ? {} : { enableRecentSuggestions: true }),
    ...(box === "" ? {} : { enableFeaturedSuggestions: true, searchboxId: box }),
  };
  // A visitor's own searches are suggested only if recording is on. A suggestion query itself is never recorded.
  return {
    query: [query],
    settings: visitor === "" ? { recordAnalytics: false } : { recordAnalytics: true, userId: visitor },
  };
}

/** What a search box of an index suggests for a text now, with the request. Throws BackendError. */
export async function previewSuggestions(
  scope: Pick<Scope, "http">,
  asked: Asked,
): Promise<{ request: { method: "POST"; path: string; json: JsonObject }; found: Suggested[] | null }> {
  const all = await listFields(scope, asked.index);
  // Servers suggest every field of a document that they are given, its genre too: search boxes give what names it.
  const title = titleField(all);
  const fields = title === undefined ? defaultSearchFields(all).map(({ path }) => path) : [title];
  const request = suggestionRequest(asked, fields);
  const answer = await search(scope, { index: asked.index, request });
  const part = answer[ID];
  const parsed = answerSchema.safeParse(part !== undefined && isJsonObject(part) ? part : null);
  return {
    request: { method: "POST", path: searchPath(asked.index), json: request },
    found: parsed.success ? parsed.data.hits.hits : null,
  };
}
