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

function documentOf(text: string | null): JsonObject | null {
  if (text === null || text.length > MOST_CHARACTERS) return null;
  const read = parseJsonText(text);
  return read.ok && isJsonObject(read.value) ? read.value : null;
}

/** A document as fields; null for one that is changed as JSON alone. */
export function fieldsOf({ text, types }: { text: string | null; types: ReadonlyMap<string, string> }) {
  const document = documentOf(text);
  if (document === null) return null;
  const fields = typedFields(document, types);
  return fields.length === 0 || fields.length > MOST_FIELDS ? null : fields;
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
