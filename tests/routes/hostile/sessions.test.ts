import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seal } from "~/session/seal.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { renderedConsole } from "../../setup/rendered";
import { type Browser, browserAt } from "./support";

// A session is its cookie and its row: neither can be chosen by somebody else, made, put together, or used once it has
// ended.

const PASSWORD = "a-quiet-owl";
const NEXT = "another-quiet-owl-at-night";
let backend: TestBackend;
let open: Awaited<ReturnType<typeof renderedConsole>>;
let context: ReturnType<typeof testContext>;
let made = 0;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "Metropolis" });
  open = await renderedConsole();
});
afterAll(() => backend.close());
beforeEach(() => {
  context = testContext({ SEARCH_URL: backend.url, SESSION_SECRET: "the only secret" });
});

async function makeUser(more: Record<string, unknown> = {}): Promise<string> {
  const username = `user-${(made += 1)}`;
  await backend.call("POST", "/_user", { username, password: PASSWORD, is_admin: true, ...more });
  return username;
}

const form = (username: string, password = PASSWORD) => ({ intent: "sign-in", url: backend.url, username, password });
const fresh = (here = context) => browserAt({ open, context: here });

async function signIn({
  username,
  browser = fresh(),
  password = PASSWORD,
}: {
  username: string;
  browser?: Browser;
  password?: string;
}): Promise<Browser> {
  const answer = await browser.ask("/login", { form: form(username, password) });
  expect(answer.status).toBe(302);
  return browser;
}

/** What a cookie opens: nothing, or somebody's console. */
async function opens(cookie: string, here = context): Promise<string> {
  const browser = fresh(here);
  browser.plant(cookie);
  const { status, location, text } = await browser.ask("/logout");
  return status === 200
    ? (/signed in as ([\w-]+)/.exec(text.replaceAll("<!-- -->", ""))?.[1] ?? text.slice(0, 200))
    : `${status} ${location}`;
}
const NOTHING = "302 /login";

describe("fixation: a cookie that was there before", () => {
  const planted: Record<string, () => Promise<string>> = {
    "of somebody else who is signed in": async () => (await signIn({ username: await makeUser() })).session(),
    "of a session that has ended": async () => {
      const browser = await signIn({ username: await makeUser() });
      const value = browser.session();
      await browser.ask("/logout", { form: {} });
      return value;
    },
    "chosen freely": async () => "chosen",
    "of letters that no cookie has": async () => "%00%0d%0aSet-Cookie:%20a=b",
    "sealed for another purpose": async () =>
      seal({ text: "{}", purpose: "console work", secrets: ["the only secret"] }),
  };

  it.each(Object.entries(planted))("%s is not the session's, and opens nothing afterwards", async (_, plant) => {
    const before = await plant();
    const username = await makeUser();
    const browser = fresh();
    browser.plant(before);
    await signIn({ username, browser });
    expect(browser.session()).not.toBe(before);
    expect(await opens(browser.session())).toBe(username);
    expect(await opens(before)).toBe(NOTHING);
  });

  it("opens nothing after a sign-in by a password in the address", async () => {
    const browser = await signIn({ username: await makeUser() });
    const before = browser.session();
    const username = await makeUser();
    // Who is signed in is not signed in anew by a link.
    await browser.ask(`/login?url=${encodeURIComponent(backend.url)}&username=${username}&password=${PASSWORD}`);
    expect(browser.session()).toBe(before);
    await browser.ask("/logout", { form: {} });
    await browser.ask(`/login?url=${encodeURIComponent(backend.url)}&username=${username}&password=${PASSWORD}`);
    expect(await opens(browser.session())).toBe(username);
    expect(await opens(before)).toBe(NOTHING);
  });

  it("stays the one that it was after a sign-in that failed", async () => {
    const username = await makeUser();
    const browser = await signIn({ username });
    const before = browser.session();
    // The page behind the form leads on who is signed in.
    expect((await browser.ask("/login", { form: form(username, "wrong") })).location).toBe("/");
    expect(browser.session()).toBe(before);
    expect(await opens(before)).toBe(username);
  });

  it("is another one in each of several sign-ins of the same person", async () => {
    const username = await makeUser();
    const browsers = await Promise.all([1, 2, 3].map(() => signIn({ username })));
    expect(new Set(browsers.map((browser) => browser.session())).size).toBe(3);
  });

  it("is another one at the begin and at the end of a view, and what was before opens nothing", async () => {
    const [admin, viewed] = [
      await makeUser(),
      await makeUser({ is_admin: false, allowed_actions: ["develop"], indices: ["films"] }),
    ];
    const browser = await signIn({ username: admin });
    const own = browser.session();
    expect((await browser.ask(`/cluster/user-management/${viewed}/view`, { form: { intent: "view-as" } })).status).toBe(
      302,
    );
    const view = browser.session();
    expect((await browser.ask("/account/view", { form: {} })).status).toBe(302);
    const after = browser.session();
    expect(new Set([own, view, after]).size).toBe(3);
    expect([await opens(own), await opens(view), await opens(after)]).toEqual([NOTHING, NOTHING, admin]);
  });
});

describe("replay: a copy of the cookie is worth nothing", () => {
  type Ends = { browser: Browser; username: string; other: Browser };
  const ends: Record<string, (it: Ends) => Promise<unknown>> = {
    "after signing out": ({ browser }) => browser.ask("/logout", { form: {} }),
    "after signing out in a browser that has a copy of it": async ({ browser }) => {
      const copy = fresh();
      copy.plant(browser.session());
      await copy.ask("/logout", { form: {} });
    },
    "after its owner ended it from elsewhere": ({ other }) =>
      other.ask("/account/sign-ins", { form: { intent: "end-others" } }),
    "after signing in as somebody else in the same browser": async ({ browser }) =>
      signIn({ username: await makeUser(), browser }),
    "after signing in again in the same browser": ({ browser, username }) => signIn({ username, browser }),
    "after its password was changed here": async ({ username }) => {
      const admin = await signIn({ username: await makeUser() });
      const answer = await admin.ask(`/cluster/user-management/${username}/password`, {
        form: { intent: "set-password", password: NEXT },
      });
      expect(answer.status).toBe(302);
    },
    "after its user was deleted here": async ({ username }) => {
      const admin = await signIn({ username: await makeUser() });
      const answer = await admin.ask(`/cluster/user-management/${username}/delete`, {
        form: { intent: "delete-user", confirmation: username },
      });
      expect(answer.status).toBe(302);
    },
  };

  it.each(Object.entries(ends))("%s", async (_, end) => {
    const username = await makeUser();
    const [browser, other] = [await signIn({ username }), await signIn({ username })];
    const copy = browser.session();
    expect(await opens(copy)).toBe(username);
    await end({ browser, username, other });
    expect(await opens(copy)).toBe(NOTHING);
    const thief = fresh();
    thief.plant(copy);
    for (const path of [
      "/cluster",
      "/app/films/browse",
      "/account/sign-ins",
      "/resources/films/mapping",
      "/resources/films/browse/1/raw",
    ]) {
      expect((await thief.ask(path)).location, path).toMatch(/^\/login/);
      thief.plant(copy);
    }
    const posted = await thief.ask("/cluster/create-index", {
      form: { intent: "create-index", name: "stolen", shards: "1", replicas: "0" },
    });
    expect(posted.location).toMatch(/^\/login/);
    expect((await backend.call("HEAD", "/stolen")).status).toBe(404);
  });

  it.each(["password", "user"])(
    "after the %s was changed at the server, whatever the console still takes for the rights of it",
    async (what) => {
      const username = await makeUser();
      const browser = await signIn({ username });
      if (what === "user") await backend.call("DELETE", `/_user/${username}`);
      else await backend.call("PATCH", `/_user/${username}`, { password: NEXT });
      const page = await browser.ask("/app/films/browse");
      expect([302, 401, 403]).toContain(page.status);
      expect(page.text).not.toContain("Metropolis");
    },
  );
});

describe("tampering", () => {
  const decode = (value: string) => Buffer.from(value.slice(2), "base64url");
  const encode = (bytes: Buffer, version = "1") => `${version}.${bytes.toString("base64url")}`;
  let own = "";
  let other = "";
  beforeEach(async () => {
    [own, other] = [
      (await signIn({ username: await makeUser() })).session(),
      (await signIn({ username: await makeUser() })).session(),
    ];
  });

  it("of any bit of nonce, tag and text opens nothing", async () => {
    const bytes = decode(own);
    const wrong: string[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = bytes[at]! ^ (1 << (at % 8));
      if ((await fast(encode(changed))) !== undefined) wrong.push(String(at));
    }
    expect(wrong).toEqual([]);
    expect(await opens(own)).not.toBe(NOTHING);
  });

  it("by parts of two cookies, lengths, versions and doubles opens nothing", async () => {
    const [mine, theirs] = [decode(own), decode(other)];
    const pieces = [12, 28, 29, 40].flatMap((cut) => [
      Buffer.concat([mine.subarray(0, cut), theirs.subarray(cut)]),
      Buffer.concat([theirs.subarray(0, cut), mine.subarray(cut)]),
      mine.subarray(0, cut),
      mine.subarray(cut),
    ]);
    const values = [
      ...pieces.map((piece) => encode(piece)),
      ...["", "0", "2", "01", "1 ", "v1"].map((version) => encode(mine, version)),
      ...[
        encode(Buffer.concat([mine, theirs])),
        `${own}${other}`,
        `${own}.${own.slice(2)}`,
        `${own}.`,
        `.${own}`,
        `${own},${other}`,
        `"${own}"`,
      ],
      ...[
        encode(mine.subarray(0, -1)),
        encode(Buffer.concat([mine, Buffer.alloc(1)])),
        `1.${mine.toString("base64")}=`,
        `1.${mine.toString("hex")}`,
      ],
    ].filter((value) => value !== own);
    for (const value of values) expect(await fast(value), value).toBeUndefined();
  });

  const session = { id: "x", url: "http://127.0.0.1", username: "admin", password: "x" };
  const json = JSON.stringify(session);
  function sealed({ secret, info = "session cookie", aad = "1" }: { secret: string; info?: string; aad?: string }) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(
      "aes-256-gcm",
      Buffer.from(hkdfSync("sha256", secret, "searchdeck", info, 32)),
      nonce,
    );
    cipher.setAAD(Buffer.from(aad));
    const body = Buffer.concat([cipher.update(json, "utf8"), cipher.final()]);
    return encode(Buffer.concat([nonce, cipher.getAuthTag(), body]));
  }
  const forged: Record<string, () => string> = {
    "plain JSON": () => json,
    "plain JSON in base64": () => encode(Buffer.from(json)),
    "sealed with an empty secret": () => sealed({ secret: "" }),
    "sealed with a secret that is not ours": () => sealed({ secret: "the only secre" }),
    "sealed with our secret for something else": () => sealed({ secret: "the only secret", info: "way back" }),
    "sealed with our secret for another version": () => sealed({ secret: "the only secret", aad: "0" }),
    // The one that only who knows the secret can make: its row is not there.
    "sealed with our secret, of a session that nobody began": () => sealed({ secret: "the only secret" }),
    "of express, signed": () => `s:${json}.${"a".repeat(43)}`,
    "a token of another kind": () => `eyJhbGciOiJub25lIn0.${Buffer.from(json).toString("base64url")}.`,
  };
  it.each(Object.entries(forged))("%s opens nothing", async (_, make) => {
    expect(await opens(encodeURIComponent(make()))).toBe(NOTHING);
  });

  it("by each other value that the console seals opens nothing", async () => {
    const text = JSON.stringify({ ...session, url: backend.url });
    for (const purpose of ["job credentials", "way back", "console work"] as const)
      expect(await opens(encodeURIComponent(seal({ text, purpose, secrets: ["the only secret"] }))), purpose).toBe(
        NOTHING,
      );
  });

  it("by the cookies of two people at once never opens a third", async () => {
    const browser = fresh();
    browser.plant(`${own}; sd_session=${other}`);
    const { text } = await browser.ask("/logout");
    expect(text).toContain("Sign out?");
  });

  /** As `opens`, without a page. */
  async function fast(value: string) {
    const { getSession } = await import("~/sessions.server");
    return getSession({
      request: new Request("http://console.test/", { headers: { Cookie: `sd_session=${encodeURIComponent(value)}` } }),
      context,
    });
  }
});

describe("rotation of the secret", () => {
  const withSecrets = (secrets: string) =>
    testContext({ SEARCH_URL: backend.url, DATA_DIR: context.config.dataDir, SESSION_SECRET: secrets });

  it("goes on with sessions of a secret that is still listed, begins with the first, and ends them with it", async () => {
    const username = await makeUser();
    const old = (await signIn({ username, browser: fresh(withSecrets("old")) })).session();
    const both = withSecrets("new, old");
    expect(await opens(old, both)).toBe(username);
    const begun = (await signIn({ username, browser: fresh(both) })).session();
    expect(await opens(begun, withSecrets("new"))).toBe(username);
    expect(await opens(begun, withSecrets("old"))).toBe(NOTHING);
    expect(await opens(old, withSecrets("new"))).toBe(NOTHING);
    // Put back, it opens what had not ended meanwhile.
    expect(await opens(old, withSecrets("new,old"))).toBe(username);
  });

  it("lets a session of the old secret be ended while both are listed, for good", async () => {
    const username = await makeUser();
    const browser = await signIn({ username, browser: fresh(withSecrets("old")) });
    const old = browser.session();
    browser.context = withSecrets("new,old");
    await browser.ask("/logout", { form: {} });
    for (const secrets of ["old", "new,old", "old,new"])
      expect(await opens(old, withSecrets(secrets)), secrets).toBe(NOTHING);
  });

  it("keeps a secret that is made here for the next start, and one that is configured takes its place", async () => {
    const username = await makeUser();
    const generated = withSecrets("");
    const cookie = (await signIn({ username, browser: fresh(generated) })).session();
    expect(await opens(cookie, withSecrets(""))).toBe(username);
    expect(await opens(cookie, withSecrets("configured"))).toBe(NOTHING);
  });

  it("means the same to two consoles of one data folder, and nothing to one of another", async () => {
    const username = await makeUser();
    const [first, second] = [withSecrets("shared"), withSecrets("shared")];
    const browser = await signIn({ username, browser: fresh(first) });
    expect(await opens(browser.session(), second)).toBe(username);
    const copy = browser.session();
    browser.context = second;
    await browser.ask("/logout", { form: {} });
    expect(await opens(copy, first)).toBe(NOTHING);
    const elsewhere = testContext({ SEARCH_URL: backend.url, SESSION_SECRET: "shared" });
    const again = (await signIn({ username, browser: fresh(first) })).session();
    expect(await opens(again, elsewhere)).toBe(NOTHING);
  });
});
