import { describe, expect, it, vi } from "vitest";
import { loader as login } from "~/routes/account/login";
import { loader as noAccess } from "~/routes/account/oidc/no-access";
import { consoleRequest, playServer, responseOf, searchServer, testContext } from "../../../setup/console";
import { visitor } from "../../../setup/oidc/real-provider";
import { browserOf, leadsTo } from "./support";
import { contextOf, file, mira, provider, server, signIn, onProvider, to } from "./signing-in";

onProvider();

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
    expect((await login({ request: consoleRequest("/login"), params: {}, context: testContext() })).data).toMatchObject(
      { oidc: null },
    );
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
    const { own, answer } = await signIn({
      login: "many",
      env,
      entries: [{ claim: "* name 299", ...mira }],
      redirectTo: `/cluster?q=${"ü".repeat(2000)}`,
    });
    expect(answer.status).toBe(302);
    expect((await own.session())?.oidc?.value).toBe("a group with a long name 299");
    for (const cookie of own.answers.flatMap((headers) => headers.getSetCookie()))
      expect(cookie.length).toBeLessThan(4096);
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
    [
      "an entry with a wrong password",
      [{ claim: "alice@example.org", username: "mira", password: "old" }],
      "The search server refuses mira",
    ],
    [
      "an entry of a server that is not allowed",
      [{ claim: "alice@example.org", url: "http://192.0.2.9", ...mira }],
      "ALLOWED_CLUSTER_URLS",
    ],
  ])("%s signs nobody in, and says why", async (_, entries, words) => {
    const { own, answer } = await signIn({ entries });
    expect(to(answer)).toBe("/login");
    expect(await own.session()).toBeUndefined();
    expect(own.said()).toContain(words);
    expect(own.said()).not.toContain("hidden-word");
  });

  it("tells of a user with a second factor", async () => {
    const strict = await playServer(
      searchServer({
        "/_user": {
          status: 401,
          body: { error: { code: 401, status: "Unauthorized", message: "second factor required" } },
        },
      }),
    );
    const { own } = await signIn({ env: { SEARCH_URL: strict.url } });
    expect(own.said()).toContain("mira, the user that you work as here, has a second factor");
    await strict.close();
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
    const back = await visitor(provider.issuer).signIn(await leadsTo(await own.begin("/cluster/jobs")), {
      login: "alice",
      then: "refuse",
    });
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
