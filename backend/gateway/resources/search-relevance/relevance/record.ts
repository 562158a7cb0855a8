import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { withoutNulls } from "@common/search-relevance/settings/read";
import { type Relevance, RelevanceSchema } from "@common/search-relevance/settings/schema";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { DEFAULTS } from "./defaults";

const RawSchema = z.custom<JsonValue>(() => true);
/** A record as an index holds it, of whatever program. */
export const RecordSchema = z.custom<JsonObject>(isJsonObject);

function sentence({ path, code, message }: z.core.$ZodIssue): string {
  const isType = code === "invalid_type" || code === "invalid_union";
  return `${path.join(".")} ${isType ? "has the wrong type" : message}`;
}

/** The sections that a body sets. Throws 400. */
export function sectionsOf(text: string): Relevance {
  return sectionsIn(parseOwnBody({ text, schema: RawSchema, refusal: "Can't parse request body" }));
}

/** The sections in a part of a body. Throws 400. */
export function sectionsIn(body: JsonValue): Relevance {
  const parsed = RelevanceSchema.safeParse(withoutNulls(body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(issue && issue.path.length > 0 ? sentence(issue) : "Can't parse request body");
}

// False is not kept there: a record that says nothing of a switch means it.
function withoutFalse({ indexSettings, ...rest }: Relevance): Relevance {
  if (!indexSettings) return rest;
  return {
    ...rest,
    indexSettings: Object.fromEntries(Object.entries(indexSettings).filter(([, value]) => value !== false)),
  };
}

/**
 * A record after a change: a section that was sent takes the place of the stored one, and where there is neither, the
 * built-in one stands; `indexSettings` have none. What only another program knows stays.
 */
export function changed(before: JsonObject | null, sections: Relevance): JsonObject {
  const { indexSettings: _none, ...builtIn } = DEFAULTS;
  return RecordSchema.parse({ ...builtIn, ...before, ...withoutFalse(sections) });
}

/** A record as it is answered: how many letters may differ as a number, where it is one. */
export function answered(record: JsonObject): JsonObject {
  const { search } = record;
  if (search === undefined || !isJsonObject(search)) return record;
  const { fuzziness } = search;
  return typeof fuzziness === "string" && /^\d$/.test(fuzziness)
    ? { ...record, search: { ...search, fuzziness: Number(fuzziness) } }
    : record;
}
