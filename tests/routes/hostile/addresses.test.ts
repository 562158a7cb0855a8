import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as signIn, loader as signInPage } from "~/routes/account/login";
import { action as prefer } from "~/routes/resources/preferences";
import { createSession } from "~/sessions.server";
import { openGate, startTestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, playServer, replyOf, searchServer, testContext } from "../../setup/console";
import { hostileAddresses } from "../../setup/hostile-addresses";
import { moduleAt } from "../../setup/open-screen";
import { patterns } from "./support";

// Where the console leads a browser, and where it lets itself be led by an address that somebody typed: here, and to
// the servers that it may call.

let server: Awaited<ReturnType<typeof playServer>>;
/** Stands for whatever is behind the console, and must never be called. */
let inside: Awaited<ReturnType<typeof playServer>>;
beforeAll(async () => {
  [server, inside] = await Promise.all([playServer(searchServer()), playServer(searchServer())]);
});
afterAll(() => Promise.all([server.close(), inside.close()]));

const responseOf = (run: unknown): Promise<unknown> => Promise.resolve(run).catch((thrown: unknown) => thrown);

describe("redirects", () => {
  const OWN = "http://console.test";
  const leadsAway = (result: unknown) => {
    const location = result instanceof Response ? result.headers.get("Location") : null;
    return location !== null &&
      (new URL(location, OWN).origin !== OWN || /^\/[/\\]/.test(location) || /[^!-~]/.test(location))
      ? location
      : undefined;
  };
  const named = [
    "redirectTo",
    "redirect",
    "returnTo",
    "return",
    "next",
    "to",
    "back",
    "continue",
    "from",
    "path",
    "goto",
    "target",
    "location",
  ];
  const spellings = ["//evil.test/x", "https://evil.test/x", "/\\evil.test", "/\t/evil.test", "/x\r\nSet-Cookie: a=b"];

  it("of every address and every form stay here, whatever name another place is given by", async () => {
    const context = testContext({ SEARCH_URL: server.url });
    const cookie = () =>
      cookiesOf(
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
    const found: string[] = [];
    let led = 0;
    const addresses = new Set(
      patterns().map(({ pattern }) => pattern.replace(":kind", "legacy").replace(/:\w+/g, "a").replace("*", "x")),
    );
    for (const path of addresses) {
      const { module, params } = await moduleAt(path);
      for (const [at, spelling] of spellings.entries()) {
        const fields = Object.fromEntries(named.map((name) => [name, spelling]));
        const query = `${path}?${new URLSearchParams(fields).toString()}`;
        const asked = [
          { run: module.loader, request: consoleRequest(query) },
          // Signed in, one spelling for each: it takes calls.
          ...(at === 0 ? [{ run: module.loader, request: consoleRequest(query, { cookie: cookie() }) }] : []),
          { run: module.action, request: consoleRequest(query, { form: { ...fields, intent: "x" } }) },
          ...(at < 2
            ? [
                {
                  run: module.action,
                  request: consoleRequest(query, { cookie: cookie(), form: { ...fields, intent: "x" } }),
                },
              ]
            : []),
        ];
        for (const { run, request } of asked) {
          const result =
            run &&
            (await responseOf(
              Promise.resolve().then(() => run({ request, params, context: { ...context, requestId: "led" } })),
            ));
          if (result instanceof Response && result.headers.has("Location")) led += 1;
          const away = leadsAway(result);
          if (away !== undefined) found.push(`${request.method} ${path} by ${spelling}: ${away}`);
        }
      }
    }
    expect(found).toEqual([]);
    expect(led).toBeGreaterThan(500);
  }, 60_000);

  it("of what takes a place to lead to stay here in over 500 spellings", async () => {
    const context = testContext({ SEARCH_URL: server.url });
    for (const redirectTo of hostileAddresses("evil.test")) {
      const query = new URLSearchParams({ redirectTo }).toString();
      const form = { redirectTo, theme: "dark" };
      expect(
        leadsAway(
          await responseOf(
            prefer({ request: consoleRequest("/resources/preferences", { form }), params: {}, context }),
          ),
        ),
      ).toBeUndefined();
      const page = await responseOf(signInPage({ request: consoleRequest(`/login?${query}`), params: {}, context }));
      expect(leadsAway(page)).toBeUndefined();
      const shown =
        page instanceof Response ? undefined : (page as { data: { values: { redirectTo: string } } }).data.values;
      expect(new URL(shown?.redirectTo ?? "/", OWN).origin, redirectTo).toBe(OWN);
    }
  });
});

describe("the address at the sign-in", () => {
  const port = () => new URL(inside.url).port;
  const hosts = [
    ...[
      "127.0.0.1",
      "127.1",
      "127.0.1",
      "2130706433",
      "0x7f000001",
      "0x7f.0.0.1",
      "0177.0.0.1",
      "017700000001",
      "127.0.0.1.",
      "127.000.000.001",
      "0",
    ],
    ...[
      "0.0.0.0",
      "localhost",
      "LOCALHOST",
      "localhost.",
      "ⓛocalhost",
      "127。0。0。1",
      "①②⑦.0.0.1",
      "loopback.localhost",
      "[::1]",
      "[::]",
      "[0:0:0:0:0:0:0:1]",
    ],
    ...[
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[::127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[fe80::1]",
      "[fd00::1]",
      "169.254.169.254",
      "10.0.0.1",
    ],
    ...[
      "192.168.0.1",
      "172.16.0.1",
      "100.64.0.1",
      "metadata.google.internal",
      "127.0.0.1.nip.io",
      "localtest.me",
      "search.test@127.0.0.1",
      "search.test%00.127.0.0.1",
    ],
    ...[
      "search.test\\@127.0.0.1",
      "evil.test/search.test",
      "search.test.evil.test",
      "xsearch.test",
      "search.test:80@127.0.0.1",
    ],
  ];
  const schemes = [
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_x",
    "ftp://search.test",
    "unix:/run/x.sock",
    "data:text/html,x",
    "javascript:1",
    "blob:http://search.test/x",
  ];

  it.each([
    ["one server", "https://search.test"],
    ["names below one", "https://*.search.test,http://search.test:9200"],
    ["one network by its numbers", "http://10.1.2.3:9200"],
  ])("leads to nothing but what is listed (%s)", async (_, list) => {
    inside.seen.length = 0;
    const context = testContext({ SEARCH_URL: "https://search.test", ALLOWED_CLUSTER_URLS: list });
    for (const url of [
      ...hosts.flatMap((host) => [`http://${host}:${port()}`, `https://${host}:${port()}`, `${host}:${port()}`]),
      ...schemes,
    ]) {
      const here = { ...context, clientAddress: `198.51.100.${Math.floor(Math.random() * 250)}` };
      const form = { intent: "sign-in", url, username: "mira", password: "right" };
      const result: unknown = await signIn({ request: consoleRequest("/login", { form }), params: {}, context: here });
      const { reply, errors } = replyOf(result);
      expect(`${url} ${reply.reason ?? Object.keys(errors).join()}`).toMatch(/ (not-allowed|url)$/);
    }
    expect(inside.seen).toEqual([]);
  });
});

describe("a redirect that a server answers with", () => {
  it.each([301, 302, 303, 307, 308])("%i is not followed at the sign-in", async (status) => {
    const leading = await playServer(() => ({ status, headers: { Location: `${inside.url}/_user` } }));
    inside.seen.length = 0;
    const context = testContext({ SEARCH_URL: leading.url, ALLOWED_CLUSTER_URLS: "*" });
    const form = { intent: "sign-in", url: leading.url, username: "mira", password: "right" };
    const result: unknown = await signIn({ request: consoleRequest("/login", { form }), params: {}, context });
    expect(replyOf(result).errors["url"]?.[0]).toMatch(/redirect|no search server/);
    expect(inside.seen).toEqual([]);
    await leading.close();
  });

  it("is not followed on any page that is signed in", async () => {
    const backend = await startTestBackend();
    await backend.call("PUT", "/a/_doc/a?refresh=true", { title: "a" });
    const gate = await openGate(backend.url);
    inside.seen.length = 0;
    const context = testContext({ SEARCH_URL: gate.url, ALLOWED_CLUSTER_URLS: "*" });
    const made = createSession({
      request: consoleRequest("/"),
      context,
      url: gate.url,
      username: backend.username,
      password: backend.password,
    });
    const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
    for (const away of [`${inside.url}/x`, inside.url.replace("http:", ""), "/../../x"]) {
      // Who one is is still told; all else leads away.
      gate.decide((path) =>
        /^\/(_user|arc\/plan)?$/.test(path) ? "pass" : { status: 307, headers: { Location: away } },
      );
      for (const { pattern } of patterns().filter(({ id }) => id.startsWith("app/") || id.startsWith("cluster/"))) {
        const path = pattern.replace(":kind", "legacy").replace(/:\w+/g, "a").replace("*", "x");
        const { module, params } = await moduleAt(path);
        if (module.loader)
          await responseOf(
            module.loader({
              request: consoleRequest(path, { cookie }),
              params,
              context: { ...context, requestId: "led" },
            }),
          );
      }
    }
    expect(inside.seen).toEqual([]);
    await gate.close();
    await backend.close();
  }, 60_000);
});
