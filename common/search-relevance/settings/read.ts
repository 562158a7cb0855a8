import type * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../text/json";
import { type Relevance, RelevanceSchema } from "./schema";

/** Nulls are looked for so deep, which is deeper than any member of settings stands. */
const DEEPEST = 6;

/** A value without the members of it that are null, for null counts as not said. */
export function withoutNulls(value: JsonValue, depth = 0): JsonValue {
  if (depth > DEEPEST || Array.isArray(value) || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner, depth + 1)]])),
  );
}

/** What of a record can be read; the rest counts as not said, for it must not keep a search from its answer. */
export function readable(record: JsonObject): Relevance {
  const sections = Object.entries(RelevanceSchema.shape).map(([name, schema]) => [
    name,
    readableSection(schema, record[name]),
  ]);
  return RelevanceSchema.parse(Object.fromEntries(sections));
}

function readableSection(schema: z.ZodType, value: JsonValue | undefined): unknown {
  const given = withoutNulls(value ?? {});
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  if (!isJsonObject(given)) return undefined;
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const kept = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
  return kept.success ? kept.data : undefined;
}
