import { afterEach, describe, expect, it } from "vitest";
import { loader as indices } from "~/routes/_levels/indices";
import { action as setPreference } from "~/routes/resources/preferences";
import { action as savePreferences } from "~/routes/account/preferences";
import { loader as overview } from "~/routes/overview/cluster";
import { loader as root } from "~/root";
import { loader } from "~/routes/shell";
import { menuOf } from "~/navigation/menu";
import { visibleSections } from "~/navigation/visible.server";
import { personOf } from "~/session/preferences.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { createSession, flashCookie } from "~/sessions.server";
import {
  consoleRequest,
  cookiesOf,
  playServer,
  replyOf,
  responseOf,
  searchServer,
  testContext,
} from "../../setup/console";

let server: Awaited<ReturnType<typeof playServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function signedIn(play = searchServer()) {
  server = await playServer(play);
  const context = testContext({ SEARCH_URL: server.url });
  const request = consoleRequest("/");
  const setCookie = createSession({ request, context, url: server.url, username: "mira", password: "right" });
  return { context, cookie: cookiesOf(new Headers({ "Set-Cookie": setCookie })) };
}

type Args = { path: string; cookie: string; context: ReturnType<typeof testContext>; params?: Record<string, string> };

async function frame({ path, cookie, context, params = {} }: Args) {
  const result = await loader({ request: consoleRequest(path, { cookie }), params, context });
  return { shell: result.data, headers: new Headers(result.init?.headers) };
}

describe("the frame", () => {
  it("knows user, server, health and the first indices, without system ones", async () => {
    const { shell } = await frame({ path: "/cluster", ...(await signedIn()) });
    expect(shell.user).toEqual({ name: "mira", isAdmin: false });
    expect(shell.health).toBe("yellow");
    expect(shell.apps).toEqual({ first: ["books"], total: 1, all: true });
    expect(menuOf(shell)[0]?.entries[0]).toMatchObject({ label: "Cluster overview", href: "/cluster" });
    expect(JSON.stringify(shell)).not.toContain("$2a$10$hash");
  });

  it.each([
    [{ status: "green" }, "green"],
    [{ status: "green", disk: { reason: "the disk is nearly full" } }, "no-writes"],
    [{ status: "red" }, "red"],
  ])("tells the health that the overview tells on the same page: %j", async (now, word) => {
    let health: object = { status: "yellow" };
    const play = searchServer();
    const session = await signedIn((seen) => (seen.path === "/_cluster/health" ? { body: health } : play(seen)));
    await frame({ path: "/cluster", ...session });
    health = now;
    const context = { ...session.context, requestId: "the next page" };
    const [{ shell }, page] = await Promise.all([
      frame({ path: "/cluster", ...session, context }),
      overview({ request: consoleRequest("/cluster", { cookie: session.cookie }), params: {}, context }),
    ]);
    expect(shell.health).toBe(word);
    expect(page.health).toMatchObject({ ok: true, value: now });
    expect(server?.seen.filter(({ path }) => path === "/_cluster/health")).toHaveLength(2);
  });

  it("leads to the sign-in page and back, with the query", async () => {
    const { context } = await signedIn();
    const request = consoleRequest("/cluster/rules?q=a&header=false");
    const answer = await responseOf(loader({ request, params: {}, context }));
    expect(answer.headers.get("Location")).toBe(
      `/login?redirectTo=${encodeURIComponent("/cluster/rules?q=a&header=false")}`,
    );
  });

  it("stays up while the server is down", async () => {
    const session = await signedIn();
    await frame({ path: "/cluster", ...session });
    await server?.close();
    const request = { path: "/cluster", ...session };
    const { shell } = await frame(request);
    expect(shell.user.name).toBe("mira");
    expect(menuOf(shell).length).toBeGreaterThan(0);
  });

  it("keeps header=false and the show switches for the session", async () => {
    const session = await signedIn();
    const first = await frame({ path: "/cluster?header=false&showProfile=false", ...session });
    expect(first.shell.view).toEqual({ header: false, showProfile: false, showHelpChat: true });
    const later = await frame({
      path: "/cluster",
      ...session,
      cookie: `${session.cookie}; ${cookiesOf(first.headers)}`,
    });
    expect(later.shell.view.header).toBe(false);
    const back = await frame({
      path: "/cluster?header=true",
      ...session,
      cookie: `${session.cookie}; ${cookiesOf(first.headers)}`,
    });
    expect(back.shell.view).toMatchObject({ header: true, showProfile: false });
  });

  it("shows a flash once", async () => {
    const session = await signedIn();
    const flash = cookiesOf(
      new Headers({
        "Set-Cookie": flashCookie(consoleRequest("/"), { kind: "good", text: "Index é “x” created; done." }),
      }),
    );
    const { shell, headers } = await frame({ path: "/cluster", ...session, cookie: `${session.cookie}; ${flash}` });
    expect(shell.flash).toEqual({ kind: "good", text: "Index é “x” created; done." });
    expect(
      headers.getSetCookie().some((cookie) => cookie.startsWith("sd_flash=;") && cookie.includes("Max-Age=0")),
    ).toBe(true);
  });

  it("remembers the indices that were opened", async () => {
    const session = await signedIn();
    const { headers } = await frame({ path: "/app/books", ...session, params: { appName: "books" } });
    const cookie = `${session.cookie}; ${cookiesOf(headers)}`;
    const choice = await indices({
      request: consoleRequest("/indices?sort=name", { cookie }),
      params: {},
      context: session.context,
    });
    expect(choice.recent).toEqual(["books"]);
  });
});

describe("a screen", () => {
  it("is refused with the name of the missing action", async () => {
    const play = searchServer({
      "/_user": { body: { username: "mira", is_admin: false, allowed_actions: ["billing"] } },
    });
    const { context, cookie } = await signedIn(play);
    const error = await overview({ request: consoleRequest("/cluster", { cookie }), params: {}, context }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BackendError);
    expect((error as BackendError).failure).toMatchObject({ status: 403, missing: "Overview" });
  });

  it("leads to the sign-in page when the server no longer takes the password", async () => {
    const { context, cookie } = await signedIn(
      searchServer({ "/_user": { status: 401, body: { error: { message: "invalid password" } } } }),
    );
    const answer = await responseOf(indices({ request: consoleRequest("/indices", { cookie }), params: {}, context }));
    expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Findices");
    expect(answer.headers.getSetCookie().some((header) => header.startsWith("sd_session=;"))).toBe(true);
  });

  it("keeps the session of whom the server finds no more because its engine is away, and says that", async () => {
    const play = searchServer({
      "/_user": {
        status: 401,
        body: { error: { code: 401, message: "No API credentials match with provided username: mira" } },
      },
      "/arc/health": { status: 500, body: { error: { code: 500, message: "no Elasticsearch node available" } } },
    });
    const { context, cookie } = await signedIn(play);
    const error = await indices({ request: consoleRequest("/indices", { cookie }), params: {}, context }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as BackendError).failure).toMatchObject({ kind: "engine-away", status: 503 });
    expect((error as BackendError).message).toBe(
      "The search server is there, but the cluster behind it cannot be reached.",
    );
  });

  it("says which call failed", async () => {
    const { context, cookie } = await signedIn(
      searchServer({ "/_aliasedindices": { status: 500, body: { error: { message: "engine down" } } } }),
    );
    const error = await indices({ request: consoleRequest("/indices", { cookie }), params: {}, context }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as BackendError).failure).toMatchObject({
      path: "/_aliasedindices",
      status: 500,
      detail: "engine down",
    });
    // What Remix needs to hand it to the error boundary.
    expect(error).toMatchObject({ type: "DataWithResponseInit", init: { status: 500 } });
  });

  it.each(["?page=-1", "?page=abc", "?page=99999999999", "?size=7", "?sort=%00", "?q=***"])(
    "takes %s without failing",
    async (query) => {
      const { context, cookie } = await signedIn();
      const choice = await indices({ request: consoleRequest(`/indices${query}`, { cookie }), params: {}, context });
      expect(choice.rows.map((row) => row.name)).toEqual(["books"]);
    },
  );
});

describe("what is remembered", () => {
  it("is the index that a page of the cluster alone was opened from, until one leaves it", async () => {
    const session = await signedIn(searchServer({ "/_user": { body: { username: "mira", is_admin: true } } }));
    let cookie = session.cookie;
    const placeAt = async (path: string, params = {}) => {
      const { shell, headers } = await frame({ path, ...session, cookie, params });
      const set = cookiesOf(headers);
      if (set !== "") cookie = `${session.cookie}; ${set}`;
      return { at: shell.at.app, place: shell.place.app, menu: menuOf(shell).flatMap(({ entries }) => entries) };
    };
    const hrefOf = (menu: readonly { path: string; href: string }[], path: string) =>
      menu.find((entry) => entry.path === path)?.href;

    expect((await placeAt("/cluster/rules")).place).toBeUndefined();
    const own = await placeAt("/app/books/browse", { appName: "books" });
    expect(["rules", "user-management", "suggestions"].map((path) => hrefOf(own.menu, path))).toEqual([
      "/cluster/rules?index=books",
      "/cluster/user-management?index=books",
      "/cluster/suggestions?index=books",
    ]);
    for (const path of ["/cluster/rules?index=books", "/cluster/rules/new", "/cluster/suggestions.data"]) {
      const { at, place, menu } = await placeAt(path);
      expect([at, place, hrefOf(menu, "browse")]).toEqual([undefined, "books", "/app/books/browse"]);
    }
    expect((await placeAt("/cluster")).place).toBeUndefined();
    expect((await placeAt("/cluster/suggestions")).place).toBeUndefined();
    // An address that names an index is one's own way into it.
    expect((await placeAt("/cluster/rules?index=films")).place).toBe("films");
    expect((await placeAt("/cluster/request-logs")).place).toBeUndefined();
    expect((await placeAt("/cluster/rules?index=a,b")).place).toBeUndefined();
  });

  it("puts the first steps away for one user of this browser, until he wants them again", async () => {
    let documents = 3;
    const play = searchServer();
    const listed = () => [
      {
        alias: "books",
        index: "books_1",
        health: "green",
        status: "open",
        "docs.count": documents,
        "store.size": "1kb",
        pri: 1,
        rep: 0,
      },
    ];
    const session = await signedIn((seen) => (seen.path === "/_aliasedindices" ? { body: listed() } : play(seen)));
    const steps = async (cookie: string) => {
      const page = await overview({
        request: consoleRequest("/cluster", { cookie }),
        params: {},
        context: session.context,
      });
      return "ok" in page.steps && page.steps.ok ? page.steps.value : [];
    };
    expect(await steps(session.cookie)).toBeNull();
    documents = 0;
    const first = await steps(session.cookie);
    expect(first).toHaveLength(8);
    expect(first?.flatMap(({ to }) => to ?? [])).toEqual([
      "/cluster/import",
      "/cluster/browse",
      "/cluster/search-preview",
      "/cluster/analytics",
      "/cluster/popular-searches",
      "/cluster/console",
    ]);
    const form = { firstSteps: "hide", redirectTo: "/cluster" };
    const request = consoleRequest("/resources/preferences", { cookie: session.cookie, form });
    const hidden = await responseOf(setPreference({ request, params: {}, context: session.context }));
    const kept = cookiesOf(hidden.headers);
    expect(await steps(`${session.cookie}; ${kept}`)).toBeNull();
    expect(personOf({ url: "http://a", username: "mira" })).not.toBe(personOf({ url: "http://a", username: "jonas" }));
    const shown = { theme: "system", lite: "auto", listView: "list", firstSteps: "on" };
    const save = consoleRequest("/account/preferences", { cookie: `${session.cookie}; ${kept}`, form: shown });
    const again = await responseOf(savePreferences({ request: save, params: {}, context: session.context }));
    expect(await steps(`${session.cookie}; ${cookiesOf(again.headers)}`)).toHaveLength(8);
  });
});

describe("the menu", () => {
  it("shows a section by its action and the back end", () => {
    const at = { level: "cluster" } as const;
    const labels = (
      actions: Parameters<typeof visibleSections>[0]["actions"],
      backend: Parameters<typeof visibleSections>[0]["backend"],
    ) => visibleSections({ at, actions, backend }).map((section) => section.id);
    expect(labels(["develop"], "elasticsearch")).toContain("overview");
    expect(labels(["billing"], "elasticsearch")).not.toContain("overview");
    expect(labels(["develop"], "solr")).toEqual([]);
  });
});

describe("preferences", () => {
  const post = (form: Record<string, string>, path = "/resources/preferences") => consoleRequest(path, { form });

  it("are kept by the small forms, which lead back and nowhere else", async () => {
    const dark = await responseOf(
      setPreference({
        request: post({ theme: "dark", redirectTo: "/cluster?a=1" }),
        params: {},
        context: testContext(),
      }),
    );
    expect(dark.headers.get("Location")).toBe("/cluster?a=1");
    const { reader } = await root({
      request: consoleRequest("/", { cookie: cookiesOf(dark.headers) }),
      params: {},
      context: testContext(),
    });
    expect(reader.theme).toBe("dark");
    const away = await responseOf(
      setPreference({ request: post({ theme: "x", redirectTo: "//evil.test" }), params: {}, context: testContext() }),
    );
    expect(away.headers.get("Location")).toBe("/");
  });

  it("turn lite on by itself with Save-Data, unless the reader chose", async () => {
    const lite = async (headers: Record<string, string>, cookie?: string) =>
      (await root({ request: consoleRequest("/", { headers, cookie }), params: {}, context: testContext() })).reader
        .lite;
    expect(await lite({})).toBe(false);
    expect(await lite({ "Save-Data": "on" })).toBe(true);
    expect(await lite({ "Save-Data": "on" }, `sd_prefs=${encodeURIComponent('{"lite":false}')}`)).toBe(false);
  });

  it("say UTC until the zone is known, and survive a broken cookie", async () => {
    const reader = async (cookie: string) =>
      (await root({ request: consoleRequest("/", { cookie }), params: {}, context: testContext() })).reader;
    expect(await reader("sd_prefs=%7Bbroken")).toMatchObject({ zone: "UTC", zoneKnown: false, theme: "system" });
    expect(await reader("sd_zone=Europe%2FOslo")).toMatchObject({ zone: "Europe/Oslo", zoneKnown: true });
    expect(await reader("sd_zone=Nowhere%2FAtAll")).toMatchObject({ zone: "UTC", zoneKnown: false });
  });

  it("refuse a zone that is none, beside its field", async () => {
    const { context, cookie } = await signedIn();
    const form = { intent: "save-preferences", theme: "dark", lite: "auto", listView: "grid", zone: "Mars/Base" };
    const { status, reply, errors } = replyOf(
      await savePreferences({ request: consoleRequest("/account/preferences", { cookie, form }), params: {}, context }),
    );
    expect(status).toBe(400);
    expect(errors["zone"]?.[0]).toContain("Not a time zone");
    expect(reply.result.initialValue).toMatchObject({ zone: "Mars/Base", listView: "grid" });
  });
});

it.each(["a", "\u0001", "日", "🙂", "\ud83d"])("a message of many %j fits into its cookie", (sign) => {
  const cookie = flashCookie(consoleRequest("/"), { kind: "bad", text: `Not saved: ${sign.repeat(900)}` });
  expect(cookie.length).toBeLessThan(4000);
  expect(decodeURIComponent(cookie)).toContain("Not saved: ");
});
