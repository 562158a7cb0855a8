import type { AppLoadContext } from "@remix-run/node";
import { countOf } from "~/lib/values/numbers";
import { endSignIns } from "~/services/platform/store/session-registry.server";
import type { Scope } from "~/session/scope.server";
import { createSession, destroySession, ownerOf } from "~/sessions.server";

type Ended = {
  request: Request;
  context: AppLoadContext;
  scope: Scope;
  username: string;
  /** The new one; left out for who is deleted. */ password?: string;
};

/**
 * Ends the sign-ins of a user to this console: what they signed in with is good no more. One's own goes on with the new
 * password.
 */
export function endOf({ request, context, scope, username, password }: Ended): { headers: Headers; text: string } {
  const { session } = scope;
  const headers = new Headers();
  // Who signed in by OpenID Connect has a sign-in of his own, which goes on as soon as OIDC_USERS has the new password.
  const own = username === session.username && session.oidc === undefined;
  // Of a cookie that is set twice the last one counts.
  if (own) headers.append("Set-Cookie", destroySession({ request, context }));
  const ended = endSignIns({ config: scope.context.config, owner: ownerOf({ url: session.url, username }) });
  if (own && password !== undefined)
    headers.append("Set-Cookie", createSession({ request, context, url: session.url, username, password }));
  return { headers, text: ended === 0 ? "" : ` Ended ${countOf(ended, "sign-in")}.` };
}
