import type { AppLoadContext } from "@remix-run/node";
import { queryString } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { plainPage } from "~/session/oidc/away-page.server";
import type { OidcError } from "~/session/oidc/problem.server";
import { flashCookie } from "~/sessions.server";

type Refused = { request: Request; context: AppLoadContext; problem: OidcError; redirectTo: string; headers?: Headers };

/**
 * Back to the sign-in page, which says why; the way to where somebody wanted to go stays. The log has the code, and
 * nothing of a token.
 */
export function refuse({ request, context, problem, redirectTo, headers }: Refused): Response {
  context.log.warn({ code: problem.code, problem: problem.message }, "a sign-in by OpenID Connect did not work");
  const all = new Headers(headers);
  all.append("Set-Cookie", flashCookie(request, { kind: "bad", text: problem.message }));
  return redirect(`/login${queryString({ redirectTo: redirectTo === "/" ? "" : redirectTo })}`, { headers: all });
}

/** The answer where sign-in by OpenID Connect is not set up. */
export const noOidc = () => new Response("This console has no sign-in by OpenID Connect.", { status: 404 });

/** The answer to an address that begins too many sign-ins. */
export function tooMany(wait: number): Response {
  const text = `Too many sign-ins from your network. Wait ${wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}, then try again.`;
  return plainPage({
    status: 429,
    title: "Too many sign-ins",
    text,
    headers: new Headers({ "Retry-After": String(wait) }),
  });
}
