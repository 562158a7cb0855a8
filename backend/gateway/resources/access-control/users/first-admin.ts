import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { PasswordCheck } from "@backend/gateway/platform/auth/passwords";
import { hashPassword } from "@backend/gateway/platform/auth/passwords";
import { isBlocked } from "@backend/gateway/platform/store/engine-client";
import { timestamp } from "@backend/gateway/platform/store/timestamp";
import { adminUser } from "./service";
import type { UserStore } from "./store";

/**
 * Makes sure that somebody can sign in: with a given password that admin is written at each start; without one, and
 * without any user so far, one is made up. Gives the made-up password to the one process that made the user, null to
 * others that start at the same time. Where nothing can be written now
 * (a full disk) and the user is there, he stays as he is.
 */
export async function prepareAdmin({
  users,
  username,
  password,
}: {
  users: UserStore;
  username: string;
  password: string | undefined;
}): Promise<string | null> {
  if (password !== undefined) {
    await users.put(await adminUser({ username, password })).catch(async (error: unknown) => {
      if (!isBlocked(error) || !(await users.get(username))) throw error;
    });
    return null;
  }
  if ((await users.list()).length > 0) return null;
  const generated = randomBytes(12).toString("base64url");
  const isMine = await users.create(await adminUser({ username, password: generated }));
  return isMine ? generated : null;
}

type SharedOptions = {
  users: UserStore;
  checkPassword: PasswordCheck;
  log: Pick<Logger, "info" | "warn">;
  username: string;
  password: string | undefined;
};

/**
 * The same among users that a ReactiveSearch server made: an admin is made only where there is none. A password that is
 * given becomes that of an admin of this name, and of nobody else; where it is his already nothing is written.
 */
export async function prepareSharedAdmin({
  users,
  checkPassword,
  log,
  username,
  password,
}: SharedOptions): Promise<string | null> {
  const all = await users.list();
  const existing = all.find((user) => user.username === username);
  if (existing?.is_admin) {
    if (password === undefined || (await checkPassword({ password, hash: existing.password }))) return null;
    await users.change({
      from: existing,
      to: {
        ...existing,
        password: await hashPassword(password),
        password_hash_type: "bcrypt",
        updated_at: timestamp(),
      },
    });
    log.info({ username }, "ADMIN_PASSWORD is this admin's password from now on");
    return null;
  }
  const admins = all.flatMap((user) => (user.is_admin ? [user.username] : []));
  if (admins.length > 0) {
    if (password !== undefined)
      log.warn(
        { admins },
        `ADMIN_PASSWORD is not used: there are admins, and ADMIN_USERNAME (${username}) is none of them`,
      );
    return null;
  }
  if (existing) {
    log.warn(
      `nobody here is an admin, and ${username} is a user without that right: set ADMIN_USERNAME to another name, and an admin of that name is made`,
    );
    return null;
  }
  const given = password ?? randomBytes(12).toString("base64url");
  const isMine = await users.create(await adminUser({ username, password: given }));
  return isMine && password === undefined ? given : null;
}
