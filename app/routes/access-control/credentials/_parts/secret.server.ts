import { data } from "@remix-run/node";
import { type Credential, requireCredential } from "~/services/access-control/credentials/read.server";
import type { Scope } from "~/session/scope.server";
import { INTENTS } from "./intents";
import { type Secret, snippetsOf } from "./snippets.server";

type WithPassword = Credential & { password: string };

/** Servers put stars in place of the password of a credential that can do more than who asks. */
export const isTold = ({ password }: Pick<WithPassword, "password">): boolean => !/^\**$/.test(password);

/** The password with the calls that hold it. */
export async function secretOf(scope: Scope, credential: WithPassword): Promise<Secret | null> {
  const { name, password } = credential;
  return isTold(credential) ? { name, password, ...(await snippetsOf(scope, credential, password)) } : null;
}

/**
 * The answer to "Show password". It is in this answer alone, which nothing keeps; the page itself and its address never
 * have it.
 */
export async function showPassword(scope: Scope, name: string) {
  return data({ intent: INTENTS.show, secret: await secretOf(scope, await requireCredential(scope, name)) });
}
