import { afterAll, beforeAll, vi } from "vitest";
import { playServer, searchServer, testContext } from "../../../setup/console";
import { type RealProvider, startProvider, visitor } from "../../../setup/oidc/real-provider";
import { browserOf, leadsTo, usersFile } from "./support";

export let provider: RealProvider;

export let server: Awaited<ReturnType<typeof playServer>>;

export const file = usersFile();

export const mira = { username: "mira", password: "right" };

const people = {
  alice: { email: "alice@example.org", email_verified: true, groups: ["readers", "editors"] },
  upper: { email: "ALICE@example.org", email_verified: true },
  kelvin: { email: "\u212Aate@example.org", email_verified: true },
  mallory: { email: "alice@example.org", email_verified: false },
  bob: { email: "bob@elsewhere.org", email_verified: true, groups: ["visitors"] },
  many: {
    email: "many@example.org",
    email_verified: true,
    groups: Array.from({ length: 300 }, (_, n) => `a group with a long name ${n}`),
  },
};

export function contextOf(env: Record<string, string> = {}) {
  return testContext({
    SEARCH_URL: server.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_USERS: file.path,
    ...env,
  });
}

type Who = {
  login?: string;
  env?: Record<string, string>;
  redirectTo?: string;
  entries?: unknown;
  context?: ReturnType<typeof contextOf>;
};

export async function signIn({
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

export const to = (answer: Response) => answer.headers.get("location");

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function onProvider(): void {
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    [provider, server] = await Promise.all([
      startProvider({ origin: "http://console.test", people }),
      playServer(searchServer()),
    ]);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await Promise.all([provider.close(), server.close()]);
  });
}
