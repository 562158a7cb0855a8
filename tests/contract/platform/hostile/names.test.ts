import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, basic, makeShoes, openApi } from "../../api";

const ESCAPED = encodeURIComponent;
const LIMITS = { ip_limit: 1_000_000, docs_limit: 1_000_000, search_limit: 1_000_000 };

// Each is another name than those it looks like, or is read as by somebody who folds case, width, accents, composition,
// escapes or paths.
const LOOKALIKES: Record<string, readonly string[]> = {
  kiosk: [
    "\u212aiosk", "kios\u212a", "KIOSK", "Kiosk", "kiosK", "ｋｉｏｓｋ", "k\u0131osk", "k\u0456osk", "ki\u043esk", "\u043aiosk", "kio\u017fk", "k\u{1d4be}osk", "kiosk\u0301", "kiosk\u0338", "kiosk\u200b", "\u200bkiosk", "kio\u200csk", "kio\u200dsk", "kio\u00adsk", "kio\u2060sk", "\ufeffkiosk", "kiosk\ufeff",
    "\u202ekiosk", "\u200fkiosk", "kiosk\u200e", "\u2066kiosk\u2069", "ksoik\u202e", "kiosk\ufe0f", "kiosk\u3000", "kiosk ", " kiosk", "kiosk\u00a0", "kiosk\u2028", "kiosk\t", "kiosk.", "%6biosk", "kiosk%00", "kiosk%20", "kiosk%2f", "kiosk/", "/kiosk", "x/../kiosk", "kiosk;x", "kiosk?x", "kiosk#x", "kiosk\\", "kiosk,", "kiosk,kiosk",
    "kiosk*", "kios?", "<kiosk>", "<kiosk{now}>", "kiosk::data", "kiosk\u0000", "kiosk\r\n", '"kiosk"', "'kiosk'", "kiosk--", "kiosk-", "\u{e0001}kiosk", "kio\ud800sk",
  ],
  "caf\u00e9": ["cafe\u0301", "cafe", "CAF\u00c9", "caf\u0435\u0301", "caf\u00e8", "caf%C3%A9", "caf\u00c3\u00a9", "cafe\u0301\u0323", "cafe\u00b4"],
  admin: ["\u0430dmin", "adm\u0456n", "\u00aadmin", "admin\u200b", "ADMIN", "adm\u0131n", "admın", "ａｄｍｉｎ", "admin\u0000", "admin/", "a\u0501min"],
  "stra\u00dfe": ["strasse", "stra\u1e9ee", "STRASSE", "stra\u03b2e"],
  "\ufb01lm": ["film", "FILM"],
}; // prettier-ignore
const PAIRS = Object.entries(LOOKALIKES).flatMap(([name, others]) => others.map((other) => [name, other] as const));

/** Names that stand in a path only as another one, or not at all: control characters, steps up, half of a character. */
function isRefusedName(name: string): boolean {
  return /[\p{Cc}\p{Cs}:]/u.test(name) || name === "." || /(^|\/)\.\.(\/|$)/.test(name);
}

// What is asked for by a path alone may be called as it likes beside these.
const isRefusedInPath = (name: string) => /\0|\p{Cs}/u.test(name) || /(^|\/)\.\.(\/|$)/.test(name);

describe("names", () => {
  let api: Api;

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shop");
    await makeShoes(api, "other");
  }, 60_000);
  afterAll(() => api.close());

  const user = (username: string, password: string, indices: readonly string[]) =>
    api.call("POST", "/_user", { username, password, email: "a@example.org", allowed_actions: ["develop"], indices });

  test("no user is taken for one that looks like him", async () => {
    for (const name of Object.keys(LOOKALIKES)) expect((await user(name, `of ${name}`, ["shop"])).status).toBe(201);
    for (const [name, other] of PAIRS) {
      const said = JSON.stringify(other);
      const read = async (as: string, index: string) =>
        (await api.call("GET", `/${index}/_doc/1`, undefined, { as })).status;
      // What signs in by his name, before there is one and with the other's password.
      expect(await read(basic(other, `of ${name}`), "shop"), said).toBe(401);
      const made = await user(other, `look ${other}`, ["other"]);
      expect([made.status, made.text.includes("nobody")], said).toEqual([isRefusedName(other) ? 400 : 201, false]);
      if (isRefusedName(other)) continue;
      expect(await read(basic(other, `of ${name}`), "shop"), said).toBe(401);
      expect(await read(basic(name, `look ${other}`), "other"), said).toBe(401);
      expect(await read(basic(name, `of ${name}`), "other"), said).toBe(401);
      expect(await read(basic(name, `of ${name}`), "shop"), said).toBe(200);
      expect(await read(basic(other, `look ${other}`), "other"), said).toBe(200);
      const { body } = await api.call("GET", `/_user/${ESCAPED(other)}`);
      expect(body, said).toMatchObject({ username: other, indices: ["other"] });
      // Changed and removed by his name, and nobody else.
      expect((await api.call("PATCH", `/_user/${ESCAPED(other)}`, { email: "changed@example.org" })).status, said).toBe(
        200,
      );
      expect((await api.call("GET", `/_user/${ESCAPED(name)}`)).body, said).toMatchObject({
        username: name,
        email: "a@example.org",
        indices: ["shop"],
      });
      expect((await api.call("DELETE", `/_user/${ESCAPED(other)}`)).status, said).toBe(200);
      expect((await api.call("GET", `/_user/${ESCAPED(other)}`)).status, said).toBe(404);
      expect(await read(basic(name, `of ${name}`), "shop"), said).toBe(200);
    }
  });

  test.each([
    "a:b",
    ":",
    "a\0b",
    "a\nb",
    "a\rb",
    "a\u007fb",
    "a\u0085b",
    "\ud800",
    "a\udc00",
    ".",
    "..",
    "",
    "x".repeat(513),
    "\u00e9".repeat(257),
    "x".repeat(65_536),
  ])("no user can be called %j", async (name) => {
    const { status, text } = await user(name, "secret", ["shop"]);
    expect(status, text).toBe(400);
    expect(
      (await api.call("GET", "/_users")).text.includes(JSON.stringify(name).slice(1, -1)) &&
        name.length > 2 &&
        name.length < 600,
    ).toBe(false);
  });

  test.each([
    "x".repeat(512),
    "\u00e9".repeat(256),
    "__proto__",
    "constructor",
    "toString",
    "_doc",
    "_search",
    "*",
    "a/b",
    "a%2fb",
    "%",
    "a b",
    "\ud83e\udd89",
  ])("a user may be called %s", async (name) => {
    expect((await user(name, "secret", ["shop"])).status).toBe(201);
    expect((await api.call("GET", `/_user/${ESCAPED(name)}`)).body).toMatchObject({ username: name });
    expect((await api.call("GET", "/shop/_doc/1", undefined, { as: basic(name, "secret") })).status).toBe(200);
    expect((await api.call("DELETE", `/_user/${ESCAPED(name)}`)).status).toBe(200);
  });

  test("nobody signs in by a name that is no name, or by what a name hides", async () => {
    for (const name of ["", ".", "..", "../.users/_doc/foo", "foo\0", "foo\n", "foo ", " foo", "Foo", "FOO", "*", "_all", "foo,foo", "f*", "%66oo", "_search", "__proto__", "constructor", "x".repeat(513), "x".repeat(8_000), "foo/_source", "foo?x=", "foo#", "{}", "\u202efoo", "foo\u200b"]) {
      const { status, body } = await api.call("GET", "/shop/_doc/1", undefined, { as: basic(name, "bar") });
      expect(status, name).toBe(401);
      expect(body).toEqual({ error: { code: 401, status: "Unauthorized", message: `No API credentials match with provided username: ${name}` } });
    }
  }); // prettier-ignore

  test("no role and no credential is taken for another one", async () => {
    for (const [name, others] of Object.entries(LOOKALIKES)) {
      const made = await api.call("POST", `/_role/${ESCAPED(name)}`, { indices: ["shop"], limits: LIMITS });
      expect(made.status, made.text).toBe(200);
      for (const other of others.filter((one) => !isRefusedInPath(one))) {
        expect((await api.call("GET", `/_role/${ESCAPED(other)}`)).status, other).toBe(404);
        const second = await api.call("POST", `/_role/${ESCAPED(other)}`, { indices: ["other"] });
        expect(second.status, `${other}: ${second.text}`).toBe(200);
        const own = second.body as { username: string; role: string };
        expect(own.role).toBe(other);
        expect((await api.call("GET", `/_role/${ESCAPED(other)}`)).body, other).toMatchObject({
          username: own.username,
          indices: ["other"],
        });
        expect((await api.call("DELETE", `/_permission/${own.username}`)).status).toBe(200);
      }
      const { username, password } = made.body as { username: string; password: string };
      expect((await api.call("GET", `/_role/${ESCAPED(name)}`)).body).toMatchObject({ username, indices: ["shop"] });
      for (const look of [
        username.toUpperCase(),
        `${username} `,
        `${username}\u200b`,
        username.replace("0", "O"),
        `${username}\0`,
        `./${username}`,
      ])
        if (look !== username)
          expect((await api.call("GET", "/shop/_doc/1", undefined, { as: basic(look, password) })).status, look).toBe(
            401,
          );
      for (const look of [
        password.toUpperCase(),
        `${password} `,
        `${password}\0`,
        password.slice(0, -1),
        `${password}x`,
        "",
      ])
        expect((await api.call("GET", "/shop/_doc/1", undefined, { as: basic(username, look) })).status, look).toBe(
          401,
        );
      expect((await api.call("GET", "/shop/_doc/1", undefined, { as: basic(username, password) })).status).toBe(200);
      expect((await api.call("DELETE", `/_permission/${username}`)).status).toBe(200);
    }
  });

  test("no stored query is taken for another one", async () => {
    const kept = (index: string) => ({ index, query: { query: { match_all: {} } } });
    for (const [name, other] of PAIRS.filter(([, one]) => !isRefusedInPath(one))) {
      expect((await api.call("PUT", `/_storedquery/${ESCAPED(name)}`, kept("shop"))).status).toBe(200);
      expect((await api.call("GET", `/_storedquery/${ESCAPED(other)}`)).status, other).toBe(404);
      expect((await api.call("PUT", `/_storedquery/${ESCAPED(other)}`, kept("other"))).status, other).toBe(200);
      expect((await api.call("GET", `/_storedquery/${ESCAPED(name)}`)).body, other).toMatchObject({
        id: name,
        index: "shop",
      });
      expect((await api.call("GET", `/_storedquery/${ESCAPED(other)}`)).body, other).toMatchObject({
        id: other,
        index: "other",
      });
      expect((await api.call("DELETE", `/_storedquery/${ESCAPED(other)}`)).status).toBe(200);
      expect((await api.call("GET", `/_storedquery/${ESCAPED(name)}`)).status, other).toBe(200);
    }
  });

  // A pattern without a star admits names that go on behind one of these, as the real server does; date maths without a
  // date is the name itself.
  const GOES_ON = /^<kiosk>$|^kiosk[-.,;?#\\<>"' %/:\0\r\n\t]/;

  test("no index and no alias is taken for another one", async () => {
    await api.call("PUT", "/kiosk");
    await api.call("PUT", `/${ESCAPED("caf\u00e9")}`);
    const as = await api.credential({
      indices: ["kiosk", "caf\u00e9"],
      categories: ["docs", "search"],
      ops: ["read", "write"],
      limits: LIMITS,
    });
    expect((await api.call("GET", "/kiosk/_search", undefined, { as })).status).toBe(200);
    expect((await api.call("GET", `/${ESCAPED("caf\u00e9")}/_search`, undefined, { as })).status).toBe(200);
    for (const [name, other] of PAIRS.filter(
      ([name, one]) =>
        ["kiosk", "caf\u00e9"].includes(name) && !GOES_ON.test(one) && !isRefusedInPath(one) && !one.includes(","),
    )) {
      const path = ESCAPED(other);
      const index = await api.call("PUT", `/${path}`);
      expect([200, 400], `${other}: ${index.text}`).toContain(index.status);
      if (index.status === 200) {
        await api.call("PUT", `/${path}/_doc/1?refresh=true`, { mark: "of another" });
        expect((await api.call("GET", `/${ESCAPED(name)}/_doc/1`)).status, other).toBe(404);
      }
      const alias = await api.call("PUT", `/other/_alias/${path}x`);
      for (const [method, asked, body] of [
        ["GET", `/${path}/_search`],
        ["GET", `/${path}/_doc/1`],
        ["PUT", `/${path}/_doc/2`, {}],
        ["POST", "/kiosk/_msearch", `${JSON.stringify({ index: other })}\n{}\n`],
        ["POST", "/kiosk/_mget", { docs: [{ _index: other, _id: "1" }] }],
        ["GET", `/${path}x/_search`],
      ] as const) {
        const reply = await api.call(method, asked, body, { as });
        expect(
          [reply.status, reply.text.includes("of another"), reply.text.includes("boot")],
          `${method} ${asked} ${reply.text}`,
        ).toEqual([401, false, false]);
      }
      if (index.status === 200) await api.call("DELETE", `/${path}`);
      if (alias.status === 200) await api.call("DELETE", `/other/_alias/${path}x`);
    }
  });
});
