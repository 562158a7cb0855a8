import { hasAll } from "../grants/grants";
import { rightsOfCredential } from "../grants/rights";
import type { Credential } from "./credential";
import type { Accounts } from "./accounts";

/**
 * Whether a credential still stands: one that is bound to its creator ends with his rights, that to create credentials
 * among them, whoever took them from him and wherever.
 */
export async function stands(credential: Credential, { users }: Pick<Accounts, "users">): Promise<boolean> {
  if (!credential.bound_to_creator) return true;
  const user = await users.get(credential.creator);
  const mayCreate = user !== null && (user.is_admin || user.categories.includes("permission"));
  return mayCreate && hasAll({ kind: "user", user }, rightsOfCredential(credential));
}
