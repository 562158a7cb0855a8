import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { action as logout } from "~/routes/account/logout";
import { loader as callback } from "~/routes/account/oidc/callback";
import { loader as end } from "~/routes/account/oidc/end";
import { action as start } from "~/routes/account/oidc/start";
import { getSession, takeFlash } from "~/sessions.server";
import { consoleRequest, cookiesOf, responseOf } from "../../../setup/console";

/** A file for OIDC_USERS, and what writes it; text goes as it is. */
export function usersFile() {
  const path = join(mkdtempSync(join(tmpdir(), "searchdeck-oidc-")), "users.json");
  return {
    path,
    write: (entries: unknown) => writeFileSync(path, typeof entries === "string" ? entries : JSON.stringify(entries)),
  };
}

type CookiePath = { name: string; path: string };

/** A browser that goes to the routes of this sign-in, with its cookies, each to the addresses that it is for. */
export function browserOf(context: AppLoadContext) {
  const answers: Headers[] = [];
  const paths = (): CookiePath[] =>
    answers.flatMap((headers) =>
      headers.getSetCookie().map((cookie) => ({
        name: cookie.slice(0, cookie.indexOf("=")),
        path: /; Path=([^;]+)/.exec(cookie)?.[1] ?? "/",
      })),
    );
  const cookieFor = (address: string) => {
    const known = paths();
    const fits = (name: string) =>
      known.every((one) => one.name !== name || one.path === "/" || `${address}/`.startsWith(`${one.path}/`));
    return cookiesOf(...answers)
      .split("; ")
      .filter((pair) => fits(pair.slice(0, pair.indexOf("="))))
      .join("; ");
  };
  const take = async (run: Promise<unknown>) => {
    const response = await responseOf(run);
    answers.push(response.headers);
    return response;
  };
  // Each request has a context of its own, as the server makes it.
  const at = (path: string, form?: Record<string, string>) => ({
    request: consoleRequest(path, { cookie: cookieFor(path.split("?")[0] ?? ""), ...(form ? { form } : {}) }),
    params: {},
    context: { ...context },
  });
  return {
    at,
    answers,
    cookieFor,
    take,
    begin: (redirectTo = "/") => take(start(at("/login/oidc", { redirectTo }))),
    comeBack: (to: URL | string) => take(callback(at(typeof to === "string" ? to : `${to.pathname}${to.search}`))),
    signOut: () => take(logout(at("/logout", { sure: "yes" }))),
    end: () => take(end(at("/logout/provider"))),
    session: () => getSession({ request: at("/").request, context: { ...context } }),
    /** What the next page would say. */
    said: () => takeFlash(at("/login").request).flash?.text ?? "",
  };
}

/** The address that a page of a sign-in leads on to. */
export async function leadsTo(response: Response): Promise<string> {
  const [, to = ""] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(await response.clone().text()) ?? [];
  return to.replaceAll("&#38;", "&");
}
