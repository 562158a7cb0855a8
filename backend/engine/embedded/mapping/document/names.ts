import { trimEndOf } from "@common/text/trim-end";
import type { JsonValue } from "@common/text/json";
import { illegalArgument, mapperParsing } from "../../errors";

/** Lists in lists as one list. */
export function flatten(values: readonly JsonValue[]): JsonValue[] {
  return values.flatMap((value) => (Array.isArray(value) ? flatten(value) : [value]));
}

/** The parts of a name with dots. Throws for one that leads nowhere. */
export function splitName(name: string): string[] {
  const fail = (reason: string) => mapperParsing("failed to parse", { causedBy: illegalArgument(reason) });
  if (name === "") throw fail("field name cannot be an empty string");
  // As Java splits: what is empty at the end does not count.
  const parts = trimEndOf(name, ".").split(".");
  if (parts.every((part) => part === "")) throw fail("field name cannot contain only the character [.]");
  for (const part of parts) {
    if (part === "")
      throw fail(`object field starting or ending with a [.] makes object resolution ambiguous: [${name}]`);
    if (part.trim() === "")
      throw fail(`object field starting or ending with a [.] makes object resolution ambiguous: [${name}]`);
  }
  return parts;
}
