import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { redirect } from "~/server/redirect.server";
import { keepTokens } from "~/session/oidc/ask-again.server";
import { dropBegun, readBegun, writeHint, writeTurnedAway } from "~/session/oidc/cookies.server";
import { OidcError } from "~/session/oidc/problem.server";
import { createOidcAuthenticator, NoAccessError, type OidcUser } from "~/session/oidc/strategy.server";
import { countStep } from "~/session/rate-limit.server";
import { createSession, getSession } from "~/sessions.server";
import { afterSignIn } from "../after-sign-in.server";
import { noOidc, refuse, tooMany } from "./refuse.server";

/**
 * Where the provider sends people back to, with its answer in the address. Whatever comes of it leads away from that
 * address.
 */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const context = contextOf(loadContext);
  const { config } = context;
  const { oidc } = config;
  if (oidc === null) throw noOidc();
  const begun = readBegun({ request, config });
  // Back and reload find the sign-in done already.
  if (begun === undefined && (await getSession({ request, context }))) return redirect("/");
  const wait = await countStep(context.clientAddress);
  if (wait > 0) return tooMany(wait);
  // Good for one answer, whatever it is.
  const headers = new Headers({ "Set-Cookie": dropBegun({ request, config }) });
  try {
    const user = await createOidcAuthenticator({ oidc, context }).authenticate("oidc", request);
    return signedIn({ request, context, user, headers });
  } catch (error) {
    if (error instanceof NoAccessError)
      return turnedAway({ request, context, issuer: oidc.issuer, who: error.who, headers });
    if (error instanceof OidcError)
      return refuse({ request, context, problem: error, redirectTo: begun?.redirectTo ?? "/", headers });
    throw error;
  }
}

type Answer = { request: Request; context: AppLoadContext; headers: Headers };

function signedIn({ request, context, user, headers }: Answer & { user: OidcUser }): Response {
  const { config, log } = context;
  const { idToken, tokens, redirectTo, ...who } = user;
  const oidc = keepTokens({ config, oidc: who.oidc, tokens });
  headers.append("Set-Cookie", createSession({ request, context, ...who, oidc }));
  headers.append(
    "Set-Cookie",
    writeHint({ request, config, hint: { issuer: who.oidc.issuer, subject: who.oidc.subject, idToken } }),
  );
  log.info({ person: who.oidc.person, username: who.username, server: who.url }, "signed in by OpenID Connect");
  return redirect(afterSignIn(request, redirectTo), { headers });
}

function turnedAway({
  request,
  context,
  issuer,
  who: { person, unverified, idToken },
  headers,
}: Answer & { issuer: string; who: NoAccessError["who"] }) {
  const { config, log } = context;
  headers.append("Set-Cookie", writeTurnedAway({ request, config, who: { person, unverified } }));
  headers.append("Set-Cookie", writeHint({ request, config, hint: { issuer, idToken } }));
  log.warn({ person, unverified }, "no entry of OIDC_USERS fits a person of OpenID Connect");
  return redirect("/login/no-access", { headers });
}
