import * as z from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { menuOf } from "~/navigation/menu";
import { loader as indices } from "~/routes/_levels/indices";
import { action, loader as login } from "~/routes/account/login";
import { action as signOut } from "~/routes/account/logout";
import { action as add } from "~/routes/data/browse/add";
import { loader as overview } from "~/routes/overview/cluster";
import { loader as shell } from "~/routes/shell";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../../setup/console";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/books", {});
  await backend.call("PUT", "/a.b-ü", {});
  await backend.call("POST", "/_user", {
    username: "rita",
    password: "rita's own",
    allowed_actions: ["analytics"],
    indices: ["*"],
  });
});
afterAll(() => backend.close());

const post = (context: ReturnType<typeof testContext>, form: Record<string, string>) =>
  action({
    request: consoleRequest("/login", { form: { intent: "sign-in", url: backend.url, ...form } }),
    params: {},
    context,
  });

async function signIn(username: string, password: string) {
  const context = testContext({ SEARCH_URL: backend.url });
  const answer = await responseOf(post(context, { username, password }));
  expect(answer.headers.get("Location")).toBe("/");
  return { context, cookie: cookiesOf(answer.headers) };
}

describe("on the back end that comes along", () => {
  it("an admin signs in and sees menus, health and indices, system ones left out", async () => {
    const { context, cookie } = await signIn(backend.username, backend.password);
    const { data } = await shell({ request: consoleRequest("/cluster", { cookie }), params: {}, context });
    expect(data.user).toEqual({ name: "admin", isAdmin: true });
    expect(["green", "yellow"]).toContain(data.health);
    expect(data.apps?.first).toEqual(["a.b-ü", "books"]);
    const choice = await indices({ request: consoleRequest("/indices?name=b*s", { cookie }), params: {}, context });
    expect(choice.rows.map((row) => row.name)).toEqual(["books"]);
  });

  it("keeps what was typed when the session had ended, once, and for its own user", async () => {
    const { context, cookie: ended } = await signIn(backend.username, backend.password);
    await responseOf(signOut({ request: consoleRequest("/logout", { cookie: ended, form: {} }), params: {}, context }));
    const form = { intent: "add-document", id: "7", source: '{\n "a": 1}' };
    const late = (headers: { cookie?: string }) =>
      responseOf(
        add({
          request: consoleRequest("/app/books/browse/documents/add?x=1&password=zz9", { ...headers, form }),
          params: { appName: "books" },
          context,
        }),
      );
    // A cookie of ours, to the letter, tells whose form it is; without one nobody is offered it.
    for (const cookie of [undefined, `${ended}x`, ended.replace("=", "=%31").replace("%311", "%31")]) {
      const unknown = cookiesOf((await late({ cookie })).headers);
      expect(unknown).not.toContain("sd_kept");
      expect(unknown).toContain("nothing%20was%20saved.");
    }
    const answer = await late({ cookie: ended });
    expect(answer.headers.get("Location")).toBe(
      `/login?redirectTo=${encodeURIComponent("/app/books/browse/documents/add?x=1")}`,
    );
    expect(cookiesOf(answer.headers)).toContain("What%20you%20typed%20is%20kept");

    const waiting = cookiesOf(answer.headers);
    const signedIn = await responseOf(
      action({
        request: consoleRequest("/login", {
          cookie: waiting,
          form: {
            intent: "sign-in",
            url: backend.url,
            username: backend.username,
            password: backend.password,
            redirectTo: "/app/books",
          },
        }),
        params: {},
        context,
      }),
    );
    expect(signedIn.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent("/app/books")}`);
    const cookie = cookiesOf(answer.headers, signedIn.headers);
    const page = await login({
      request: consoleRequest("/login?redirectTo=/app/books", { cookie }),
      params: {},
      context,
    });
    expect(page).toMatchObject({
      data: {
        resend: { path: "/app/books/browse/documents/add?x=1", fields: Object.entries(form), redirectTo: "/app/books" },
      },
    });
    const again = await responseOf(
      login({ request: consoleRequest("/login?redirectTo=/app/books", { cookie }), params: {}, context }),
    );
    expect(again.headers.get("Location")).toBe("/app/books");

    // A server that takes the password no more: who it was is known then, and nobody else gets it.
    await backend.call("POST", "/_user", {
      username: "otto",
      password: "before",
      allowed_actions: ["develop"],
      indices: ["*"],
    });
    const otto = await signIn("otto", "before");
    await backend.call("PATCH", "/_user/otto", { password: "after" });
    const refused = await responseOf(
      add({
        request: consoleRequest("/app/books/browse/documents/add", { cookie: otto.cookie, form }),
        params: { appName: "books" },
        context: otto.context,
      }),
    );
    const admin = await signIn(backend.username, backend.password);
    const both = `${admin.cookie}; ${cookiesOf(refused.headers)}`;
    const other = await responseOf(
      login({ request: consoleRequest("/login", { cookie: both }), params: {}, context: admin.context }),
    );
    expect(other.headers.get("Location")).toBe("/");
  });

  it("keeps no secrets, no uploads and nothing of unknown length", async () => {
    const context = testContext({ SEARCH_URL: backend.url });
    const args = (request: Request) => ({ request, params: { appName: "books" }, context });
    const secret = await responseOf(
      add(args(consoleRequest("/app/books/browse/documents/add", { form: { password: "x" } }))),
    );
    const body = new FormData();
    body.append("file", new Blob(["a"]), "a.csv");
    const endless = await responseOf(
      add(
        args(
          consoleRequest("/app/books/browse/documents/add", { form: { text: "x" }, headers: { "Content-Length": "" } }),
        ),
      ),
    );
    const upload = await responseOf(
      add(
        args(
          new Request("http://console.test/app/books/browse/documents/add", {
            method: "POST",
            headers: { Origin: "http://console.test" },
            body,
          }),
        ),
      ),
    );
    for (const answer of [secret, endless, upload]) {
      expect(answer.headers.get("Location")).toContain("/login");
      expect(cookiesOf(answer.headers)).not.toContain("sd_kept");
      expect(cookiesOf(answer.headers)).toContain("nothing%20was%20saved.");
    }
  });

  it("a user sees what the actions allow", async () => {
    const { context, cookie } = await signIn("rita", "rita's own");
    const { data } = await shell({ request: consoleRequest("/cluster", { cookie }), params: {}, context });
    expect(data.user).toEqual({ name: "rita", isAdmin: false });
    expect(menuOf(data).map((section) => section.id)).not.toContain("develop");
    const page = await overview({ request: consoleRequest("/cluster", { cookie }), params: {}, context });
    expect(page).toMatchObject({ mayChange: false, table: { ok: true } });
  });

  it("a user who is held to single indices is led to them", async () => {
    await backend.call("POST", "/_user", {
      username: "uma",
      password: "uma's own",
      allowed_actions: ["develop"],
      indices: ["books", "b*", ".logs"],
    });
    const { context, cookie } = await signIn("uma", "uma's own");
    const led = await responseOf(overview({ request: consoleRequest("/cluster", { cookie }), params: {}, context }));
    expect(led.headers.get("Location")).toBe("/indices");
    const { data } = await shell({ request: consoleRequest("/cluster", { cookie }), params: {}, context });
    expect(data.apps).toEqual({ first: ["books"], total: 1, all: false });
    const choice = await indices({ request: consoleRequest("/indices", { cookie }), params: {}, context });
    expect(choice.rows).toMatchObject([{ name: "books", documents: 0 }]);
  });

  it("a wrong password, an unknown name and a credential are told apart where the server tells", async () => {
    const context = testContext({ SEARCH_URL: backend.url });
    const wrong = replyOf(await post(context, { username: "admin", password: "no" }));
    expect(wrong.errors["password"]?.[0]).toBe("Wrong user name or password.");
    const unknown = replyOf(await post(context, { username: "nobody", password: "no" }));
    expect(unknown.errors["password"]?.[0]).toBe("Wrong user name or password.");
    // The server makes up name and password of a credential.
    const made = z
      .object({ username: z.string(), password: z.string() })
      .parse((await backend.call("POST", "/_permission", { description: "web", ops: ["read"], indices: ["*"] })).body);
    const credential = replyOf(await post(context, made));
    expect(credential.reply.reason).toBe("credentials");
    expect(credential.errors["username"]?.[0]).toContain("API credential");
  });
});
