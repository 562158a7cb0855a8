import type { LoaderFunctionArgs } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { originFor } from "~/lib/address/public-address.server";
import { redirect } from "~/server/redirect.server";
import { leadAway } from "~/session/oidc/away-page.server";
import { dropHint, readLeaving } from "~/session/oidc/cookies.server";
import { oidcProblem, providerName } from "~/session/oidc/problem.server";
import { endAt } from "~/session/oidc/provider.server";
import { flashCookie } from "~/sessions.server";

/** The second half of a sign-out, after the session here has ended: on to the provider, which ends its own. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { config, log } = contextOf(loadContext);
  const { oidc } = config;
  const leaving = readLeaving({ request, config });
  if (oidc === null || leaving?.issuer !== oidc.issuer) return redirect("/login");
  const headers = new Headers({ "Set-Cookie": dropHint({ request, config }) });
  const stay = (why: string) => {
    headers.append("Set-Cookie", flashCookie(request, { kind: "info", text: `You are signed out here. ${why}` }));
    return redirect("/login", { headers });
  };
  try {
    const to = await endAt({
      oidc,
      idToken: leaving.idToken,
      backTo: new URL("/login", originFor({ request, config })).href,
    });
    return to
      ? leadAway({ to, headers })
      : stay(`${providerName(oidc)} keeps you signed in there; end that on its own pages.`);
  } catch (error) {
    log.warn(
      { code: oidcProblem(error, oidc).code },
      "the OpenID Connect provider could not be asked to sign somebody out",
    );
    return stay(`${providerName(oidc)} does not answer, so you may still be signed in there.`);
  }
}
