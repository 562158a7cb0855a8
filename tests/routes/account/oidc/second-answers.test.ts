import { afterAll, beforeAll, beforeEach, afterEach, expect, it, vi } from "vitest";
import { requireScope } from "~/session/scope.server";
import { playServer, searchServer, testContext } from "../../../setup/console";
import { type Lies, startLiar } from "../../../setup/oidc/lying-provider";
import { browserOf, leadsTo, usersFile } from "./support";

// What a provider may answer when it is asked again: which answers end a session, which wait for a better one, which
// confirm it.

let liar: Awaited<ReturnType<typeof startLiar>>;
let server: Awaited<ReturnType<typeof playServer>>;
const file = usersFile();

beforeAll(async () => {
  [liar, server] = await Promise.all([startLiar(), playServer(searchServer())]);
  file.write([{ claim: "alice@example.org", username: "mira", password: "right" }]);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await Promise.all([liar.close(), server.close()]);
});

const pass = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000);
const refresh = { refresh_token: "the first", expires_in: 60 };
const withUserinfo = () => ({ userinfo_endpoint: `${liar.issuer}/userinfo` });
let consoles = 0;

async function signIn(lies: Lies) {
  consoles += 1;
  const own = {
    OIDC_ISSUER: liar.issuer,
    OIDC_CLIENT_ID: "console",
    OIDC_CLIENT_SECRET: `secret ${consoles}`,
    OIDC_USERS: file.path,
  };
  const context = testContext({ SEARCH_URL: server.url, ...own });
  liar.lie(lies);
  const browser = browserOf(context);
  await browser.comeBack(await liar.answer(await leadsTo(await browser.begin())));
  expect(await browser.session()).toBeDefined();
  return browser;
}

async function again({
  second,
  first = { tokens: refresh, metadata: second.metadata ?? {} },
}: {
  first?: Lies;
  second: Lies;
}) {
  const own = await signIn(first);
  pass(6);
  liar.lie(second);
  await liar.sign();
  const { request, context } = own.at("/cluster");
  const opened = await requireScope(request, {}, null, context).catch(async (answer: unknown) => {
    if (!(answer instanceof Response)) throw answer;
    await own.take(Promise.resolve(answer));
    return undefined;
  });
  return { own, isIn: opened !== undefined };
}

const refused = (status: number, body: unknown, headers: Record<string, string> = {}): Lies => ({
  tokens: refresh,
  paths: { "/token": { status, body, headers } },
});
const userinfo =
  (answer: object, more: Lies = {}) =>
  (): Lies => ({
    tokens: refresh,
    metadata: withUserinfo(),
    claims: { email: undefined },
    paths: { "/userinfo": answer },
    ...more,
  });

it.each<[string, () => Lies, string]>([
  ["about another subject", () => ({ tokens: refresh, claims: { sub: "bob" } }), "does not belong to your sign-in"],
  ["signed by a foreign key", () => ({ tokens: refresh, sign: "foreign key" }), "does not belong to your sign-in"],
  ["not signed", () => ({ tokens: refresh, sign: "none" }), "does not belong to your sign-in"],
  ["for another console", () => ({ tokens: refresh, claims: { aud: "another" } }), "does not belong to your sign-in"],
  [
    "of another issuer",
    () => ({ tokens: refresh, claims: { iss: "https://elsewhere.example" } }),
    "does not belong to your sign-in",
  ],
  [
    "with another address",
    () => ({ tokens: refresh, claims: { email: "bob@example.org" } }),
    "access to this console was changed",
  ],
  [
    "with an address that is not verified",
    () => ({ tokens: refresh, claims: { email_verified: false } }),
    "access to this console was changed",
  ],
  [
    "without the claim",
    () => ({ tokens: refresh, claims: { email: undefined } }),
    "access to this console was changed",
  ],
  [
    "that tells nothing of the person",
    () => ({ tokens: { ...refresh, id_token: undefined } }),
    "access to this console was changed",
  ],
  ["invalid_grant", () => refused(400, { error: "invalid_grant" }), "has ended your sign-in there"],
  ["any other error about the token", () => refused(403, { error: "access_denied" }), "has ended your sign-in there"],
  ["a 400 in words of its own", () => refused(400, "no"), "has ended your sign-in there"],
  [
    "userinfo of another subject",
    userinfo({ body: { sub: "bob", email: "alice@example.org", email_verified: true } }),
    "does not belong to your sign-in",
  ],
  ["userinfo without the claim", userinfo({ body: { sub: "alice" } }), "access to this console was changed"],
  [
    "userinfo that refuses the token",
    userinfo({ status: 401, headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } }),
    "has ended your sign-in there",
  ],
  ["userinfo that refuses it without a word", userinfo({ status: 403 }), "has ended your sign-in there"],
])("an answer %s ends the session", async (_, second, words) => {
  const { own, isIn } = await again({ second: second() });
  expect(isIn).toBe(false);
  expect(own.said()).toContain(words);
  expect(own.said()).toMatch(/^You were signed out\. .*Sign in again/);
  // Whatever it says next.
  liar.lie({ tokens: refresh });
  await liar.sign();
  expect(await own.session()).toBeUndefined();
});

it.each<[string, () => Lies]>([
  ["a failure", () => refused(503, "away")],
  ["a failure in its own words", () => refused(500, { error: "server_error" })],
  ["temporarily_unavailable, whatever its status", () => refused(400, { error: "temporarily_unavailable" })],
  ["too many calls", () => refused(429, { error: "rate_limited" })],
  ["a page", () => refused(200, "<html>", { "Content-Type": "text/html" })],
  ["no JSON", () => refused(200, "<html>")],
  ["another place", () => refused(302, "", { Location: "https://elsewhere.example" })],
  ["a console that it does not know", () => refused(401, { error: "invalid_client" })],
  ["a secret that does not fit", () => refused(401, "", { "WWW-Authenticate": "Basic realm=console" })],
  ["a token of tomorrow", () => ({ tokens: refresh, claims: { nbf: Math.floor(Date.now() / 1000) + 86_400 } })],
  [
    "keys that are away",
    () => ({ tokens: refresh, sign: "own key", paths: { "/jwks": { status: 503 }, "/token": { status: 503 } } }),
  ],
  ["userinfo that is away", userinfo({ status: 503 })],
])("%s is no answer: the session goes on for the rest of an hour", async (_, second) => {
  const { own, isIn } = await again({ second: second() });
  expect(isIn).toBe(true);
  pass(55);
  liar.lie(second());
  expect(await own.session()).toBeUndefined();
});

it.each<[string, () => Lies]>([
  ["the same claims", () => ({ tokens: refresh })],
  ["no new refresh token", () => ({ tokens: { expires_in: 60 } })],
  [
    "no ID token, and userinfo",
    userinfo(
      { body: { sub: "alice", email: "ALICE@example.org", email_verified: true } },
      { tokens: { ...refresh, id_token: undefined } },
    ),
  ],
])("%s confirm it", async (_, second) => {
  const { own, isIn } = await again({ second: second() });
  expect(isIn).toBe(true);
  pass(58);
  liar.lie({ ...second(), paths: { "/token": { status: 503 } } });
  expect(await own.session()).toBeDefined();
});

it.each<[string, () => Lies, boolean]>([
  [
    "asks userinfo nothing of a claim that only the ID token has",
    () => ({ metadata: withUserinfo(), paths: { "/userinfo": { body: { sub: "alice" } } } }),
    true,
  ],
  [
    "hears userinfo of a claim that is another now",
    () => ({ metadata: withUserinfo(), paths: { "/userinfo": { body: { sub: "alice", email: "b@x.org" } } } }),
    false,
  ],
  ["goes on where there is no userinfo", () => ({}), true],
])("with an access token alone a session %s", async (_, second, isIn) => {
  const tokens = { expires_in: 3600 };
  const asked = await again({ first: { tokens, metadata: withUserinfo() }, second: { tokens, ...second() } });
  expect(asked.isIn).toBe(isIn);
  pass(60);
  expect(await asked.own.session()).toBeUndefined();
});

it("with an access token of unknown life and nobody to ask it ends at the first question", async () => {
  const { isIn, own } = await again({
    first: { tokens: { expires_in: undefined, access_token: "x".repeat(20_000) } },
    second: {},
  });
  expect(isIn).toBe(false);
  expect(own.said()).toContain("only for as long as");
});
