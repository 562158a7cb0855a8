import { isJsonObject } from "@common/json";
import { type Caller } from "../auth/types";
import { unauthorized } from "../http/errors";
import { fieldRights, maySee } from "./field-rights";

/**
 * Refuses mappings by which a credential would give a field that it may not see another name: an alias of it, or a copy of its values (of any field's, for
 * what stands in an index now may be copied by the next re-indexing). `value` is any body that may hold mappings. Throws 401.
 */
export function requireNoOtherNames(caller: Caller, value: unknown): void {
  const rights = fieldRights(caller);
  if (!rights) return;
  const look = (inner: unknown): void => {
    if (Array.isArray(inner)) return inner.forEach(look);
    if (!isJsonObject(inner)) return;
    const { type, path, copy_to: copies } = inner;
    const isAlias = type === "alias" && typeof path === "string" && !maySee(rights, path);
    if (isAlias || typeof copies === "string" || Array.isArray(copies)) throw unauthorized("credentials cannot access all fields of this mapping");
    for (const one of Object.values(inner)) look(one);
  };
  look(value);
}
