import { type Acl, aclsOf, type Category } from "@common/access-control/categories";
import { type Caller, isAdmin } from "../auth/types";

/** Every address. */
export const OPEN_SOURCES: readonly string[] = ["0.0.0.0/0"];

/**
 * Acls where none are named: those of the categories, as far as whoever gives them has them or they stand already. Null
 * is the server itself.
 */
export function defaultAcls({
  categories,
  giver,
  existing = [],
}: {
  categories: readonly Category[];
  giver: Caller | null;
  existing?: readonly Acl[];
}): Acl[] {
  const all = aclsOf(categories);
  if (giver === null || isAdmin(giver)) return all;
  const { acls } = giver.kind === "user" ? giver.user : giver.credential;
  return all.filter((acl) => acls.includes(acl) || existing.includes(acl));
}

/**
 * The addresses, and how many proxies are believed, where none are named: those of who makes the record, all where an
 * admin does.
 */
export function defaultSources(giver: Caller | null): { sources: string[]; sources_xff_value: number | null } {
  const own = giver === null || isAdmin(giver) ? null : giver.kind === "user" ? giver.user : giver.credential;
  return { sources: [...(own?.sources ?? OPEN_SOURCES)], sources_xff_value: own?.sources_xff_value ?? null };
}
