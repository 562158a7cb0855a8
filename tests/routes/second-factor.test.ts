import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as signIn } from "~/routes/account/login";
import { action as giveCode, loader as codePage } from "~/routes/account/second-factor/login";
import { loader as users } from "~/routes/access/users/list";
import { getSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../setup/console";
import { codeOf, giveFactor } from "../setup/second-factor";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

let last = 0;
/** A user with a second factor, and a console of his own: tries are counted by name and address. */
async function makeFactor(fields: Record<string, unknown> = { is_admin: true }) {
  const username = `rita-${(last += 1)}`;
  const password = "rita's own";
  await backend.call("POST", "/_user", { username, password, ...fields });
  const context = testContext({ SEARCH_URL: backend.url });
  return { username, password, context, ...(await giveFactor({ url: backend.url, username, password })) };
}
type Made = Awaited<ReturnType<typeof makeFactor>>;

const typed = ({ username, password, context }: Made, more: Record<string, string> = {}, cookie = "") =>
  responseOf(
    signIn({ request: consoleRequest("/login", { cookie, form: { intent: "sign-in", url: backend.url, username, password, ...more } }), params: {}, context }),
  );
const codeRequest = (cookie: string, form?: Record<string, string>) => consoleRequest("/login/code", { cookie, ...(form ? { form } : {}) });
const give = ({ context }: Made, cookie: string, code: string, more: Record<string, string> = {}) =>
  giveCode({ request: codeRequest(cookie, { intent: "give-code", code, ...more }), params: {}, context });

describe("signing in with a second factor", () => {
  it("asks for the code after the right password, and begins the session only then", async () => {
    const user = await makeFactor();
    const answer = await typed(user, { redirectTo: "/cluster/user-management?q=x" });
    expect(answer.headers.get("Location")).toBe(`/login/code?redirectTo=${encodeURIComponent("/cluster/user-management?q=x")}`);
    const step = cookiesOf(answer.headers);
    expect(step).toContain("sd_step=");
    expect(step).not.toContain("sd_session");
    expect(decodeURIComponent(step)).not.toContain(user.password);
    expect(getSession({ request: codeRequest(step), context: user.context })).toBeUndefined();
    expect(codePage({ request: codeRequest(step), params: {}, context: user.context })).toMatchObject({ username: user.username });

    const wrong = replyOf(await give(user, step, "000000"));
    expect(wrong).toMatchObject({ status: 400, errors: { code: [expect.stringContaining("not right")] } });
    expect(JSON.stringify(wrong)).not.toContain("000000");

    const done = await responseOf(give(user, step, codeOf(user.secret), { redirectTo: "/cluster/user-management?q=x" }));
    expect(done.headers.get("Location")).toBe("/cluster/user-management?q=x");
    const cookie = cookiesOf(done.headers);
    expect(cookie).not.toContain("sd_step=1");
    const page = await users({ request: consoleRequest("/cluster/user-management", { cookie }), params: {}, context: user.context });
    expect(page.list.total).toBeGreaterThan(0);
  });
});
