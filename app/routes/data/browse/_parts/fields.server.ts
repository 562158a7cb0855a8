import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { REVIEW } from "~/editor/intents";
import { fieldName } from "~/lib/data/documents/field-name";
import {
  type FieldKind,
  MOST_CHARACTERS,
  MOST_FIELDS,
  readField,
  typedFields,
  withMembers,
} from "~/lib/data/documents/typed-fields";
import { parseJsonText } from "~/lib/json/text.server";
import { writingOrder } from "~/services/data/documents/field-order.server";
import { searchDocuments } from "~/services/data/documents/search.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

/** The name of the form that has fields, beside the text that they are of. */
export const AS_FIELDS = "fields";

/** The top-level fields with their types; a mapping that cannot be read tells none. */
export async function typesOf(scope: Scope, index: string): Promise<Map<string, string>> {
  const found = await settle(listFields(scope, index));
  return new Map(found.ok ? found.value.map(({ path, type }) => [path, type]) : []);
}

/** Documents that are looked at for what a field holds: lists and long texts look alike in a mapping. */
const SAMPLES = 20;

/** The types of an index, some of its documents, and its fields in the order in which a document is written. */
export async function shapeOf(scope: Scope, index: string) {
  const body = { query: { match_all: {} }, size: SAMPLES, track_total_hits: false };
  const [types, found] = await Promise.all([typesOf(scope, index), settle(searchDocuments(scope, { index, body }))]);
  const samples = found.ok ? found.value.hits.map(({ source }) => source) : [];
  return { types, samples, order: writingOrder(types, samples) };
}

function documentOf(text: string | null): JsonObject | null {
  if (text === null || text.length > MOST_CHARACTERS) return null;
  const read = parseJsonText(text);
  return read.ok && isJsonObject(read.value) ? read.value : null;
}

type Shape = { types: ReadonlyMap<string, string>; order: readonly string[] };

/**
 * A document as fields, and their places in the order in which one is written, what the mapping does not have last;
 * null for one that is changed as JSON alone. Fields keep their places in the document, by which a form names them.
 */
export function fieldsOf({ text, types, order }: Shape & { text: string | null }) {
  const document = documentOf(text);
  if (document === null) return null;
  const fields = typedFields(document, types);
  if (fields.length === 0 || fields.length > MOST_FIELDS) return null;
  const rank = (at: number) => {
    const place = order.indexOf(fields[at]?.path ?? "");
    return place === -1 ? order.length : place;
  };
  return { fields, places: [...fields.keys()].sort((one, other) => rank(one) - rank(other)) };
}

/** What is wrong with a field, with line and column where it is JSON. */
export function wordsOf(kind: FieldKind, typed: string, problem: string) {
  const read = kind === "json" ? parseJsonText(typed.replaceAll("\r\n", "\n")) : undefined;
  return read && !read.ok ? read.message : problem;
}

/** The controls of such fields, as texts. */
export const controlsOf = (fields: readonly unknown[]) =>
  z.object(Object.fromEntries(fields.map((_, at) => [fieldName(at), z.string().default("")])));

/**
 * Puts what was typed in fields into the text that the form came with, as if that had been changed by hand; what is in
 * no field stays as it is. The answer to a form with a mistake, else null.
 */
export async function takeFields(scope: Scope, { index, form }: { index: string; form: FormData }) {
  if (form.get("as") !== AS_FIELDS) return null;
  const text = form.get("text");
  if (typeof text !== "string") return null;
  const document = documentOf(text);
  // A text that no form of ours came with is refused as any other.
  if (document === null) return null;
  const fields = typedFields(document, await typesOf(scope, index));
  const submission = parseWithZod(form, { schema: controlsOf(fields) });
  if (submission.status !== "success") return formReply(submission, { intent: REVIEW });
  const wrong: Record<string, string[]> = {};
  const changed = new Map<string, JsonValue>();
  fields.forEach((field, at) => {
    // A control that was not sent says nothing.
    if (!form.has(fieldName(at))) return;
    const before = document[field.path] ?? null;
    const read = readField(field, submission.value[fieldName(at)] ?? "", before);
    if (!read.ok) wrong[fieldName(at)] = [wordsOf(field.kind, submission.value[fieldName(at)] ?? "", read.problem)];
    else if (read.value !== before) changed.set(field.path, read.value);
  });
  if (Object.keys(wrong).length > 0) return formReply(submission, { intent: REVIEW, fieldErrors: wrong });
  form.set("text", withMembers(text, changed));
  return null;
}
