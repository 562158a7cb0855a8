import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { requireScope } from "~/session/scope.server";
import { playServer, searchServer, testContext } from "../../../setup/console";
import { type People, type RealProvider, startProvider, visitor } from "../../../setup/oidc/real-provider";
import { browserOf, leadsTo, usersFile } from "./support";

// Providers whose people change while they run, and a console that asks them again. The clock is the test's.

export const MINUTE = 60_000;
export const mira = { username: "mira", password: "right" };
export const claims = () => ({ email: "alice@example.org", email_verified: true, groups: ["readers", "editors"] });
export const people: People = {};
export const file = usersFile();

/** Gives refresh tokens, each good for one answer. */
export let provider: RealProvider;
/** Gives none. */
export let plain: RealProvider;
let server: Awaited<ReturnType<typeof playServer>>;
/** What is left in the index films, and what runs at each deletion. */
export const films: { left: number; onDelete: () => void } = { left: 0, onDelete: () => undefined };

/**
 * The hooks of a file that uses all this; it calls them itself, for files share a process, and what was imported once
 * is not run again.
 */
export function useChangingPeople(): void {
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const search = searchServer();
    [provider, plain, server] = await Promise.all([
      startProvider({ origin: "http://console.test", people }),
      startProvider({ origin: "http://console.test", people, refreshTokens: false }),
      playServer((seen) => {
        if (seen.path.startsWith("/films/_count")) return { body: { count: films.left } };
        if (!seen.path.startsWith("/films/_delete_by_query")) return search(seen);
        films.left -= 1;
        films.onDelete();
        return { body: { deleted: 1 } };
      }),
    ]);
  });
  beforeEach(() => {
    people["alice"] = claims();
    people["mallory"] = { email: "mallory@example.org", email_verified: true };
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    provider.fail(undefined);
    plain.fail(undefined);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await Promise.all([provider.close(), plain.close(), server.close()]);
  });
}

export const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
export const to = (answer: Response) => answer.headers.get("location");
export const asked = (at = provider) => at.seen.filter((path) => path === "POST /token").length;

type Who = { env?: Record<string, string>; entries?: unknown; at?: RealProvider };

/** Signs alice in as mira; a browser, its console, and what opens a page in it. */
export async function signIn({
  env = {},
  entries = [{ claim: "alice@example.org", ...mira }],
  at = provider,
}: Who = {}) {
  const { issuer, clientId, clientSecret } = at;
  const own = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_USERS: file.path,
  };
  const context = testContext({ SEARCH_URL: server.url, ...own, ...env });
  file.write(entries);
  const browser = browserOf(context);
  await browser.comeBack(await visitor(issuer).signIn(await leadsTo(await browser.begin()), { login: "alice" }));
  expect((await browser.session())?.username).toBe("mira");
  const open = async (path = "/cluster") => {
    const { request, context: own } = browser.at(path);
    return requireScope(request, {}, null, own);
  };
  return { browser, context, open, turnedOut: async () => to(await browser.take(open())) };
}

export const isIn = async ({ browser }: Pick<Awaited<ReturnType<typeof signIn>>, "browser">) =>
  (await browser.session()) !== undefined;
