import type { AppLoadContext } from "@remix-run/node";
import type { Logger } from "pino";
import type { Config } from "~/server/config.server";
import type { ClientOptions } from "~/services/platform/http/client.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { type Session, tokenOf } from "~/sessions.server";
import { standingOf } from "./ask-again.server";
import { type Lookup, lookUp, type SignedInBy } from "./signed-in-by.server";

// Calls to the search server for people who signed in by OpenID Connect. What goes on after its request was let in (a
// download, the events of a job, a run of relevance tests, a job) asks before each of them.

type Asked = { config: Config; log: Logger; session: { url: string; username: string; oidc: SignedInBy } };

/**
 * The password of a person's user by provider and file now, or why there is none any more. Of somebody who signed out
 * meanwhile nothing is known but the file: then the provider cannot be asked.
 */
export async function presentOf({ config, log, session }: Asked): Promise<Lookup> {
  const standing = await standingOf({ config, log, oidc: session.oidc });
  return standing.state === "refused" ? { refused: standing.refused, ends: true } : lookUp({ config, log, session });
}

type Caller = { session: Session; context: Pick<AppLoadContext, "config" | "log" | "requestId">; path: string };

/**
 * `admit` of a session's client; undefined for who signed in by name and password. `path` is the screen's. The client's
 * calls then throw BackendError 403.
 */
export function admitOf({ session, context, path }: Caller): ClientOptions["admit"] {
  const { url, username, oidc } = session;
  if (oidc === undefined) return undefined;
  const { config, log, requestId } = context;
  return async () => {
    const found = await presentOf({ config, log, session: { url, username, oidc } });
    if ("password" in found) return { token: tokenOf({ username, password: found.password }) };
    throw new BackendError({
      failure: { kind: "server-refused", status: 403, method: "GET", path, requestId, detail: found.refused },
    });
  };
}
