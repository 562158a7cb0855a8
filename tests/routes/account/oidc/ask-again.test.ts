import { describe, expect, it, vi } from "vitest";
import { loader as plans } from "~/routes/billing/plans";
import { openStore } from "~/services/platform/store/database.server";
import { requireScope } from "~/session/scope.server";
import {
  asked,
  claims,
  file,
  isIn,
  MINUTE,
  mira,
  pass,
  people,
  provider,
  signIn,
  useChangingPeople,
} from "./changing-people";
import { browserOf, leadsTo } from "./support";

useChangingPeople();

// Who is signed in by OpenID Connect is asked about again: who was taken out is out, and a provider that is away
// confirms nobody for long.

describe("who was taken out of the file", () => {
  it.each([
    ["it is empty", []],
    ["it has others alone", [{ claim: "bob@example.org", ...mira }]],
  ])("is out at the next request, where %s", async (_, entries) => {
    const own = await signIn();
    file.write(entries);
    const before = asked();
    expect(await own.turnedOut()).toBe("/login");
    expect(own.browser.said()).toContain("Your access to this console was changed");
    expect(asked()).toBe(before);
  });
});

describe("who was taken out of the claim", () => {
  it("is out at the next request after the time to ask, and not before", async () => {
    const own = await signIn({ env: { OIDC_CLAIM: "groups" }, entries: [{ claim: "editors", ...mira }] });
    people["alice"] = { ...claims(), groups: ["readers"] };
    const before = asked();
    pass(5 * MINUTE - 1_000);
    expect(await isIn(own)).toBe(true);
    expect(asked()).toBe(before);
    pass(2_000);
    expect(await own.turnedOut()).toBe("/login");
    expect(own.browser.said()).toBe(
      "You were signed out. Your access to this console was changed. Sign in again to go on with what you may use now.",
    );
    // Given back, it is for the next sign-in.
    people["alice"] = claims();
    expect(await isIn(own)).toBe(false);
  });

  it.each<[string, Record<string, unknown> | null, string]>([
    [
      "an address that is verified no more",
      { ...claims(), email_verified: false },
      "access to this console was changed",
    ],
    ["another address", { ...claims(), email: "alice@elsewhere.org" }, "access to this console was changed"],
    ["no address", { groups: [] }, "access to this console was changed"],
    ["no account", null, "has ended your sign-in there"],
  ])("with %s is out too", async (_, now, words) => {
    const own = await signIn();
    people["alice"] = now;
    pass(6 * MINUTE);
    expect(await own.turnedOut()).toBe("/login");
    expect(own.browser.said()).toContain(words);
  });

  it("is out on pages that need no sign-in too, and stays out when the provider goes away", async () => {
    const own = await signIn();
    people["alice"] = null;
    pass(6 * MINUTE);
    expect(await plans(own.browser.at("/billing"))).toMatchObject({ server: null });
    provider.fail(503);
    expect(await own.turnedOut()).toBe("/login");
    expect(own.browser.said()).toContain("has ended your sign-in there");
  });

  it("is asked about as often as is set, and never with 0", async () => {
    const often = await signIn({ env: { OIDC_REFRESH_MINUTES: "1" } });
    const never = await signIn({ env: { OIDC_REFRESH_MINUTES: "0" } });
    people["alice"] = null;
    pass(61_000);
    expect([await isIn(often), await isIn(never)]).toEqual([false, true]);
    pass(24 * 60 * MINUTE);
    expect(await isIn(never)).toBe(true);
  });

  it("with the same address in other letters stays", async () => {
    const own = await signIn();
    people["alice"] = { ...claims(), email: "Alice@Example.org" };
    pass(6 * MINUTE);
    expect(await isIn(own)).toBe(true);
  });
});

describe("a refresh token", () => {
  it("is asked with once for all requests of a time, its new one kept each time, through a day", async () => {
    const own = await signIn();
    for (let n = 0; n < 24; n++) {
      const before = asked();
      pass(60 * MINUTE);
      expect(await Promise.all(Array.from({ length: 5 }, () => isIn(own)))).toEqual([true, true, true, true, true]);
      expect(asked()).toBe(before + 1);
    }
  });

  it("is kept where the provider answers it and then fails", async () => {
    const own = await signIn();
    pass(6 * MINUTE);
    const { seen } = provider;
    const push = vi.spyOn(seen, "push").mockImplementation((path) => {
      if (path === "GET /me") provider.fail(503);
      return seen.length;
    });
    expect(await isIn(own)).toBe(true);
    push.mockRestore();
    provider.fail(undefined);
    pass(2 * MINUTE);
    expect(await isIn(own)).toBe(true);
  });

  it("and nothing else of the provider's is in the console's file to be read", async () => {
    const { context } = await signIn();
    const rows = openStore(context.config.dataDir).prepare<{ tokens: string }>("SELECT * FROM oidc_checks").all();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.tokens).toMatch(/^1\.[\w.-]+$/);
    expect(JSON.stringify(rows)).not.toContain("refresh");
  });

  it("is asked for with consent where the scopes have offline_access, and only there", async () => {
    const { context } = await signIn();
    const oidc = context.config.oidc;
    const scopes = "openid email profile offline_access";
    const wider = { ...context, config: { ...context.config, oidc: oidc && { ...oidc, scopes } } };
    const prompt = async (of: typeof context) =>
      new URL(await leadsTo(await browserOf(of).begin())).searchParams.get("prompt");
    expect([await prompt(context), await prompt(wider)]).toEqual([null, "consent"]);
  });
});

describe("a provider that is away", () => {
  it.each([503, 500, 429, 404])(
    "(%d) ends no session within an hour of its last word, and then each",
    async (status) => {
      const own = await signIn();
      provider.fail(status);
      for (const minutes of [6, 20, 30]) {
        pass(minutes * MINUTE);
        expect(await isIn(own)).toBe(true);
      }
      pass(5 * MINUTE);
      expect(await own.turnedOut()).toBe("/login");
      expect(own.browser.said()).toContain("has not confirmed your sign-in for an hour");
      provider.fail(undefined);
      expect(await isIn(own)).toBe(false);
    },
  );

  it("and back within the hour begins it anew", async () => {
    const own = await signIn();
    for (let n = 0; n < 4; n++) {
      provider.fail(503);
      pass(50 * MINUTE);
      expect(await isIn(own)).toBe(true);
      provider.fail(undefined);
      pass(2 * MINUTE);
      expect(await isIn(own)).toBe(true);
    }
  });

  it("is not asked at every request", async () => {
    const own = await signIn();
    pass(6 * MINUTE);
    provider.fail(503);
    const before = asked();
    for (let n = 0; n < 5; n++) expect(await isIn(own)).toBe(true);
    expect(asked() - before).toBeLessThanOrEqual(1);
  });

  it("that says nothing is waited for no longer than 5 seconds", { timeout: 20_000 }, async () => {
    const own = await signIn();
    pass(6 * MINUTE);
    provider.hang();
    const started = performance.now();
    expect(await isIn(own)).toBe(true);
    expect(performance.now() - started).toBeLessThan(9_000);
  });

  it("that refuses with a page of its own has refused", async () => {
    const own = await signIn();
    provider.fail(403);
    pass(6 * MINUTE);
    expect(await isIn(own)).toBe(false);
  });

  it("that does not know the console's secret any more says nothing of its people", async () => {
    const own = await signIn();
    const { config } = own.context;
    const changed = {
      ...own.context,
      config: { ...config, oidc: config.oidc && { ...config.oidc, clientSecret: "another" } },
    };
    pass(6 * MINUTE);
    const { request } = own.browser.at("/cluster");
    await expect(requireScope(request, {}, null, changed)).resolves.toMatchObject({ session: { username: "mira" } });
  });
});
