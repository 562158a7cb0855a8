import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { badRequest } from "../http/errors";
import { parseOwnBody } from "../http/own-body";
import { DEFAULTS } from "./defaults";
import { type Relevancy, RelevancySchema } from "./schema";

const RawSchema = z.custom<JsonValue>(() => true);
/** Nulls are looked for so deep, which is deeper than any member of settings stands. */
const DEEPEST = 6;

/** A record as an index holds it, of whatever program. */
export const RecordSchema = z.custom<JsonObject>(isJsonObject);

// Null counts as not said.
function withoutNulls(value: JsonValue, depth = 0): JsonValue {
  if (depth > DEEPEST || Array.isArray(value) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner, depth + 1)]])));
}

function sentence({ path, code, message }: z.core.$ZodIssue): string {
  const isType = code === "invalid_type" || code === "invalid_union";
  return `${path.join(".")} ${isType ? "has the wrong type" : message}`;
}

/** The sections that a body sets. Throws 400. */
export function sectionsOf(text: string): Relevancy {
  return sectionsIn(parseOwnBody({ text, schema: RawSchema, refusal: "Can't parse request body" }));
}

/** The sections in a part of a body. Throws 400. */
export function sectionsIn(body: JsonValue): Relevancy {
  const parsed = RelevancySchema.safeParse(withoutNulls(body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(issue && issue.path.length > 0 ? sentence(issue) : "Can't parse request body");
}

// False is not kept there: a record that says nothing of a switch means it.
function withoutFalse({ indexSettings, ...rest }: Relevancy): Relevancy {
  if (!indexSettings) return rest;
  return { ...rest, indexSettings: Object.fromEntries(Object.entries(indexSettings).filter(([, value]) => value !== false)) };
}

/**
 * A record after a change: a section that was sent takes the place of the stored one, and where there is neither, the built-in one stands; `indexSettings`
 * have none. What only another program knows stays.
 */
export function changed(before: JsonObject | null, sections: Relevancy): JsonObject {
  const { indexSettings: _none, ...builtIn } = DEFAULTS;
  return RecordSchema.parse({ ...builtIn, ...before, ...withoutFalse(sections) });
}

/** A record as it is answered: how many letters may differ as a number, where it is one. */
export function answered(record: JsonObject): JsonObject {
  const { search } = record;
  if (search === undefined || !isJsonObject(search)) return record;
  const { fuzziness } = search;
  return typeof fuzziness === "string" && /^\d$/.test(fuzziness) ? { ...record, search: { ...search, fuzziness: Number(fuzziness) } } : record;
}

/** What of a record can be read; the rest counts as not said, for it must not keep a search from its answer. */
export function readable(record: JsonObject): Relevancy {
  const sections = Object.entries(RelevancySchema.shape).map(([name, schema]) => [name, readableSection(schema, record[name])]);
  return RelevancySchema.parse(Object.fromEntries(sections));
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
