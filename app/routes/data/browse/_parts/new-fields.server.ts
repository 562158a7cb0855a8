import { type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { fieldName } from "~/lib/data/documents/field-name";
import { emptyFields, MOST_FIELDS, readField } from "~/lib/data/documents/typed-fields";
import { newDocumentIdSchema } from "~/services/data/documents/new-document.server";
import type { Scope } from "~/session/scope.server";
import { controlsOf, shapeOf, wordsOf } from "./fields.server";

const shownSchema = z
  .array(z.object({ path: z.string(), kind: z.enum(["text", "long", "number", "boolean", "lines", "json"]) }))
  .max(MOST_FIELDS);

/**
 * The fields of a new document, in the order in which one is written; null where the mapping has none, too many, or
 * cannot be read.
 */
export async function newFieldsOf(scope: Scope, index: string) {
  const { types, samples, order } = await shapeOf(scope, index);
  const places = new Map(order.map((path, at) => [path, at]));
  const fields = emptyFields(types, samples).sort(
    (one, other) => (places.get(one.path) ?? 0) - (places.get(other.path) ?? 0),
  );
  return fields.length === 0 || fields.length > MOST_FIELDS ? null : fields;
}

function shownIn(form: FormData) {
  const shown = form.get("shown");
  if (typeof shown !== "string") return [];
  try {
    return shownSchema.safeParse(parseJson(shown)).data ?? [];
  } catch {
    return [];
  }
}

/**
 * A new document that was typed in fields, which the form itself names: the mapping may have got others meanwhile. What
 * was left empty is not in it. Errors stand beside their fields.
 */
export function readNewFields(form: FormData) {
  const shown = shownIn(form);
  const source: Record<string, JsonValue> = {};
  const schema = z
    .object({ id: newDocumentIdSchema })
    .and(controlsOf(shown))
    .superRefine((values, context) => {
      const typed = z.record(z.string(), z.unknown()).parse(values);
      shown.forEach((field, at) => {
        const text = typed[fieldName(at)];
        if (typeof text !== "string" || text.trim() === "") return;
        const read = readField({ ...field, value: "" }, text, null);
        if (read.ok) source[field.path] = read.value;
        else
          context.addIssue({ code: "custom", message: wordsOf(field.kind, text, read.problem), path: [fieldName(at)] });
      });
    });
  const submission = parseWithZod(form, { schema });
  return {
    submission,
    id: submission.status === "success" ? submission.value.id : undefined,
    source: stringifyJson(source),
  };
}
