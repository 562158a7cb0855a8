import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import pino from "pino";
import { loader as end } from "~/routes/account/oidc/end";
import { loader as link } from "~/routes/account/oidc/start";
import { redactTarget } from "../../../../server/http/logging";
import { consoleRequest, playServer, responseOf, searchServer, testContext } from "../../../setup/console";
import { type Lies, startLiar } from "../../../setup/oidc/lying-provider";
import { browserOf, leadsTo, usersFile } from "./support";

// Answers that no honest provider gives, and callbacks that no provider sent: each leads back to the sign-in page in
// words, and nobody is signed in.

let liar: Awaited<ReturnType<typeof startLiar>>;
let server: Awaited<ReturnType<typeof playServer>>;
const file = usersFile();

beforeAll(async () => {
  [liar, server] = await Promise.all([startLiar(), playServer(searchServer())]);
  file.write([{ claim: "alice@example.org", username: "mira", password: "right" }]);
});
beforeEach(() => liar.lie({}));
afterAll(async () => {
  await Promise.all([liar.close(), server.close()]);
});

let consoles = 0;
function contextOf(env: Record<string, string> = {}) {
  // The provider's description is kept by its address and this.
  consoles += 1;
  const own = {
    OIDC_ISSUER: liar.issuer,
    OIDC_CLIENT_ID: "console",
    OIDC_CLIENT_SECRET: `secret ${consoles}`,
    OIDC_USERS: file.path,
  };
  return testContext({ SEARCH_URL: server.url, ...own, ...env });
}

async function come({
  lies = {},
  change = {},
  env = {},
}: {
  lies?: Lies;
  change?: Record<string, string | undefined>;
  env?: Record<string, string>;
}) {
  const lines: string[] = [];
  const context = { ...contextOf(env), log: pino({}, { write: (line: string) => void lines.push(line) }) };
  const own = browserOf(context);
  liar.lie(lies);
  const back = await liar.answer(await leadsTo(await own.begin()), change);
  const answer = await own.comeBack(back);
  return { own, answer, back, context, log: lines.join("") };
}

const now = () => Math.floor(Date.now() / 1000);

describe("an answer of the provider", () => {
  it("that is right signs in, with claims of the token alone where there is no userinfo", async () => {
    const { own, answer, log } = await come({});
    expect(answer.headers.get("location")).toBe("/");
    expect((await own.session())?.oidc?.person).toBe("alice@example.org");
    expect(log).not.toMatch(/a-code|an-access-token|eyJ/);
  });

  const notOurs = "does not belong to this sign-in";
  const cases: [string, { lies?: Lies; change?: Record<string, string | undefined> }, string][] = [
    ["another nonce", { lies: { claims: { nonce: "another" } } }, notOurs],
    ["no nonce", { lies: { claims: { nonce: undefined } } }, notOurs],
    ["another audience", { lies: { claims: { aud: "another" } } }, notOurs],
    [
      "two audiences, meant for the other",
      { lies: { claims: { aud: ["console", "another"], azp: "another" } } },
      notOurs,
    ],
    ["another issuer in the token", { lies: { claims: { iss: "https://elsewhere.example" } } }, notOurs],
    ["a token that has expired", { lies: { claims: { exp: now() - 120, iat: now() - 300 } } }, "not of this moment"],
    ["a token of tomorrow", { lies: { claims: { nbf: now() + 86_400 } } }, "not of this moment"],
    ["no end of the token", { lies: { claims: { exp: undefined } } }, notOurs],
    ["no subject", { lies: { claims: { sub: undefined } } }, notOurs],
    ["a foreign key", { lies: { sign: "foreign key" } }, notOurs],
    ["no signature", { lies: { sign: "none" } }, notOurs],
    ["a signature by the secret", { lies: { sign: "hs256" } }, notOurs],
    ["no ID token", { lies: { paths: { "/token": { body: { access_token: "a", token_type: "Bearer" } } } } }, notOurs],
    ["another state", { change: { state: "another" } }, notOurs],
    ["no state", { change: { state: undefined } }, notOurs],
    ["another provider in the address (mix-up)", { change: { iss: "https://elsewhere.example" } }, notOurs],
    ["no provider in the address, though it promised one", { change: { iss: undefined } }, notOurs],
    ["no code", { change: { code: undefined } }, notOurs],
    [
      "an error of its own",
      { change: { code: undefined, error: "<script>alert(1)</script>" } },
      "refused the sign-in (unknown)",
    ],
    ["an error that passes", { change: { code: undefined, error: "temporarily_unavailable" } }, "does not answer"],
    [
      "an error for a foreign state",
      { change: { code: undefined, error: "access_denied", state: "another" } },
      notOurs,
    ],
    [
      "a code that was used",
      { lies: { paths: { "/token": { status: 400, body: { error: "invalid_grant" } } } } },
      "was used already",
    ],
    [
      "a console that it does not know",
      { lies: { paths: { "/token": { status: 400, body: { error: "unauthorized_client" } } } } },
      "does not know this console",
    ],
    ["a broken answer", { lies: { paths: { "/token": { status: 200, body: "<html>" } } } }, "does not answer"],
    ["a failure", { lies: { paths: { "/token": { status: 503, body: "away" } } } }, "does not answer"],
    ["keys that are away", { lies: { paths: { "/jwks": { status: 503, body: "away" } } } }, "does not answer"],
  ];
  it.each(cases)("with %s signs nobody in", async (_, given, words) => {
    const { own, answer, back, log } = await come(given);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"]);
    expect(await own.session()).toBeUndefined();
    expect(own.said()).toContain(words);
    expect(own.said()).not.toMatch(/a-code|script|eyJ/);
    expect(log).toContain("a sign-in by OpenID Connect did not work");
    expect(log).not.toMatch(/a-code|an-access-token|eyJ|<script/);
    // It was good for one answer, also a bad one.
    liar.lie({});
    await own.comeBack(back);
    expect(await own.session()).toBeUndefined();
  });

  it("may be half a minute off, since clocks are", async () => {
    const { own } = await come({ lies: { claims: { iat: now() + 20, nbf: now() + 20, exp: now() - 20 } } });
    expect((await own.session())?.username).toBe("mira");
  });

  it.each([
    ["another browser", ""],
    ["a cookie of somebody's own making", "sd_oidc=1.bm90aGluZw"],
  ])("in %s asks the provider for nothing", async (_, cookie) => {
    const calls = liar.tokenCalls();
    const own = browserOf(contextOf());
    if (cookie !== "") own.answers.push(new Headers({ "Set-Cookie": `${cookie}; Path=/login` }));
    await own.comeBack(`/login/oidc/callback?code=a-code&state=s&iss=${encodeURIComponent(liar.issuer)}`);
    expect(own.said()).toContain("in another browser");
    expect(liar.tokenCalls()).toBe(calls);
  });

  it("for a session cookie in the place of its own is none", async () => {
    const { own } = await come({});
    const [pair = ""] = own
      .cookieFor("/cluster")
      .split("; ")
      .filter((one) => one.startsWith("sd_session="));
    const thief = browserOf(contextOf());
    thief.answers.push(new Headers({ "Set-Cookie": `${pair.replace("sd_session", "sd_oidc")}; Path=/login` }));
    await thief.comeBack("/login/oidc/callback?code=a-code&state=s");
    expect(thief.said()).toContain("in another browser");
  });
});

describe("a sign-out", () => {
  it("at a provider that has no address for it is told, and ends the session here", async () => {
    const { own } = await come({});
    await own.signOut();
    const answer = await own.end();
    expect(answer.headers.get("location")).toBe("/login");
    expect(own.said()).toContain("keeps you signed in there");
    expect(await own.session()).toBeUndefined();
  });

  it("leads to the address that the provider names, without a way back that another site could choose", async () => {
    const { own } = await come({ lies: { metadata: { end_session_endpoint: `${liar.issuer}/end?x=1` } } });
    await own.signOut();
    const to = new URL(await leadsTo(await own.end()));
    expect([to.origin, to.searchParams.get("post_logout_redirect_uri")]).toEqual([
      liar.issuer,
      "http://console.test/login",
    ]);
    // Once.
    expect((await own.end()).headers.get("location")).toBe("/login");
  });

  it("at a provider that is away says that one may still be signed in there", async () => {
    const { own, context } = await come({});
    await own.signOut();
    const { oidc } = context.config;
    const away = {
      ...context,
      config: { ...context.config, oidc: oidc && { ...oidc, clientSecret: "not asked before" } },
    };
    liar.lie({ paths: { "/.well-known/openid-configuration": { status: 503, body: "" } } });
    const answer = await own.take(end({ ...own.at("/logout/provider"), context: away }));
    expect(answer.headers.get("location")).toBe("/login");
    expect(own.said()).toContain("may still be signed in there");
  });
});

describe("the way to the provider", () => {
  it.each<[string, Lies]>([
    ["fails", { paths: { "/.well-known/openid-configuration": { status: 500, body: "no" } } }],
    ["is no provider", { paths: { "/.well-known/openid-configuration": { body: {} } } }],
    ["is another provider", { metadata: { issuer: "https://elsewhere.example" } }],
  ])("that %s leaves the sign-in by password, and where one wanted to go", async (_, lies) => {
    liar.lie(lies);
    const own = browserOf(contextOf());
    const answer = await own.begin("/cluster/jobs");
    expect(answer.headers.get("location")).toBe("/login?redirectTo=%2Fcluster%2Fjobs");
    expect(own.said()).not.toBe("");
  });

  it("that nothing answers at is told", async () => {
    const own = browserOf(contextOf({ OIDC_ISSUER: "http://127.0.0.1:9" }));
    await own.begin();
    expect(own.said()).toContain("Try again later, or sign in with user name and password.");
  });

  it("is found again as soon as it answers", async () => {
    const context = contextOf();
    liar.lie({ paths: { "/.well-known/openid-configuration": { status: 503, body: "" } } });
    await browserOf(context).begin();
    liar.lie({});
    expect(await leadsTo(await browserOf(context).begin())).toContain(liar.issuer);
  });

  it("needs a form of this console, and is no link", async () => {
    const { action } = await import("~/routes/account/oidc/start");
    const request = new Request("http://console.test/login/oidc", {
      method: "POST",
      headers: { Origin: "https://evil.test" },
      body: new URLSearchParams(),
    });
    await expect(action({ request, params: {}, context: contextOf() })).rejects.toMatchObject({ status: 403 });
    expect((await link()).headers.get("location")).toBe("/login");
  });

  it("leads back within the console only", async () => {
    const own = browserOf(contextOf());
    const back = await liar.answer(await leadsTo(await own.begin("//evil.test/x")));
    expect((await own.comeBack(back)).headers.get("location")).toBe("/");
  });

  it("is closed for a while to an address that asks without end, and says when it opens", async () => {
    const context = contextOf();
    let last: Response | undefined;
    for (let n = 0; n < 121; n++) last = await browserOf(context).begin();
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await browserOf({ ...context, clientAddress: "198.51.100.99" }).begin()).status).toBe(200);
  });

  it("is not there where OpenID Connect is not set up", async () => {
    const { loader: callback } = await import("~/routes/account/oidc/callback");
    const answer = await responseOf(
      callback({ request: consoleRequest("/login/oidc/callback?code=a&state=b"), params: {}, context: testContext() }),
    );
    expect(answer.status).toBe(404);
  });
});

it("the log has nothing of a callback's address", () => {
  expect(redactTarget("/login/oidc/callback?code=a-code&state=s")).toBe("/login/oidc/callback [redacted]");
});
