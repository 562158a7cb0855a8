import * as z from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as signIn, loader as login } from "~/routes/account/login";
import { action as giveCode, loader as codePage } from "~/routes/account/second-factor/login";
import { action as signOut } from "~/routes/account/logout";
import { action as add } from "~/routes/data/browse/add";
import { loader as users } from "~/routes/access-control/users/list";
import { openStore } from "~/services/platform/store/database.server";
import { createSession, getSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import {
  consoleRequest,
  cookiesOf,
  playServer,
  replyOf,
  responseOf,
  searchServer,
  testContext,
} from "../../setup/console";
import { moduleAt, openScreen } from "../../setup/open-screen";
import { codeOf, giveFactor } from "../../setup/second-factor";

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
    signIn({
      request: consoleRequest("/login", {
        cookie,
        form: { intent: "sign-in", url: backend.url, username, password, ...more },
      }),
      params: {},
      context,
    }),
  );
const codeRequest = (cookie: string, form?: Record<string, string>) =>
  consoleRequest("/login/code", { cookie, ...(form ? { form } : {}) });
const give = ({ context }: Made, cookie: string, code: string, more: Record<string, string> = {}) =>
  giveCode({ request: codeRequest(cookie, { intent: "give-code", code, ...more }), params: {}, context });

describe("signing in with a second factor", () => {
  it("asks for the code after the right password, and begins the session only then", async () => {
    const user = await makeFactor();
    const answer = await typed(user, { redirectTo: "/cluster/user-management?q=x" });
    expect(answer.headers.get("Location")).toBe(
      `/login/code?redirectTo=${encodeURIComponent("/cluster/user-management?q=x")}`,
    );
    const step = cookiesOf(answer.headers);
    expect(step).toContain("sd_step=");
    expect(step).not.toContain("sd_session");
    expect(decodeURIComponent(step)).not.toContain(user.password);
    expect(await getSession({ request: codeRequest(step), context: user.context })).toBeUndefined();
    expect(await codePage({ request: codeRequest(step), params: {}, context: user.context })).toMatchObject({
      username: user.username,
    });

    const wrong = replyOf(await give(user, step, "000000"));
    expect(wrong).toMatchObject({ status: 400, errors: { code: [expect.stringContaining("not right")] } });
    expect(JSON.stringify(wrong)).not.toContain("000000");

    const done = await responseOf(
      give(user, step, codeOf(user.secret), { redirectTo: "/cluster/user-management?q=x" }),
    );
    expect(done.headers.get("Location")).toBe("/cluster/user-management?q=x");
    const cookie = cookiesOf(done.headers);
    expect(cookie).not.toContain("sd_step=1");
    const page = await users({
      request: consoleRequest("/cluster/user-management", { cookie }),
      params: {},
      context: user.context,
    });
    expect(page.list.total).toBeGreaterThan(0);
  });

  it("tells too many tries in words and in the header, and a step that is over leads back to the password", async () => {
    const user = await makeFactor();
    const step = cookiesOf((await typed(user)).headers);
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(replyOf(await give(user, step, "000000")));
    const last = answers.at(-1);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(last?.errors["code"]?.[0]).toMatch(/^Too many tries. Wait 15 minutes/);
    expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(800);
    // A recovery code has a count of its own.
    expect((await responseOf(give(user, step, user.codes[0] ?? ""))).headers.get("Location")).toBe("/");

    for (const cookie of ["", `${step}x`, step.replace(/sd_step=.{20}/, "sd_step=1.AAAA")]) {
      expect((await responseOf(give(user, cookie, codeOf(user.secret)))).headers.get("Location")).toMatch(/^\/login/);
      const page = await responseOf(
        Promise.resolve().then(() => codePage({ request: codeRequest(cookie), params: {}, context: user.context })),
      );
      expect(page.headers.get("Location")).toMatch(/^\/login/);
    }
    const back = await responseOf(
      giveCode({ request: codeRequest(step, { intent: "back-to-sign-in" }), params: {}, context: user.context }),
    );
    expect(back.headers.get("Location")).toContain(`username=${user.username}`);
    expect(back.headers.get("Set-Cookie")).toContain("sd_step=; Path=/login; HttpOnly; SameSite=Lax; Max-Age=0");
  });

  it("a password changed meanwhile leads back, a factor taken away meanwhile needs no code", async () => {
    const [first, second] = [await makeFactor(), await makeFactor()];
    const steps = [cookiesOf((await typed(first)).headers), cookiesOf((await typed(second)).headers)];
    await backend.call("PATCH", `/_user/${first.username}`, { password: "another one" });
    expect((await responseOf(give(first, steps[0] ?? "", codeOf(first.secret)))).headers.get("Location")).toMatch(
      /^\/login/,
    );
    await backend.call("DELETE", `/_user/${second.username}/_second_factor`);
    const done = await responseOf(give(second, steps[1] ?? "", "123456"));
    expect(done.headers.get("Location")).toBe("/");
    expect(
      (await getSession({ request: consoleRequest("/", { cookie: cookiesOf(done.headers) }), context: second.context }))
        ?.proof,
    ).toBeUndefined();
  });

  it("a password in the address asks for the code too, and a form that came too late waits for it", async () => {
    const user = await makeFactor();
    const query = `url=${encodeURIComponent(backend.url)}&username=${user.username}&password=${encodeURIComponent(user.password)}&redirectTo=/cluster/jobs`;
    const once = await responseOf(
      login({ request: consoleRequest(`/login?${query}`), params: {}, context: user.context }),
    );
    expect(once.headers.get("Location")).toBe("/login/code?redirectTo=%2Fcluster%2Fjobs");

    const signedIn = async (jar = "") =>
      cookiesOf(
        (await responseOf(give(user, cookiesOf((await typed(user, {}, jar)).headers), codeOf(user.secret, 1)))).headers,
      );
    const cookie = await signedIn();
    await responseOf(
      signOut({ request: consoleRequest("/logout", { cookie, form: {} }), params: {}, context: user.context }),
    );
    const late = await responseOf(
      add({
        request: consoleRequest("/app/books/browse/documents/add", {
          cookie,
          form: { intent: "add-document", id: "7", source: "{}" },
        }),
        params: { appName: "books" },
        context: user.context,
      }),
    );
    const kept = cookiesOf(late.headers);
    const step = cookiesOf(late.headers, (await typed(user, {}, kept)).headers);
    const done = await responseOf(give(user, step, user.codes[0] ?? "", { redirectTo: "/app/books" }));
    expect(done.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent("/app/books")}`);
  });

  it("a session whose proof is gone is led to the sign-in with a sentence", async () => {
    const user = await makeFactor();
    const { context, username, password } = user;
    const open = async (proof: string) => {
      const cookie = cookiesOf(
        new Headers({
          "Set-Cookie": createSession({
            request: consoleRequest("/"),
            context,
            url: backend.url,
            username,
            password,
            proof,
          }),
        }),
      );
      return users({ request: consoleRequest("/cluster/user-management", { cookie }), params: {}, context });
    };
    expect((await open(user.proof)).list.total).toBeGreaterThan(0);
    const answer = await responseOf(open("1.x"));
    expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Fcluster%2Fuser-management");
    expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "") + cookiesOf(answer.headers)).toContain(
      "second%20factor",
    );
  });
});

describe("one's own second factor", () => {
  type Page = "" | "/set-up" | "/codes" | "/new-codes" | "/replace" | "/off";
  async function at(
    context: ReturnType<typeof testContext>,
    page: Page,
    { cookie, form }: { cookie: string; form?: Record<string, string> },
  ) {
    const path = `/account/second-factor${page}`;
    const { module } = await moduleAt(path);
    const run = form ? module.action : module.loader;
    const request = consoleRequest(path, { cookie, ...(form ? { form } : {}) });
    return Promise.resolve().then(() => run?.({ request, params: {}, context }));
  }
  const sessionOf = ({
    context,
    username,
    password,
    proof,
  }: Pick<Made, "context" | "username" | "password"> & { proof?: string }) =>
    cookiesOf(
      new Headers({
        "Set-Cookie": createSession({
          request: consoleRequest("/"),
          context,
          url: backend.url,
          username,
          password,
          proof,
        }),
      }),
    );

  it("is set up, shown once, renewed, moved to another device and turned off", async () => {
    const username = `nils-${(last += 1)}`;
    const context = testContext({ SEARCH_URL: backend.url });
    await backend.call("POST", "/_user", {
      username,
      password: "quiet",
      allowed_actions: ["analytics"],
      indices: ["*"],
    });
    const plain = sessionOf({ context, username, password: "quiet" });
    const elsewhere = sessionOf({ context, username, password: "quiet" });
    expect(await at(context, "", { cookie: plain })).toMatchObject({ factor: { active: false }, gate: { ok: true } });

    const begun = await responseOf(at(context, "", { cookie: plain, form: { intent: "set-up" } }));
    expect(begun.headers.get("Location")).toBe("/account/second-factor/set-up");
    const waiting = `${plain}; ${cookiesOf(begun.headers)}`;
    const page = z
      .object({ groups: z.array(z.string()), uri: z.string(), qr: z.object({ path: z.string() }) })
      .parse(await at(context, "/set-up", { cookie: waiting }));
    const secret = page.groups.join("");
    expect(page.uri).toContain(secret);
    expect(waiting).not.toContain(secret);
    const wrong = replyOf(
      await at(context, "/set-up", { cookie: waiting, form: { intent: "turn-on", code: "000000" } }),
    );
    expect(wrong.errors["code"]?.[0]).toMatch(/not right/);

    const on = await responseOf(
      at(context, "/set-up", { cookie: waiting, form: { intent: "turn-on", code: codeOf(secret, -1) } }),
    );
    expect(on.headers.get("Location")).toBe("/account/second-factor/codes");
    const cookie = cookiesOf(on.headers);
    expect(await getSession({ request: consoleRequest("/", { cookie: elsewhere }), context })).toBeUndefined();
    const shown = (await at(context, "/codes", { cookie })) as {
      data: { codes: string[]; text: string };
      init: { headers: Record<string, string> };
    };
    expect(shown.data.codes).toHaveLength(10);
    expect(shown.data.text).toContain(shown.data.codes[9]);
    expect(shown.init.headers["Set-Cookie"]).toContain(
      "sd_factor=; Path=/account/second-factor; HttpOnly; SameSite=Lax; Max-Age=0",
    );
    const session = cookie.replace(/; sd_factor=[^;]*/, "");
    expect((await responseOf(at(context, "/codes", { cookie: session }))).headers.get("Location")).toBe(
      "/account/second-factor",
    );
    expect(await at(context, "", { cookie: session })).toMatchObject({ factor: { active: true, codesLeft: 10 } });

    const renewed = await responseOf(
      at(context, "/new-codes", { cookie: session, form: { intent: "new-codes", code: codeOf(secret) } }),
    );
    const fresh = (await at(context, "/codes", {
      cookie: `${session}; ${cookiesOf(renewed.headers)}`,
    })) as typeof shown;
    expect(fresh.data.codes).not.toEqual(shown.data.codes);

    expect(
      replyOf(
        await at(context, "/replace", {
          cookie: session,
          form: { intent: "replace", code: shown.data.codes[0] ?? "" },
        }),
      ).errors["code"],
    ).toBeDefined();
    const replaced = await responseOf(
      at(context, "/replace", { cookie: session, form: { intent: "replace", code: fresh.data.codes[0] ?? "" } }),
    );
    const second = `${session}; ${cookiesOf(replaced.headers)}`;
    const other = z
      .object({ groups: z.array(z.string()) })
      .parse(await at(context, "/set-up", { cookie: second }))
      .groups.join("");
    expect(other).not.toBe(secret);
    const moved = await responseOf(
      at(context, "/set-up", { cookie: second, form: { intent: "turn-on", code: codeOf(other, -1) } }),
    );
    const now = cookiesOf(moved.headers);
    const off = await responseOf(at(context, "/off", { cookie: now, form: { intent: "off", code: codeOf(other) } }));
    expect(off.headers.get("Location")).toBe("/account/second-factor");
    expect(await at(context, "", { cookie: now })).toMatchObject({ factor: { active: false } });

    const log =
      openStore(context.config.dataDir)?.prepare("SELECT * FROM changes WHERE resource = ?").all(username) ?? [];
    expect(log.map((entry) => `${String(entry["verb"])} ${String(entry["noun"])} ${String(entry["outcome"])}`)).toEqual(
      expect.arrayContaining([
        "create second factor success",
        "update recovery codes success",
        "delete second factor success",
        "create second factor failed",
      ]),
    );
    for (const hidden of [secret, other, ...shown.data.codes, ...fresh.data.codes])
      expect(JSON.stringify(log)).not.toContain(hidden);
  });

  it("is reset by an admin, with the name typed, and told of in list and page", async () => {
    const user = await makeFactor({ allowed_actions: ["analytics"], indices: ["*"] });
    const path = `/cluster/user-management/${user.username}`;
    expect(
      JSON.stringify((await openScreen(`/cluster/user-management?q=${user.username}`, { backend })).data),
    ).toContain('"secondFactor":true');
    expect(JSON.stringify((await openScreen(path, { backend })).data)).toContain('"secondFactor":true');
    expect(
      await openScreen(`${path}/second-factor`, { backend, form: { intent: "reset-second-factor" } }),
    ).toHaveFieldError("confirmation", /./);
    const form = { intent: "reset-second-factor", confirmation: user.username };
    expect(await openScreen(`${path}/second-factor`, { backend, form })).toRedirectTo(path);
    expect((await typed(user)).headers.get("Location")).toBe("/");
    expect((await openScreen(`${path}/second-factor`, { backend, form })).status).toBe(409);
  });

  it("is not there on another server, and closed to who signs in by a provider or views", async () => {
    const server = await playServer(searchServer());
    const context = testContext({ SEARCH_URL: server.url });
    const cookie = cookiesOf(
      new Headers({
        "Set-Cookie": createSession({
          request: consoleRequest("/"),
          context,
          url: server.url,
          username: "mira",
          password: "right",
        }),
      }),
    );
    expect(await at(context, "", { cookie })).toMatchObject({ factor: null, provider: false });
    for (const page of ["/set-up", "/codes", "/off"] as const) {
      expect((await responseOf(at(context, page, { cookie }))).headers.get("Location")).toBe("/account/second-factor");
    }
    await server.close();
  });
});
