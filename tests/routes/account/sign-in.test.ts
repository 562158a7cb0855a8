import { afterEach, describe, expect, it } from "vitest";
import { action, loader } from "~/routes/account/login";
import { action as signOut } from "~/routes/account/logout";
import { loader as shell } from "~/routes/shell";
import { getSession } from "~/sessions.server";
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

type Play = Parameters<typeof playServer>[0];

async function start(play: Play = searchServer(), env: Record<string, string> = {}) {
  server = await playServer(play);
  return { url: server.url, context: testContext({ SEARCH_URL: server.url, ...env }) };
}

type Context = ReturnType<typeof testContext>;
const right = { intent: "sign-in", username: "mira", password: "right" };

async function post(context: Context, form: Record<string, string>) {
  return action({ request: consoleRequest("/login", { form }), params: {}, context });
}

/** The reply to a form that was not taken. */
async function refused(context: Context, form: Record<string, string>) {
  return replyOf(await post(context, form));
}

describe("signing in", () => {
  it("begins a session and leads to the page that was asked for", async () => {
    const { url, context } = await start();
    const answer = await responseOf(post(context, { ...right, url, redirectTo: "/app/a%2Fb/browse?q=1" }));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe("/app/a%2Fb/browse?q=1");
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    expect(cookie).not.toContain("Secure");
    expect(Buffer.from(cookie, "base64url").toString("latin1")).not.toContain("right");
    const session = await getSession({ request: consoleRequest("/", { cookie: cookiesOf(answer.headers) }), context });
    expect(session).toMatchObject({ url, username: "mira", password: "right" });
  });

  it("marks the cookie Secure when the request came by https", async () => {
    const { url, context } = await start();
    const request = new Request("https://console.test/login", {
      method: "POST",
      headers: { Origin: "https://console.test" },
      body: new URLSearchParams({ ...right, url }),
    });
    const answer = await responseOf(action({ request, params: {}, context }));
    expect(answer.headers.get("Set-Cookie")).toContain("; Secure");
  });

  it("never leads to another site", async () => {
    const { url, context } = await start();
    for (const redirectTo of ["//evil.test", "https://evil.test", "/\\evil.test"]) {
      expect((await responseOf(post(context, { ...right, url, redirectTo }))).headers.get("Location")).toBe("/");
    }
  });

  it("takes name and password out of the address, and does not send them back", async () => {
    const { url, context } = await start();
    const address = (password: string) => url.replace("http://", `http://mira:${password}@`);
    expect((await responseOf(post(context, { intent: "sign-in", url: address("right") }))).status).toBe(302);
    const { reply } = await refused(context, { intent: "sign-in", url: address("wrong-one") });
    expect(JSON.stringify(reply)).not.toContain("wrong-one");
    expect(reply.result.initialValue).toMatchObject({ url, username: "mira" });
  });

  it("keeps what was typed, but for the password", async () => {
    const { url, context } = await start();
    const { status, reply, errors } = await refused(context, { ...right, url, password: "wrong" });
    expect(status).toBe(400);
    expect(errors["password"]).toEqual(["Wrong user name or password."]);
    expect(reply.result.initialValue).toMatchObject({ url, username: "mira" });
    expect(JSON.stringify(reply)).not.toContain('wrong"');
  });

  it("asks for what is missing", async () => {
    const { context } = await start();
    const { errors } = await refused(context, { intent: "sign-in", url: "" });
    expect(errors["url"]).toEqual(["Enter the address of your search server."]);
    const { errors: others } = await refused(context, { intent: "sign-in", url: "http://x.test" });
    expect(Object.keys(others).sort()).toEqual(["password", "username"]);
  });
});

describe("what went wrong", () => {
  it("tells a server that cannot be reached", async () => {
    const context = testContext({ SEARCH_URL: "http://127.0.0.1:9" });
    const { errors } = await refused(context, { ...right, url: "http://127.0.0.1:9" });
    expect(errors["url"]?.[0]).toContain("No server answers at this address");
  });

  it("tells a server that is no search server, and one that redirects", async () => {
    const page = await start(() => ({ body: "<html>hello", headers: { "Content-Type": "text/html" } }));
    expect((await refused(page.context, { ...right, url: page.url })).errors["url"]?.[0]).toContain("no search server");
    await server?.close();
    const moved = await start(() => ({ status: 301, headers: { Location: "http://127.0.0.1:9/" } }));
    expect((await refused(moved.context, { ...right, url: moved.url })).errors["url"]?.[0]).toContain("redirect");
  });

  it("tells a server whose engine is down, in the server's words, and that nobody's password was at fault", async () => {
    const message = "not ready: the search engine cannot be reached (http://engine.test: connection refused)";
    const { url, context } = await start(
      searchServer({
        "/_user": { status: 503, body: { error: { code: 503, status: "Service Unavailable", message } } },
      }),
    );
    const { errors } = await refused(context, { ...right, url });
    expect(errors[""]?.[0]).toMatch(/were not checked.*The server said: the search engine cannot be reached/);
  });

  it("counts no try while the server finds nobody because its engine is away, and the right password then works", async () => {
    let isAway = true;
    const there = searchServer();
    const { url, context } = await start((call) => {
      if (!isAway) return there(call);
      if (call.path === "/arc/health")
        return {
          status: 500,
          body: { error: { code: 500, status: "Internal Server Error", message: "no Elasticsearch node available" } },
        };
      return {
        status: 401,
        body: {
          error: {
            code: 401,
            status: "Unauthorized",
            message: "No API credentials match with provided username: mira",
          },
        },
      };
    });
    for (let tries = 0; tries < 10; tries++) {
      const { errors } = await refused(context, { ...right, username: "mira", url });
      expect(errors[""]?.[0]).toMatch(
        /^The search server is there, but the cluster behind it cannot be reached\. Name and password were not checked/,
      );
    }
    isAway = false;
    expect((await responseOf(post(context, { ...right, url }))).status).toBe(302);
  });

  it("tells an address that is not allowed, and how to allow it, without calling it", async () => {
    const { context } = await start();
    const other = await playServer(searchServer());
    const { errors } = await refused(context, { ...right, url: other.url });
    await other.close();
    expect(errors["url"]?.[0]).toContain("ALLOWED_CLUSTER_URLS");
    expect(other.seen).toEqual([]);
  });

  it("allows an address of the list", async () => {
    const { url } = await start();
    const context = testContext({ ALLOWED_CLUSTER_URLS: url.replace("127.0.0.1", "127.0.0.*") });
    expect((await responseOf(post(context, { ...right, url }))).status).toBe(302);
  });

  it.each([
    ["402 on the plan", { "/arc/plan": { status: 402, body: { error: { message: "Payment required" } } } }],
    ["400 on the plan", { "/arc/plan": { status: 400, body: { error: { message: "No arc instance found" } } } }],
    ["402 on the user", { "/_user": { status: 402, body: { error: { message: "Payment required" } } } }],
  ])("asks for payment on %s", async (_name, change) => {
    const { url, context } = await start(searchServer(change));
    const { reply, errors } = await refused(context, { ...right, url });
    expect(reply.reason).toBe("payment");
    expect(errors[""]).toEqual(["Payment is required"]);
  });

  it("signs in where there is no plan at all", async () => {
    const { url, context } = await start(searchServer({ "/arc/plan": { status: 405, body: "" } }));
    expect((await responseOf(post(context, { ...right, url }))).status).toBe(302);
  });

  it("locks a name after failed tries at one address only", async () => {
    const { url, context } = await start();
    for (let tries = 0; tries < 8; tries += 1) await refused(context, { ...right, url, password: "wrong" });
    const locked = await refused(context, { ...right, url });
    expect(locked.reply.reason).toBe("too-many");
    expect(locked.errors[""]?.[0]).toMatch(/Too many tries\. Wait \d+ (seconds|minutes)/);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(locked.reply.result.initialValue).toMatchObject({ url, username: "mira" });
    // The same name at another address is not touched.
    const elsewhere = { ...context, clientAddress: "198.51.100.7" };
    expect((await responseOf(post(elsewhere, { ...right, url }))).status).toBe(302);
  });

  it("asks the server no more often than the count allows, however many come at once", async () => {
    const { url, context } = await start();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => refused(context, { ...right, url, password: "wrong" })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(52);
    expect(server?.seen.filter(({ path }) => path === "/_user")).toHaveLength(8);
  });

  it("counts neither good tries nor those that a server did not judge", async () => {
    const { url, context } = await start();
    for (let tries = 0; tries < 12; tries += 1)
      expect((await responseOf(post(context, { ...right, url }))).status).toBe(302);
    await server?.close();
    for (let tries = 0; tries < 12; tries += 1) expect((await refused(context, { ...right, url })).status).toBe(400);
  });

  it("never sends back a password that stood in an address, whatever else is wrong", async () => {
    const { context } = await start();
    for (const url of [
      "http://mira:s3cr3t@bad host",
      "mira:s3cr3t@host:9",
      "ftp://mira:s3cr3t@host",
      "https:mira:s3cr3t@[",
      "?url=http://mira:s3cr3t@h t",
      `http://mira:s3cr3t@host/${"x".repeat(3000)}`,
    ]) {
      for (const username of ["", "u".repeat(300)]) {
        const { reply } = await refused(context, { intent: "sign-in", url, username, password: username });
        expect(JSON.stringify(reply), url).not.toContain("s3cr3t");
      }
    }
  });
});

describe("the page", () => {
  const open = (context: Context, path: string, cookie?: string) =>
    loader({ request: consoleRequest(path, { cookie }), params: {}, context });

  it("is filled by url, username, email and cluster", async () => {
    const { url, context } = await start();
    const shown = await open(context, "/login?url=http://s.test/&username=mira");
    expect(shown).toMatchObject({ data: { values: { url: "http://s.test", username: "mira" } } });
    const mail = await open(context, "/login?email=m@x.test");
    expect(mail).toMatchObject({ data: { values: { url, username: "m@x.test" } } });
  });

  it("signs in with a password of the address once, and leads away from it", async () => {
    const { context } = await start();
    const good = await responseOf(open(context, "/login?username=mira&password=right&redirectTo=/cluster%3Fa%3D1"));
    expect(good.headers.get("Location")).toBe("/cluster?a=1");
    expect(good.headers.get("Set-Cookie")).toContain("sd_session=");
    const bad = await responseOf(open(context, "/login?username=mira&password=wrong"));
    expect(bad.headers.get("Location")).toMatch(/^\/login\?url=.*username=mira$/);
    expect(bad.headers.get("Location")).not.toContain("wrong");
  });

  it("leads on who is signed in already", async () => {
    const { url, context } = await start();
    const signedIn = await responseOf(post(context, { ...right, url }));
    expect((await responseOf(open(context, "/login", cookiesOf(signedIn.headers)))).headers.get("Location")).toBe("/");
  });
});

describe("signing out", () => {
  it("makes every copy of the cookie worthless", async () => {
    const { url, context } = await start();
    const cookie = cookiesOf((await responseOf(post(context, { ...right, url }))).headers);
    const args = { request: consoleRequest("/cluster", { cookie }), params: {}, context };
    expect(await shell(args)).not.toBeInstanceOf(Response);
    const out = await responseOf(
      signOut({ request: consoleRequest("/logout", { cookie, form: {} }), params: {}, context }),
    );
    expect(out.headers.get("Location")).toBe("/login");
    expect((await responseOf(shell(args))).headers.get("Location")).toBe("/login");
  });

  it("is refused to other sites", async () => {
    const { url, context } = await start();
    const cookie = cookiesOf((await responseOf(post(context, { ...right, url }))).headers);
    const foreign = consoleRequest("/logout", { cookie, form: {}, headers: { Origin: "null" } });
    expect((await responseOf(signOut({ request: foreign, params: {}, context }))).status).toBe(403);
    expect(await getSession({ request: consoleRequest("/", { cookie }), context })).toBeDefined();
  });
});
