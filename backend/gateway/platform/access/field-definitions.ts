import { CALLS_LIMITS } from "@common/limits/calls";
import { isJsonObject, type JsonObject } from "@common/text/json";
import type { Caller } from "../auth/types";
import { badRequest, unauthorized } from "../http/errors";
import { fieldRights, type FieldRights, maySee } from "./field-rights";

const MAX_DEPTH = CALLS_LIMITS.bodyDepth.most;

function refusal(): Error {
  return unauthorized("credentials cannot access all fields of this mapping");
}

// Fields below `properties` and `fields`, by their full names; an object counts by what is in it.
function requireSeen(fields: JsonObject, rights: FieldRights, prefix: string): void {
  for (const [name, definition] of Object.entries(fields)) {
    const path = `${prefix}${name}`;
    const inner = isJsonObject(definition) ? definition["properties"] : undefined;
    if (isJsonObject(inner)) requireSeen(inner, rights, `${path}.`);
    else if (!maySee(rights, path)) throw refusal();
  }
}

/**
 * Refuses mappings by which a credential would learn of fields that it may not see: definitions of such a field (an
 * engine shows a value that does not fit one), an alias of it, or a copy of values (of any field's, for what stands in
 * an index now may be copied by the next re-indexing). `value` is any body that may hold mappings. Throws 400 and 401.
 */
export function requireSeenFields(caller: Caller, value: unknown): void {
  const rights = fieldRights(caller);
  if (!rights) return;
  const look = (inner: unknown, isField: boolean, depth: number): void => {
    if (depth > MAX_DEPTH) throw badRequest("the body is nested too deeply");
    if (Array.isArray(inner)) return inner.forEach((item) => look(item, false, depth + 1));
    if (!isJsonObject(inner)) return;
    const { type, path, copy_to: copies, properties } = inner;
    const isAlias = type === "alias" && typeof path === "string" && !maySee(rights, path);
    if (isAlias || typeof copies === "string" || Array.isArray(copies)) throw refusal();
    for (const [key, one] of Object.entries(inner)) look(one, isField || key === "properties", depth + 1);
    if (!isField && isJsonObject(properties)) requireSeen(properties, rights, "");
  };
  look(value, false, 0);
}
