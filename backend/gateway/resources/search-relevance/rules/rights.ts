import { mayUseAllIndices } from "@backend/gateway/platform/access/indices";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";

/** Whether a caller may write rules, by the same rights as their calls: then he may try one that is not kept. */
export function mayWriteRules(caller: Caller): boolean {
  if (isAdmin(caller)) return true;
  const { categories } = caller.kind === "user" ? caller.user : caller.credential;
  return (
    categories.includes("rules") &&
    mayUseAllIndices(caller) &&
    (caller.kind === "user" || caller.credential.ops.includes("write"))
  );
}
