import { patternAdmits } from "@common/text/index-pattern";
import type { Acl, Category, Op } from "@common/access-control/categories";
import * as z from "zod";
import { type Caller, callerName, isAdmin } from "../auth/types";
import { stands } from "../auth/standing";
import { unauthorized } from "../http/errors";
import type { SignedContext } from "../http/types";
import { isExpired } from "../auth/credential";
import type { Accounts } from "../auth/accounts";
import { type BehindAlias, exclusions } from "./behind-aliases";
import { isClosed } from "./indices";

/**
 * Who made a record that the server acts by: a user or a credential, by name. The server writes it, no body says it.
 */
export const AuthorSchema = z.object({ name: z.string(), kind: z.enum(["user", "credential"]) });
export type Author = z.infer<typeof AuthorSchema>;

/** The author that a caller becomes by making or changing a record. */
export function authorOf(caller: Caller): Author {
  return { name: callerName(caller), kind: caller.kind };
}

/** Authors as they are now, with the rights that they have now, at most half a second old. */
export type Authors = {
  /**
   * Null for one who is gone, whose credential is over, or whose name a user and a credential share: nobody signs in by
   * it.
   */
  find: (author: Author) => Promise<Caller | null>;
};

/** Finds authors where those who call are found. */
export function createAuthors({ users, credentials }: Pick<Accounts, "users" | "credentials">): Authors {
  return {
    find: async ({ name, kind }) => {
      const [user, credential] = await Promise.all([users.get(name), credentials.get(name)]);
      if (user && credential) return null;
      if (kind === "user") return user ? { kind, user } : null;
      return credential && !isExpired(credential) && (await stands(credential, { users }))
        ? { kind, credential }
        : null;
    },
  };
}

/**
 * Whether somebody holds a right, as the gateway asks for it before a call of that kind; indices and fields are asked
 * for by what is named.
 */
export function holds(
  caller: Caller,
  { category, acl, op }: { category: Category; acl?: Acl | undefined; op: Op },
): boolean {
  if (isAdmin(caller)) return true;
  const { categories, acls } = caller.kind === "user" ? caller.user : caller.credential;
  if (!categories.includes(category) || (acl !== undefined && !acls.includes(acl))) return false;
  return caller.kind === "user" || caller.credential.ops.includes(op);
}

/**
 * What a record may do in somebody's name has no more than all indices: an admin's power over system indices and the
 * engine's own members stays with him.
 */
export function withoutAdmin(caller: Caller): Caller {
  if (!isAdmin(caller) || caller.kind !== "user") return caller;
  return { kind: "user", user: { ...caller.user, is_admin: false, indices: ["*"] } };
}

/**
 * All by whose rights a call is held: its caller, and the author of each record that changed it. What one of them may
 * not do is not done.
 */
export function heldBy({ caller, behalf }: Pick<SignedContext, "caller" | "behalf">): readonly Caller[] {
  if (!behalf) return [caller];
  const all = [caller, ...behalf.authors];
  return behalf.made ? all.map(withoutAdmin) : all;
}

/** All whose limits to fields hold for a call. */
export function fieldsHeldBy(context: Pick<SignedContext, "caller" | "behalf">): readonly Caller[] {
  return [...heldBy(context), ...(context.behalf?.fieldsOf ?? [])];
}

/**
 * Refuses indices that a call did not name itself: what a record adds stays in those of the original call. A name of
 * them, or one that a pattern of them admits; where the call takes some out of its patterns only the same expressions.
 * Throws 401.
 */
export function requireWithin(names: readonly string[], original: readonly string[]): void {
  const excludes = original.some((one) => one.startsWith("-"));
  const patterns = excludes
    ? []
    : original.map((one) => (one === "_all" ? "*" : one)).filter((one) => one.includes("*"));
  const beyond = names.filter(
    (name) =>
      !original.includes(name) && !patterns.some((pattern) => !name.startsWith("-") && patternAdmits(pattern, name)),
  );
  const closed = names.filter(isClosed);
  const refused = [...new Set([...beyond, ...closed])];
  if (refused.length > 0) throw unauthorized(`what a rule adds cannot access [${refused.join(" ")}] index/indices`);
}

/**
 * Whether a call reaches system indices by one of the names that it has, an alias or a pattern included. Only admins
 * make such calls, and no record acts on them.
 */
export async function reachesSystem(
  names: readonly string[],
  behind: () => Promise<readonly BehindAlias[]>,
): Promise<boolean> {
  const local = names.map((name) => name.slice(name.lastIndexOf(":") + 1));
  if (local.some((name) => isClosed(name) || name.startsWith("<."))) return true;
  const aliases = await behind();
  return aliases.some(({ alias }) => local.includes(alias)) || exclusions(local, aliases).length > 0;
}
