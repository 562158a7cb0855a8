import * as z from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader as indices } from "~/routes/_levels/indices";
import { action } from "~/routes/account/login";
import { loader as shell } from "~/routes/shell";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../setup/console";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/books", {});
  await backend.call("PUT", "/a.b-ü", {});
  await backend.call("POST", "/_user", { username: "rita", password: "rita's own", allowed_actions: ["analytics"], indices: ["*"] });
});
afterAll(() => backend.close());

const post = (context: ReturnType<typeof testContext>, form: Record<string, string>) =>
  action({ request: consoleRequest("/login", { form: { intent: "sign-in", url: backend.url, ...form } }), params: {}, context });

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
    expect(data.apps.first).toEqual(["a.b-ü", "books"]);
    const choice = await indices({ request: consoleRequest("/indices?q=b*s", { cookie }), params: {}, context });
    expect(choice.rows.map((row) => row.name)).toEqual(["books"]);
  });

  it("a user sees what the actions allow", async () => {
    const { context, cookie } = await signIn("rita", "rita's own");
    const { data } = await shell({ request: consoleRequest("/cluster", { cookie }), params: {}, context });
    expect(data.user).toEqual({ name: "rita", isAdmin: false });
    expect(data.sections.map((section) => section.id)).not.toContain("develop");
  });

  it("a wrong password, an unknown name and a credential are told apart where the server tells", async () => {
    const context = testContext({ SEARCH_URL: backend.url });
    const wrong = replyOf(await post(context, { username: "admin", password: "no" }));
    expect(wrong.errors["password"]?.[0]).toBe("Wrong user name or password. The server answered; check both.");
    const unknown = replyOf(await post(context, { username: "nobody", password: "no" }));
    expect(unknown.errors["password"]?.[0]).toBe("Wrong user name or password. The server answered; check both.");
    // The server makes up name and password of a credential.
    const made = z.object({ username: z.string(), password: z.string() }).parse((await backend.call("POST", "/_permission", { description: "web", ops: ["read"], indices: ["*"] })).body);
    const credential = replyOf(await post(context, made));
    expect(credential.reply.reason).toBe("credentials");
    expect(credential.errors["username"]?.[0]).toContain("API credential");
  });
});
