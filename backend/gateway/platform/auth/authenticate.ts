import { unauthorized } from "../http/errors";
import { type Credential, previousPassword } from "./credential";
import type { Accounts } from "./accounts";
import type { User } from "./user";
import { parseBasic } from "./basic";
import { isKnownHash, type PasswordCheck } from "./passwords";
import { stands } from "./standing";
import { roleOfToken } from "./tokens";
import type { Caller } from "./types";
import type { WrongPasswords } from "./wrong-passwords";

/** `address` is where wrong passwords are counted; null where they are not. */
export type Authenticate = (authorization: string | undefined, from: { address: string | null }) => Promise<Caller>;

/** Finds out who calls. Throws 401 with the real server's sentences. */
export function createAuthenticate({
  users,
  credentials,
  publicKeys,
  checkPassword,
  wrongPasswords,
}: Accounts & {
  checkPassword: PasswordCheck;
  wrongPasswords: WrongPasswords;
}): Authenticate {
  async function byName(username: string, password: string): Promise<Caller> {
    const [user, credential] = await Promise.all([users.get(username), credentials.get(username)]);
    // A name that stands in both stores signs in neither.
    if ((!user && !credential) || (user && credential))
      throw unauthorized(`No API credentials match with provided username: ${username}`);
    if (user) {
      if (!isKnownHash(user.password)) throw unauthorized(unknownHash(user));
      if (await checkPassword({ password, hash: user.password })) return { kind: "user", user };
    } else if (credential && isPasswordOf(credential, password)) {
      return withRights(credential);
    }
    throw unauthorized("invalid password");
  }

  async function withRights(credential: Credential): Promise<Caller> {
    if (!(await stands(credential, { users })))
      throw unauthorized("the user who created these API credentials no longer has their rights");
    return { kind: "credential", credential };
  }

  async function byToken(authorization: string): Promise<Caller> {
    const role = await roleOfToken({ authorization, key: await publicKeys.get() });
    // A role without letters is looked up as a name is.
    if (role === "") throw unauthorized("No API credentials match with provided username: ");
    const credential = await credentials.byRole(role);
    if (!credential) throw unauthorized(`No API credentials match with provided role: ${role}`);
    return withRights(credential);
  }

  return async (authorization, { address }) => {
    if (!authorization) throw unauthorized("Basic Auth or JWT is required");
    const basic = parseBasic(authorization);
    // A token cannot be guessed, and one that is over is no try.
    return basic
      ? wrongPasswords({ address, ...basic }, () => byName(basic.username, basic.password))
      : byToken(authorization);
  };
}

function unknownHash({ username, password_hash_type: type }: User): string {
  return `the password of ${username} is stored in a way that this server cannot check (${type === "bcrypt" ? "not bcrypt" : type}): an admin can give a new one`;
}

// Both are compared, so that the time tells nothing of which one it was.
function isPasswordOf(credential: Credential, password: string): boolean {
  const previous = previousPassword(credential);
  const [isPresent, isPrevious] = [
    sameText(credential.password, password),
    previous !== null && sameText(previous, password),
  ];
  return isPresent || isPrevious;
}

// Takes the same time wherever the texts differ.
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  let difference = left.length ^ right.length;
  for (const [place, byte] of left.entries()) difference |= byte ^ (right[place] ?? 0);
  return difference === 0;
}
