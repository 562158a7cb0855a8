import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as logout } from "~/routes/account/logout";
import { loader as callback } from "~/routes/account/oidc/callback";
import { loader as end } from "~/routes/account/oidc/end";
import { action as start } from "~/routes/account/oidc/start";
import { getSession, takeFlash } from "~/sessions.server";
import { consoleRequest, cookiesOf, playServer, responseOf, searchServer, testContext } from "../setup/console";
import { type RealProvider, startProvider, visitor } from "../setup/oidc/real-provider";

let provider: RealProvider;
let server: Awaited<ReturnType<typeof playServer>>;
const usersFile = join(mkdtempSync(join(tmpdir(), "searchdeck-oidc-")), "users.json");
const mira = { username: "mira", password: "right" };

const people = {
  alice: { email: "alice@example.org", email_verified: true },
  upper: { email: "ALICE@example.org", email_verified: true },
  mallory: { email: "alice@example.org", email_verified: false },
  bob: { email: "bob@elsewhere.org", email_verified: true },
};

beforeAll(async () => {
  [provider, server] = await Promise.all([startProvider({ origin: "http://console.test", people }), playServer(searchServer())]);
  write([{ claim: "alice@example.org", ...mira }]);
});
afterAll(async () => {
  await Promise.all([provider.close(), server.close()]);
});

const write = (entries: unknown) => writeFileSync(usersFile, typeof entries === "string" ? entries : JSON.stringify(entries));

function contextOf(env: Record<string, string> = {}): AppLoadContext {
  return testContext({
    SEARCH_URL: server.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_USERS: usersFile,
    ...env,
  });
}

/** The cookies of a browser, as it keeps them from answer to answer. */
function browser(context: AppLoadContext) {
  const answers: Headers[] = [];
  const cookie = () => cookiesOf(...answers);
  const take = (response: Response) => {
    answers.push(response.headers);
    return response;
  };
  const at = (path: string, form?: Record<string, string>) => ({
    request: consoleRequest(path, { cookie: cookie(), ...(form ? { form } : {}) }),
    params: {},
    context,
  });
  return {
    cookie,
    begin: async (redirectTo = "/") => take(await responseOf(start(at("/login/oidc", { redirectTo })))),
    comeBack: async (to: URL | string) => take(await responseOf(callback(at(typeof to === "string" ? to : `${to.pathname}${to.search}`)))),
    signOut: async () => take(await responseOf(logout(at("/logout", {})))),
    end: async () => take(await responseOf(end(at("/logout/provider")))),
    open: at,
    session: () => getSession({ request: consoleRequest("/", { cookie: cookie() }), context: { ...context } }),
    said: () => takeFlash(consoleRequest("/", { cookie: cookie() })).flash?.text,
  };
}

const leadsTo = async (response: Response) => /content="0;url=([^"]+)"/.exec(await response.text())?.[1]?.replaceAll("&#38;", "&") ?? "";

async function signedIn({ login = "alice", env = {}, redirectTo = "/" }: { login?: string; env?: Record<string, string>; redirectTo?: string } = {}) {
  const context = contextOf(env);
  const own = browser(context);
  const there = visitor(provider.issuer);
  const back = await there.signIn(await leadsTo(await own.begin(redirectTo)), { login });
  const answer = await own.comeBack(back);
  return { context, own, there, back, answer };
}

describe("sign-in by OpenID Connect", () => {
  it("goes to the provider with a code, PKCE, state and nonce, and comes back signed in", async () => {
    const { own, answer } = await signedIn({ redirectTo: "/cluster?sort=-documents" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/cluster?sort=-documents"]);
    expect(own.session()).toMatchObject({ url: server.url, ...mira, oidc: { subject: "alice", person: "alice@example.org", value: "alice@example.org" } });
  });
});
