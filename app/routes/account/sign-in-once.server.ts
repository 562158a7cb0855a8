import type { AppLoadContext } from "@remix-run/node";
import { queryString } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { beginSecondStep } from "~/session/second-step.server";
import { signIn, SignInError } from "~/session/sign-in.server";
import { createSession, flashCookie } from "~/sessions.server";

type Once = {
  request: Request;
  context: AppLoadContext;
  url: string;
  username: string;
  password: string;
  redirectTo: string;
};

/**
 * Signs in with a password that stands in the address (specification, section 2), and leads away from that address at
 * once, whether it worked or not. Returns the redirect.
 */
export async function signInOnce({ request, context, url, username, password, redirectTo }: Once): Promise<Response> {
  try {
    const user = await signIn({ url, username, password, context });
    const cookie = createSession({ request, context, url: user.url, username: user.username, password: user.password });
    return redirect(redirectTo, { headers: { "Set-Cookie": cookie } });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const { message, reason, retryAfter } = error.problem;
    if (reason === "second-factor") return beginSecondStep({ request, context, url, username, password, redirectTo });
    const to = `/login${queryString({ url, username, redirectTo: redirectTo === "/" ? "" : redirectTo })}`;
    const headers = new Headers({ "Set-Cookie": flashCookie(request, { kind: "bad", text: message }) });
    if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
    return redirect(to, { headers });
  }
}
