import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import type * as z from "zod";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";

/**
 * The record that a body holds, as it was sent: members that `schema` does not know stay, and numbers keep their
 * digits. Throws 400 with the place of what does not fit, 413 for one of more than `most` bytes.
 */
export function readRecord(text: string, { schema, most }: { schema: z.ZodType; most: number }): JsonObject {
  if (Buffer.byteLength(text) > most) throw new HttpError(413, `at most ${most} bytes can be kept`);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw badRequest("Can't parse request body");
  }
  if (!isJsonObject(value)) throw badRequest("Can't parse request body");
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue) throw badRequest(`${issue.path.join(".")}: ${issue.message}`);
  return value;
}

/** A record as text that keeps the digits of its numbers. */
export const recordText = (record: JsonObject): string => stringifyJson(record);

/** The record of a text that was kept; null where an admin wrote something else in its place. */
export function recordIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Refuses a write by what there was before. Throws. */
export type Check = (before: JsonObject | null) => void;

/** Now, in the unit of these records. */
export const seconds = (): number => Math.floor(Date.now() / 1000);
