import type { JsonObject } from "@common/text/json";
import { indicesInSearch } from "@backend/gateway/platform/access/body-indices";
import { checkClusterLevel, checkIndices, mayUseAll, splitIndices } from "@backend/gateway/platform/access/indices";
import { withoutAdmin } from "@backend/gateway/platform/access/runs-as";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";
import { unauthorized } from "@backend/gateway/platform/http/errors";

/** Refuses an index of a stored query that the caller may not use, whoever stored it. Throws 401. */
export function requireIndex(caller: Caller, index: string): void {
  const names = splitIndices(index);
  if (names.length === 0) checkClusterLevel(caller);
  else checkIndices(caller, names);
}

/**
 * Refuses a query that is kept where it names, beside its own index, one that these callers may not use. No admin's
 * rights count: who stored the query is not who runs it, and an admin who runs it must not open system indices to it.
 * Throws 401.
 */
export function requireNamedWithin(callers: readonly Caller[], body: JsonObject): void {
  const named = indicesInSearch(body);
  for (const caller of callers) checkIndices(withoutAdmin(caller), named);
}

/** Whether a stored query belongs to indices that the caller may use: others are not listed for him. */
export function maySee(caller: Caller, index: string): boolean {
  return mayUseAll(caller, splitIndices(index));
}

/**
 * Whoever writes a query of his own, to run it or to keep it, needs what a search needs: the right to stored queries is
 * none to search. Throws 401.
 */
export function requireMaySearch(caller: Caller): void {
  if (isAdmin(caller)) return;
  const { categories, acls } = caller.kind === "user" ? caller.user : caller.credential;
  if (!categories.includes("search"))
    throw unauthorized(
      caller.kind === "user"
        ? `credential can't access "search" category`
        : "credential is not allowed to access search",
    );
  if (!acls.includes("search")) throw unauthorized(`credentials cannot access "search" acl`);
  if (caller.kind === "credential" && caller.credential.reactivesearchConfig?.disableQueryDSL)
    throw unauthorized("credentials with disableQueryDSL cannot use queries of their own");
}
