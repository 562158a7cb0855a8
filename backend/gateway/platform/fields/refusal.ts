import { CALLS_LIMITS } from "@common/limits/calls";
import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { HttpError } from "../http/errors";

const MAX_DEPTH = CALLS_LIMITS.bodyDepth.most;

/** A 400 in the engine's form. */
export function parsingError(reason: string): HttpError {
  return new HttpError(400, `elastic: Error 400 (Bad Request): ${reason} [type=parsing_exception]`, {
    cause: { type: "parsing_exception", reason },
  });
}

/** Throws 400 where a body is nested so deeply that going through it is no use. */
export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new HttpError(400, "the body is nested too deeply");
}

/** True for texts, numbers and the like, and for lists of them: they name nothing where an option stands. */
export function isPlain(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return value === undefined || !isJsonObject(value);
}

export type Members = Readonly<Record<string, (value: JsonValue) => JsonValue>>;

/**
 * An object whose members are changed one by one. What is not listed goes on where it is plain; anything else could
 * name a field in a way that is not known here, and is refused.
 */
export function eachMember({ of, body, members }: { of: string; body: JsonObject; members: Members }): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const change = Object.hasOwn(members, key) ? members[key] : undefined;
      if (change) return [key, change(value)];
      if (!isPlain(value)) throw parsingError(`[${of}] does not support [${key}] for callers whose fields are limited`);
      return [key, value];
    }),
  );
}

/** Options as a text where they are one or a number, as engines read them. */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || value instanceof LosslessNumber
    ? String(value)
    : undefined;
}
