import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession } from "~/sessions.server";
import { cookiesOf, playServer, searchServer, testContext } from "../../setup/console";
import { moduleAt } from "../../setup/open-screen";
import { patterns } from "./support";

// Every action of routes.js, asked by itself, without the server's guard before it: what another site sends changes
// nothing and asks the search server nothing.

const HOST = "console.test:3000";
const OWN = `http://${HOST}`;
let server: Awaited<ReturnType<typeof playServer>>;
let context: ReturnType<typeof testContext>;
let cookie = "";
const actions: { path: string; params: Record<string, string | undefined>; action: (args: never) => unknown }[] = [];

beforeAll(async () => {
  server = await playServer(searchServer());
  context = testContext({ SEARCH_URL: server.url });
  const made = createSession({
    request: new Request(OWN),
    context,
    url: server.url,
    username: "mira",
    password: "right",
  });
  cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  const addresses = new Set(
    patterns().map(({ pattern }) => pattern.replace(":kind", "legacy").replace(/:\w+/g, "a").replace("*", "x")),
  );
  for (const path of addresses) {
    const { module, params } = await moduleAt(path);
    if (module.action) actions.push({ path, params, action: module.action });
  }
});
afterAll(() => server.close());

type Sent = { headers: Record<string, string>; body?: BodyInit; method?: string; signedIn?: boolean };

/** Posts to every action; the addresses by the status of their answers. 0 is none. */
async function postAll({ headers, body, method = "POST", signedIn = true }: Sent): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const { path, params, action } of actions) {
    const form = body ?? new URLSearchParams({ intent: "x", redirectTo: "/", theme: "dark", confirmation: "a" });
    const all = { ...(signedIn ? { Cookie: cookie } : {}), ...headers };
    const request = new Request(`${OWN}${path}`, {
      method,
      headers: all,
      body: form,
      ...(form instanceof ReadableStream ? { duplex: "half" } : {}),
    });
    const here = { ...context, requestId: "posted" };
    const result = await Promise.resolve(action({ request, params, context: here } as never)).catch(
      (thrown: unknown) => thrown,
    );
    const status =
      result instanceof Response
        ? result.status
        : ((result as { init?: ResponseInit | null } | undefined)?.init?.status ?? 0);
    found.set(status, [...(found.get(status) ?? []), path]);
  }
  return found;
}

it("finds the actions of the table", () => {
  expect(actions.length).toBeGreaterThan(50);
});

const foreign: Record<string, Record<string, string>> = {
  "another site": { Origin: "https://evil.test" },
  "another site that names us before its own": { Origin: `http://${HOST}.evil.test` },
  "another site with our name in its path": { Referer: `https://evil.test/${OWN}` },
  "another site with our name as its user": { Origin: `http://${HOST}@evil.test` },
  "another port of our name": { Origin: "http://console.test:8080" },
  "our name without its port": { Origin: "http://console.test" },
  "a name below ours": { Origin: `http://sub.${HOST}` },
  "a name above ours": { Origin: "http://test:3000" },
  "nowhere (a sandbox, a file, a redirect)": { Origin: "null" },
  "nowhere, with a Referer of ours": { Origin: "null", Referer: `${OWN}/cluster` },
  "another site, with a Referer of ours": { Origin: "https://evil.test", Referer: `${OWN}/cluster` },
  "an empty Origin": { Origin: "" },
  "another site, Origin left out": { "Sec-Fetch-Site": "cross-site" },
  "another part of our site, Origin left out": { "Sec-Fetch-Site": "same-site" },
  "our name by another scheme, as the browser sees it": { Origin: `https://${HOST}`, "Sec-Fetch-Site": "cross-site" },
  "another page of our site that says it is us": { Origin: OWN, "Sec-Fetch-Site": "same-site" },
  "a Referer that is no address": { Referer: "about:blank" },
};

describe.each(Object.entries(foreign))("from %s", (_, headers) => {
  it("every action refuses, before it asks anybody", async () => {
    server.seen.length = 0;
    const answers = await postAll({ headers });
    expect([...answers].filter(([status]) => status !== 403)).toEqual([]);
    expect((await postAll({ headers, signedIn: false })).get(403)).toHaveLength(actions.length);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

it.each(["PUT", "PATCH", "DELETE"])("by %s every action refuses another site too", async (method) => {
  expect((await postAll({ headers: { Origin: "https://evil.test" }, method })).get(403)).toHaveLength(actions.length);
});

const own: Record<string, Record<string, string>> = {
  "its own page": { Origin: OWN, "Sec-Fetch-Site": "same-origin", Referer: `${OWN}/cluster` },
  "its own page behind a proxy that ends TLS": { Origin: `https://${HOST}`, "Sec-Fetch-Site": "same-origin" },
  "a program without a browser": {},
  "an address that was typed": { "Sec-Fetch-Site": "none" },
};
// An own session for each: one of these forms signs out.
it.each(Object.entries(own))("takes what comes from %s", async (_, headers) => {
  const made = createSession({
    request: new Request(OWN),
    context,
    url: server.url,
    username: "mira",
    password: "right",
  });
  cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  const refused = (await postAll({ headers })).get(403) ?? [];
  // A user who may not do it gets 403 as well, but as a form.
  expect(refused.length).toBeLessThan(actions.length);
  expect(refused).not.toContain("/resources/preferences");
});

describe("what a foreign page can send without asking: ", () => {
  // Of our own origin here, so that nothing but the type of the body stands against them.
  const bodies: Record<string, Sent> = {
    "text that looks like JSON": {
      headers: { "Content-Type": "text/plain" },
      body: '{"intent":"delete-index","confirmation":"a"}',
    },
    "text that looks like a form": {
      headers: { "Content-Type": "text/plain" },
      body: "intent=delete-index&confirmation=a",
    },
    JSON: { headers: { "Content-Type": "application/json" }, body: '{"intent":"delete-index","confirmation":"a"}' },
    "no type": { headers: { "Content-Type": "" }, body: "intent=delete-index&confirmation=a" },
    "a type that begins as ours": {
      headers: { "Content-Type": "application/x-www-form-urlencodedx" },
      body: "intent=delete-index&confirmation=a",
    },
  };
  it.each(Object.entries(bodies))("%s changes nothing", async (_, sent) => {
    server.seen.length = 0;
    const made = createSession({
      request: new Request(OWN),
      context,
      url: server.url,
      username: "mira",
      password: "right",
    });
    cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
    const answers = await postAll({ ...sent, headers: { Origin: OWN, ...sent.headers } });
    const taken = [...answers].filter(([status]) => status < 400 && status !== 302);
    expect(taken).toEqual([]);
    expect(server.seen.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)).toEqual(
      [],
    );
  });
});
