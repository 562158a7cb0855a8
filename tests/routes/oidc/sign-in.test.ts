import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loader as login } from "~/routes/account/login";
import { loader as noAccess } from "~/routes/account/oidc/no-access";
import { loader as signIns } from "~/routes/account/sign-ins";
import { action as setUp } from "~/routes/account/second-factor/set-up";
import { action as secondFactor } from "~/routes/account/second-factor/state";
import { action as writingWindow } from "~/routes/data/changes/window";
import { listValues } from "~/services/changes/log-store.server";
import { save } from "~/services/console/saved.server";
import { removeSession } from "~/services/store/session-registry.server";
import { requireScope } from "~/session/scope.server";
import { beginView } from "~/session/view-as.server";
import { createSession, personOf } from "~/sessions.server";
import { consoleRequest, cookiesOf, playServer, replyOf, responseOf, searchServer, testContext } from "../../setup/console";
import { type RealProvider, startProvider, visitor } from "../../setup/oidc/real-provider";
import { browserOf, leadsTo, usersFile } from "./support";

let provider: RealProvider;
let server: Awaited<ReturnType<typeof playServer>>;
const file = usersFile();
const mira = { username: "mira", password: "right" };

const people = {
  alice: { email: "alice@example.org", email_verified: true, groups: ["readers", "editors"] },
  upper: { email: "ALICE@example.org", email_verified: true },
  kelvin: { email: "\u212Aate@example.org", email_verified: true },
  mallory: { email: "alice@example.org", email_verified: false },
  bob: { email: "bob@elsewhere.org", email_verified: true, groups: ["visitors"] },
  many: { email: "many@example.org", email_verified: true, groups: Array.from({ length: 300 }, (_, n) => `a group with a long name ${n}`) },
};

beforeAll(async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  [provider, server] = await Promise.all([startProvider({ origin: "http://console.test", people }), playServer(searchServer())]);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([provider.close(), server.close()]);
});

function contextOf(env: Record<string, string> = {}) {
  return testContext({
    SEARCH_URL: server.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_USERS: file.path,
    ...env,
  });
}

type Who = { login?: string; env?: Record<string, string>; redirectTo?: string; entries?: unknown; context?: ReturnType<typeof contextOf> };

async function signIn({
  login: name = "alice",
  env = {},
  redirectTo = "/",
  entries = [{ claim: "alice@example.org", ...mira }],
  context = contextOf(env),
}: Who = {}) {
  file.write(entries);
  const own = browserOf(context);
  const there = visitor(provider.issuer);
  const back = await there.signIn(await leadsTo(await own.begin(redirectTo)), { login: name });
  const answer = await own.comeBack(back);
  return { context, own, there, back, answer };
}

const to = (answer: Response) => answer.headers.get("location");

describe("sign-in by OpenID Connect", () => {
  it("goes to the provider with a code, PKCE, state and nonce, and comes back signed in", async () => {
    file.write([{ claim: "alice@example.org", ...mira }]);
    const begun = await browserOf(contextOf()).begin();
    const asked = new URL(await leadsTo(begun)).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      scope: "openid email profile",
      redirect_uri: "http://console.test/login/oidc/callback",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(40);

    const { own, answer } = await signIn({ redirectTo: "/cluster?sort=-documents" });
    expect([answer.status, to(answer)]).toEqual([302, "/cluster?sort=-documents"]);
    expect(await own.session()).toMatchObject({
      url: server.url,
      ...mira,
      oidc: { subject: "alice", person: "alice@example.org", value: "alice@example.org" },
    });
  });

  it("is offered where it is set up, by its label", async () => {
    const context = contextOf({ OIDC_LABEL: "Sign in with Example ID" });
    const page = await login({ request: consoleRequest("/login"), params: {}, context });
    expect(page.data).toMatchObject({ oidc: "Sign in with Example ID" });
    expect((await login({ request: consoleRequest("/login"), params: {}, context: testContext() })).data).toMatchObject({ oidc: null });
  });

  it("keeps no password in the cookie, and no token in an address, cookie of other pages, or flash", async () => {
    const { own, answer } = await signIn();
    expect(to(answer)).toBe("/");
    expect(own.cookieFor("/cluster")).not.toContain("sd_oidc");
    expect(own.cookieFor("/logout")).toContain("sd_oidc_hint");
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/);
  });

  it("fits into cookies whatever the provider says", async () => {
    const env = { OIDC_CLAIM: "groups" };
    const { own, answer } = await signIn({ login: "many", env, entries: [{ claim: "* name 299", ...mira }], redirectTo: `/cluster?q=${"ü".repeat(2000)}` });
    expect(answer.status).toBe(302);
    expect((await own.session())?.oidc?.value).toBe("a group with a long name 299");
    for (const cookie of own.answers.flatMap((headers) => headers.getSetCookie())) expect(cookie.length).toBeLessThan(4096);
    // The provider then asks back by itself.
    await own.signOut();
    expect(await leadsTo(await own.end())).toMatch(/client_id=searchdeck/);
  });
});

describe("who somebody is here", () => {
  const other = { username: "nobody", password: "never asked" };

  it.each([
    [
      "the first entry that fits",
      "alice",
      {},
      [
        { claim: "bob@*", ...other },
        { claim: "*@example.org", ...mira },
        { claim: "alice@example.org", ...other },
      ],
    ],
    ["an address in other case", "upper", {}, [{ claim: "alice@example.org", ...mira }]],
    ["one of a list", "alice", { OIDC_CLAIM: "groups", OIDC_PERSON: "email" }, [{ claim: "editors", ...mira }]],
  ])("%s", async (_, name, env, entries) => {
    const { own } = await signIn({ login: name, env, entries });
    expect((await own.session())?.username).toBe("mira");
  });

  it.each([
    ["nobody whose address is not verified", "mallory", {}, true],
    ["nobody who is not in the file", "bob", {}, false],
    ["nobody with a letter that only looks alike", "kelvin", {}, false],
    ["nobody without the claim", "upper", { OIDC_CLAIM: "groups" }, false],
  ])("%s, who is told so and signs out at the provider", async (_, name, env, unverified) => {
    const { own, answer } = await signIn({
      login: name,
      env,
      entries: [
        { claim: "alice@example.org", ...mira },
        { claim: "kate@example.org", ...mira },
      ],
    });
    expect(to(answer)).toBe("/login/no-access");
    expect(await own.session()).toBeUndefined();
    const page = await noAccess(own.at("/login/no-access"));
    expect(page.data).toMatchObject({ unverified, provider: new URL(provider.issuer).host });
    expect(to(await own.signOut())).toBe("/logout/provider");
    expect(await leadsTo(await own.end())).toMatch(/\/session\/end\?.*id_token_hint=/);
  });

  it("shows nobody that page who was not turned away", async () => {
    expect(to(await responseOf(noAccess(browserOf(contextOf()).at("/login/no-access"))))).toBe("/login");
  });

  it.each([
    ["a broken file", '[{"claim": "alice@example.org", "password": "hidden-word"', "cannot be read"],
    ["a file that is something else", { alice: mira }, "cannot be read"],
    ["an entry with a wrong password", [{ claim: "alice@example.org", username: "mira", password: "old" }], "The search server refuses mira"],
    ["an entry of a server that is not allowed", [{ claim: "alice@example.org", url: "http://192.0.2.9", ...mira }], "ALLOWED_CLUSTER_URLS"],
  ])("%s signs nobody in, and says why", async (_, entries, words) => {
    const { own, answer } = await signIn({ entries });
    expect(to(answer)).toBe("/login");
    expect(await own.session()).toBeUndefined();
    expect(own.said()).toContain(words);
    expect(own.said()).not.toContain("hidden-word");
  });

  it("tells of a user with a second factor", async () => {
    const strict = await playServer(
      searchServer({ "/_user": { status: 401, body: { error: { code: 401, status: "Unauthorized", message: "second factor required" } } } }),
    );
    const { own } = await signIn({ env: { SEARCH_URL: strict.url } });
    expect(own.said()).toContain("mira, the user that you work as here, has a second factor");
    await strict.close();
  });
});

describe("the session", () => {
  it("follows the file: another password at once, no entry or another user ends it", async () => {
    const { own } = await signIn();
    file.write([{ claim: "*", username: "mira", password: "a newer one" }]);
    expect((await own.session())?.password).toBe("a newer one");
    file.write([{ claim: "alice@example.org", username: "somebody-else", password: "x" }]);
    expect(await own.session()).toBeUndefined();
    const gone = await own.take(requireScope(own.at("/cluster").request, {}, null, own.at("/cluster").context));
    expect(to(gone)).toBe("/login");
    expect(own.said()).toContain("Your access to this console was changed");
    file.write([{ claim: "*", ...mira }]);
    expect(await own.session()).toBeUndefined();
  });

  it("outlives a file that is being written, waits for one that stays broken, and is there when it is right again", async () => {
    const { own } = await signIn();
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      file.write("[");
      expect((await own.session())?.username).toBe("mira");
      vi.setSystemTime(Date.now() + 11_000);
      expect(await own.session()).toBeUndefined();
      const away = await own.take(requireScope(own.at("/cluster").request, {}, null, own.at("/cluster").context));
      expect(to(away)).toBe("/login");
      expect(own.said()).toContain("cannot be read just now");
      file.write([{ claim: "alice@example.org", ...mira }]);
      expect((await own.session())?.username).toBe("mira");
    } finally {
      vi.useRealTimers();
    }
  });

  it("waits, too, where the server takes the user's password no more", async () => {
    const { own } = await signIn();
    file.write([{ claim: "alice@example.org", username: "mira", password: "not yet changed here" }]);
    const { request, context } = own.at("/cluster");
    await expect(requireScope(request, {}, null, context)).rejects.toMatchObject({ status: 403, message: expect.stringContaining("refuses mira") as string });
    file.write([{ claim: "alice@example.org", ...mira }]);
    expect((await own.session())?.username).toBe("mira");
  });

  it("is over when OpenID Connect is switched off, or another provider is set", async () => {
    const { own, context } = await signIn();
    for (const oidc of [null, context.config.oidc && { ...context.config.oidc, issuer: "https://other.example" }]) {
      const changed = { ...context, config: { ...context.config, oidc } };
      const request = own.at("/").request;
      expect(cookiesOf((await responseOf(requireScope(request, {}, null, changed))).headers)).not.toContain("sd_session");
    }
  });

  it("belongs to the person: sign-ins, saved requests and the change log tell two apart who work as one user", async () => {
    const entries = [{ claim: "*", ...mira }];
    const context = contextOf({ PROTECTED_SERVERS: "*" });
    const [alice, bob] = [await signIn({ entries, context }), await signIn({ login: "bob", entries, context })];
    const scopes = await Promise.all([alice, bob].map(({ own }) => requireScope(own.at("/cluster").request, {}, null, own.at("/cluster").context)));
    expect(scopes.map(({ session }) => personOf(session))).toEqual(["alice@example.org (as mira)", "bob@elsewhere.org (as mira)"]);
    const [first, second] = scopes;
    if (!first || !second) throw new Error("two are signed in");
    const saved = [save(first, { name: "mine", text: "GET /" }), save(second, { name: "mine", text: "GET /" })];
    expect(saved.map((kept) => kept.ok && kept.saved.person)).toEqual(["alice@example.org (as mira)", "bob@elsewhere.org (as mira)"]);
    const listed = await signIns(alice.own.at("/account/sign-ins"));
    expect(listed.signIns).toHaveLength(1);
    await bob.own.take(writingWindow(bob.own.at("/cluster/changes/writing-window", { intent: "open-window", reason: "a try", minutes: "15" })));
    expect(listValues(context.config.dataDir, { server: server.url, column: "person" })).toEqual(["bob@elsewhere.org (as mira)"]);
  });

  it("sets up no second factor for the user, who is not its person's alone, and never becomes one by password", async () => {
    const { own } = await signIn();
    const before = server.seen.length;
    const reply = await secondFactor(own.at("/account/second-factor", { intent: "set-up" }));
    expect(replyOf(reply)).toMatchObject({ status: 403, errors: { "": [expect.stringContaining("through a provider") as string] } });
    const confirmed = await setUp(own.at("/account/second-factor/set-up", { intent: "turn-on", code: "123456" })).catch((thrown: unknown) => thrown);
    expect(confirmed instanceof Response ? cookiesOf(confirmed.headers) : "").not.toContain("sd_session");
    expect(server.seen.slice(before).filter(({ path }) => path.includes("_second_factor"))).toEqual([]);
  });

  it("cannot be taken for one by password: such names sign nobody in", async () => {
    const { signIn: byPassword } = await import("~/session/sign-in.server");
    const context = contextOf();
    for (const username of ["alice@example.org (as mira)", "mira:x"]) {
      await expect(byPassword({ url: server.url, username, password: "right", context })).rejects.toMatchObject({ problem: { field: "username" } });
    }
  });

  it("that has ended keeps a form for its person, and for nobody else who works as the same user", async () => {
    const entries = [{ claim: "*", ...mira }];
    const context = contextOf();
    const late = async (own: ReturnType<typeof browserOf>) => {
      removeSession({ config: context.config, id: (await own.session())?.id ?? "" });
      const { request } = own.at("/cluster/console", { text: "GET /" });
      await own.take(requireScope(request, {}, null, own.at("/").context));
    };
    const { own } = await signIn({ entries, context });
    await late(own);
    const there = visitor(provider.issuer);
    const again = await own.comeBack(await there.signIn(await leadsTo(await own.begin("/cluster/console")), { login: "alice" }));
    expect(to(again)).toBe("/login?redirectTo=%2Fcluster%2Fconsole");
    expect((await login(own.at("/login"))).data).toMatchObject({ resend: { path: "/cluster/console", fields: [["text", "GET /"]] } });

    await late(own);
    await own.comeBack(await visitor(provider.issuer).signIn(await leadsTo(await own.begin("/cluster/console")), { login: "bob" }));
    expect(to(await responseOf(login(own.at("/login"))))).toBe("/");
  });

  it("is anew: one that the browser had before ends", async () => {
    const context = contextOf();
    const before = cookiesOf(new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, url: server.url, ...mira }) }));
    file.write([{ claim: "alice@example.org", ...mira }]);
    const own = browserOf(context);
    own.answers.push(new Headers({ "Set-Cookie": `${before}; Path=/` }));
    const back = await visitor(provider.issuer).signIn(await leadsTo(await own.begin()), { login: "alice" });
    await own.comeBack(back);
    expect(own.cookieFor("/")).not.toBe(before);
    const old = browserOf(context);
    old.answers.push(new Headers({ "Set-Cookie": `${before}; Path=/` }));
    expect(await old.session()).toBeUndefined();
  });
});

describe("sign-out", () => {
  it("ends the session here, then at the provider, which leads back to the sign-in page", async () => {
    const { own, there } = await signIn();
    expect(to(await own.signOut())).toBe("/logout/provider");
    expect(await own.session()).toBeUndefined();
    const at = new URL(await leadsTo(await own.end()));
    expect(at.searchParams.get("post_logout_redirect_uri")).toBe("http://console.test/login");
    const page = await there.ask(at.href);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const left = await there.ask(`${provider.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
    expect(left.left?.href).toBe("http://console.test/login");
    // The provider knows nobody any more.
    await expect(there.signIn(await leadsTo(await own.begin()), { login: "bob" })).resolves.toBeInstanceOf(URL);
  });

  it("ends it at the provider with the ID token after a view as another user too", async () => {
    const { own, context } = await signIn();
    const session = await own.session();
    if (!session) throw new Error("nobody is signed in");
    await own.take(Promise.resolve(beginView({ request: own.at("/").request, context, session, username: "nils" })));
    expect(await own.session()).toMatchObject({ viewAs: "nils", oidc: session.oidc, password: "right" });
    await own.signOut();
    expect(await leadsTo(await own.end())).toContain("id_token_hint=");
  });

  it("leads nobody to the provider by a link", async () => {
    const { own } = await signIn();
    expect(to(await own.end())).toBe("/login");
    expect(await own.session()).toBeDefined();
  });

  it("of somebody who signed in by password stays here", async () => {
    const context = contextOf();
    const own = browserOf(context);
    own.answers.push(new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, url: server.url, ...mira }) }));
    expect(to(await own.signOut())).toBe("/login");
  });
});

describe("an answer of the provider", () => {
  it("counts once", async () => {
    const { own, back, context } = await signIn();
    // The same browser is signed in and stays so; a copy of the answer is nothing anywhere else.
    expect(to(await own.comeBack(back))).toBe("/");
    const other = browserOf(context);
    await other.comeBack(back);
    expect(await other.session()).toBeUndefined();
    expect(other.said()).toContain("in another browser");
  });

  it("counts once at the provider too, for whoever copied the cookies as well", async () => {
    file.write([{ claim: "alice@example.org", ...mira }]);
    const own = browserOf(contextOf());
    const back = await visitor(provider.issuer).signIn(await leadsTo(await own.begin()), { login: "alice" });
    const copy = [...own.answers];
    await own.comeBack(back);
    const thief = browserOf(contextOf());
    thief.answers.push(...copy);
    await thief.comeBack(back);
    expect(await thief.session()).toBeUndefined();
    expect(thief.said()).toContain("was used already");
  });

  it("that refuses says so", async () => {
    const own = browserOf(contextOf());
    const back = await visitor(provider.issuer).signIn(await leadsTo(await own.begin("/cluster/jobs")), { login: "alice", then: "refuse" });
    expect(to(await own.comeBack(back))).toBe("/login?redirectTo=%2Fcluster%2Fjobs");
    expect(own.said()).toContain("was refused or given up there");
  });

  it("that comes too late is none", async () => {
    file.write([{ claim: "alice@example.org", ...mira }]);
    const own = browserOf(contextOf());
    const back = await visitor(provider.issuer).signIn(await leadsTo(await own.begin()), { login: "alice" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    await own.comeBack(back);
    vi.useRealTimers();
    expect(own.said()).toContain("started too long ago");
  });

  it("to a console with a wrong secret says what to check", async () => {
    file.write([{ claim: "alice@example.org", ...mira }]);
    const own = browserOf(contextOf({ OIDC_CLIENT_SECRET: "another" }));
    await own.comeBack(await visitor(provider.issuer).signIn(await leadsTo(await own.begin()), { login: "alice" }));
    expect(own.said()).toContain("OIDC_CLIENT_SECRET");
  });
});
