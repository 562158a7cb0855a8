import { describe, expect, it, vi } from "vitest";
import { loader as login } from "~/routes/account/login";
import { loader as signIns } from "~/routes/account/sign-ins";
import { action as setUp } from "~/routes/account/second-factor/set-up";
import { action as secondFactor } from "~/routes/account/second-factor/state";
import { action as writingWindow } from "~/routes/data/changes/window";
import { listValues } from "~/services/platform/changes/log-store.server";
import { save } from "~/services/data/console/saved.server";
import { removeSession } from "~/services/platform/store/session-registry.server";
import { requireScope } from "~/session/scope.server";
import { beginView } from "~/session/view-as.server";
import { createSession, personOf } from "~/sessions.server";
import { consoleRequest, cookiesOf, replyOf, responseOf } from "../../../setup/console";
import { visitor } from "../../../setup/oidc/real-provider";
import { browserOf, leadsTo } from "./support";
import { contextOf, file, mira, provider, server, signIn, onProvider, to } from "./signing-in";

onProvider();

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
    await expect(requireScope(request, {}, null, context)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("refuses mira") as string,
    });
    file.write([{ claim: "alice@example.org", ...mira }]);
    expect((await own.session())?.username).toBe("mira");
  });

  it("is over when OpenID Connect is switched off, or another provider is set", async () => {
    const { own, context } = await signIn();
    for (const oidc of [null, context.config.oidc && { ...context.config.oidc, issuer: "https://other.example" }]) {
      const changed = { ...context, config: { ...context.config, oidc } };
      const request = own.at("/").request;
      expect(cookiesOf((await responseOf(requireScope(request, {}, null, changed))).headers)).not.toContain(
        "sd_session",
      );
    }
  });

  it("belongs to the person: sign-ins, saved requests and the change log tell two apart who work as one user", async () => {
    const entries = [{ claim: "*", ...mira }];
    const context = contextOf({ PROTECTED_SERVERS: "*" });
    const [alice, bob] = [await signIn({ entries, context }), await signIn({ login: "bob", entries, context })];
    const scopes = await Promise.all(
      [alice, bob].map(({ own }) => requireScope(own.at("/cluster").request, {}, null, own.at("/cluster").context)),
    );
    expect(scopes.map(({ session }) => personOf(session))).toEqual([
      "alice@example.org (as mira)",
      "bob@elsewhere.org (as mira)",
    ]);
    const [first, second] = scopes;
    if (!first || !second) throw new Error("two are signed in");
    const saved = [save(first, { name: "mine", text: "GET /" }), save(second, { name: "mine", text: "GET /" })];
    expect(saved.map((kept) => kept.ok && kept.saved.person)).toEqual([
      "alice@example.org (as mira)",
      "bob@elsewhere.org (as mira)",
    ]);
    const listed = await signIns(alice.own.at("/account/sign-ins"));
    expect(listed.signIns).toHaveLength(1);
    await bob.own.take(
      writingWindow(
        bob.own.at("/cluster/changes/writing-window", { intent: "open-window", reason: "a try", minutes: "15" }),
      ),
    );
    expect(listValues(context.config.dataDir, { server: server.url, column: "person" })).toEqual([
      "bob@elsewhere.org (as mira)",
    ]);
  });

  it("sets up no second factor for the user, who is not its person's alone, and never becomes one by password", async () => {
    const { own } = await signIn();
    const before = server.seen.length;
    const reply = await secondFactor(own.at("/account/second-factor", { intent: "set-up" }));
    expect(replyOf(reply)).toMatchObject({
      status: 403,
      errors: { "": [expect.stringContaining("through a provider") as string] },
    });
    const confirmed = await setUp(own.at("/account/second-factor/set-up", { intent: "turn-on", code: "123456" })).catch(
      (thrown: unknown) => thrown,
    );
    expect(confirmed instanceof Response ? cookiesOf(confirmed.headers) : "").not.toContain("sd_session");
    expect(server.seen.slice(before).filter(({ path }) => path.includes("_second_factor"))).toEqual([]);
  });

  it("cannot be taken for one by password: such names sign nobody in", async () => {
    const { signIn: byPassword } = await import("~/session/sign-in.server");
    const context = contextOf();
    for (const username of ["alice@example.org (as mira)", "mira:x"]) {
      await expect(byPassword({ url: server.url, username, password: "right", context })).rejects.toMatchObject({
        problem: { field: "username" },
      });
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
    const again = await own.comeBack(
      await there.signIn(await leadsTo(await own.begin("/cluster/console")), { login: "alice" }),
    );
    expect(to(again)).toBe("/login?redirectTo=%2Fcluster%2Fconsole");
    expect((await login(own.at("/login"))).data).toMatchObject({
      resend: { path: "/cluster/console", fields: [["text", "GET /"]] },
    });

    await late(own);
    await own.comeBack(
      await visitor(provider.issuer).signIn(await leadsTo(await own.begin("/cluster/console")), { login: "bob" }),
    );
    expect(to(await responseOf(login(own.at("/login"))))).toBe("/");
  });

  it("is anew: one that the browser had before ends", async () => {
    const context = contextOf();
    const before = cookiesOf(
      new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, url: server.url, ...mira }) }),
    );
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
    own.answers.push(
      new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, url: server.url, ...mira }) }),
    );
    expect(to(await own.signOut())).toBe("/login");
  });
});
