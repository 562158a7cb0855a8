import { hasAll } from "../grants/grants";
import { rightsOfCredential } from "../grants/rights";
import type { Permission } from "../permissions/schema";
import type { Services } from "../services";

/**
 * Whether a credential still stands: one that is bound to its creator ends with his rights, that to create credentials
 * among them, whoever took them from him and wherever.
 */
export async function stands(permission: Permission, { users }: Pick<Services, "users">): Promise<boolean> {
  if (!permission.bound_to_creator) return true;
  const user = await users.get(permission.creator);
  const mayCreate = user !== null && (user.is_admin || user.categories.includes("permission"));
  return mayCreate && hasAll({ kind: "user", user }, rightsOfCredential(permission));
}
