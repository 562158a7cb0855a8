import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { action, loader } from "~/routes/account/sign-ins";
import { openStore } from "~/services/platform/store/database.server";
import { createSession, getSession } from "~/sessions.server";
import { consoleRequest, cookiesOf, playServer, responseOf, searchServer, testContext } from "../../setup/console";

let server: Awaited<ReturnType<typeof playServer>>;
beforeAll(async () => {
  server = await playServer(searchServer());
});
afterAll(() => server.close());

let context: ReturnType<typeof testContext>;
beforeEach(() => {
  context = testContext({ SEARCH_URL: server.url, SESSION_DAYS: "2", SESSION_IDLE_HOURS: "3" });
});
afterEach(() => {
  vi.useRealTimers();
});

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

function signIn({ username = "mira", agent = FIREFOX, address = "203.0.113.7" } = {}) {
  const request = new Request("http://console.test/login", { headers: { "User-Agent": agent } });
  const cookie = createSession({
    request,
    context: { ...context, clientAddress: address },
    url: server.url,
    username,
    password: "right",
  });
  return cookiesOf(new Headers({ "Set-Cookie": cookie }));
}
const isIn = async (cookie: string) =>
  (await getSession({ request: consoleRequest("/", { cookie }), context })) !== undefined;
const list = async (cookie: string) =>
  (await loader({ request: consoleRequest("/account/sign-ins", { cookie }), params: {}, context })).signIns;
const post = (cookie: string, form: Record<string, string>) =>
  responseOf(action({ request: consoleRequest("/account/sign-ins", { cookie, form }), params: {}, context }));

describe("sign-ins", () => {
  it("are listed with browser, address and times, those of nobody else", async () => {
    const [own] = [signIn(), signIn({ agent: "curl/8.5.0", address: "198.51.100.4" }), signIn({ username: "nils" })];
    const shown = await list(own);
    expect(shown.map(({ browser, address, own: mine }) => ({ browser, address, mine }))).toEqual(
      expect.arrayContaining([
        { browser: "Firefox 128 on Linux", address: "203.0.113.7", mine: true },
        { browser: "curl/8.5.0", address: "198.51.100.4", mine: false },
      ]),
    );
    expect(shown).toHaveLength(2);
    expect(Math.abs((shown[0]?.started ?? 0) - Date.now())).toBeLessThan(5_000);
  });

  it("end one by one, and all others at once", async () => {
    const [own, second, third] = [signIn(), signIn({ agent: "two" }), signIn({ agent: "three" })];
    const two = (await list(own)).find(({ browser }) => browser === "two");
    expect((await post(own, { intent: "end-sign-in", id: two?.id ?? "" })).status).toBe(302);
    expect(await Promise.all([own, second, third].map(isIn))).toEqual([true, false, true]);
    await post(own, { intent: "end-others" });
    expect(await Promise.all([own, third].map(isIn))).toEqual([true, false]);
  });

  it("of another user do not end, whatever is sent", async () => {
    const [own, other] = [signIn(), signIn({ username: "nils" })];
    const [id] = (await list(other)).map((one) => one.id);
    await post(own, { intent: "end-sign-in", id: id ?? "" });
    await post(own, { intent: "end-others" });
    expect(await isIn(other)).toBe(true);
  });

  it("do not give away what a cookie is made of", async () => {
    const own = signIn();
    const session = await getSession({ request: consoleRequest("/", { cookie: own }), context });
    expect(JSON.stringify(await list(own))).not.toContain(session?.id);
  });

  it("need a form of this console", async () => {
    const request = new Request("http://console.test/account/sign-ins", {
      method: "POST",
      headers: { Cookie: signIn(), Origin: "https://evil.test" },
      body: new URLSearchParams({ intent: "end-others" }),
    });
    await expect(action({ request, params: {}, context })).rejects.toMatchObject({ status: 403 });
  });
});

describe("a session ends", () => {
  const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);

  it("when it was left alone too long, and not while it is used", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const cookie = signIn();
    for (let n = 0; n < 4; n++) {
      hours(2);
      expect(await isIn(cookie)).toBe(true);
    }
    hours(3.1);
    expect(await isIn(cookie)).toBe(false);
    // It does not come back to life.
    expect(await isIn(cookie)).toBe(false);
  });

  it("after its days, however much it is used", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const cookie = signIn();
    for (let n = 0; n < 23; n++) {
      hours(2);
      expect(await isIn(cookie)).toBe(true);
    }
    hours(2.5);
    expect(await isIn(cookie)).toBe(false);
  });

  it("not when a console of before opens it: what it does not know counts from now", async () => {
    const cookie = signIn();
    openStore(context.config.dataDir).exec("UPDATE sessions SET seen = 0, started = 0, owner = ''");
    expect(await isIn(cookie)).toBe(true);
    expect(
      openStore(context.config.dataDir).prepare<{ seen: number }>("SELECT seen FROM sessions").get()?.seen,
    ).toBeGreaterThan(0);
  });
});
