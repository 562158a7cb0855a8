import { randomBytes } from "node:crypto";
import { adminUser } from "./service";
import type { UserStore } from "./store";

/**
 * Makes sure that somebody can sign in: with a given password that admin is written at each start; without one, and without any user so far, one is
 * made up. Gives the made-up password to the one process that made the user, null to others that start at the same time.
 */
export async function prepareAdmin({ users, username, password }: { users: UserStore; username: string; password: string | undefined }): Promise<string | null> {
  if (password !== undefined) {
    await users.put(await adminUser({ username, password }));
    return null;
  }
  if ((await users.list()).length > 0) return null;
  const generated = randomBytes(12).toString("base64url");
  const isMine = await users.create(await adminUser({ username, password: generated }));
  return isMine ? generated : null;
}
