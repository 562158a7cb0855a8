import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { settle, type Settled } from "~/services/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { searchDocuments } from "./search.server";

/** A document as a form offers it: by what a reader knows it. */
export type FoundDocument = { index: string; id: string; title: string };

const ROWS = 8;
const NAMES = ["title", "name", "headline", "label", "subject"];

/** What a reader may know a document by: its title or name, else its first text, else its id. */
export function titleOf(source: JsonValue | undefined, id: string): string {
  if (source === undefined || !isJsonObject(source)) return id;
  const named = NAMES.map((name) => source[name]).find((value) => typeof value === "string" && value !== "");
  const first = named ?? Object.values(source).find((value) => typeof value === "string" && value !== "");
  return typeof first === "string" ? first.slice(0, 120) : id;
}

/** Documents that hold the words, to choose from. Throws nothing but faults of ours. */
export function findDocuments(scope: Pick<Scope, "http">, { index, text }: { index: string; text: string }): Promise<Settled<FoundDocument[]>> {
  const query: JsonObject = { simple_query_string: { query: text, lenient: true, default_operator: "and" } };
  const found = searchDocuments(scope, { index, body: { size: ROWS, query } });
  return settle(found.then(({ hits }) => hits.map(({ id, source }) => ({ index, id, title: titleOf(source, id) }))));
}

/** What readers call those of the documents that are there, by id. Throws BackendError. */
export async function titlesOf(scope: Pick<Scope, "http">, { index, ids }: { index: string; ids: readonly string[] }): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const { hits } = await searchDocuments(scope, { index, body: { size: ids.length, query: { ids: { values: [...ids] } } } });
  return Object.fromEntries(hits.map(({ id, source }) => [id, titleOf(source, id)]));
}
