import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { action, loader } from "~/routes/account/login";
import { createPlaces } from "~/session/rate-limit.server";
import { consoleRequest, playServer, replyOf, responseOf, searchServer, testContext } from "../../setup/console";

// Guessing passwords at the sign-in: the limits hold whatever is spelt otherwise, and nobody is locked out from
// elsewhere.

let server: Awaited<ReturnType<typeof playServer>>;
let other: Awaited<ReturnType<typeof playServer>>;
let context: ReturnType<typeof testContext>;
beforeAll(async () => {
  [server, other] = await Promise.all([playServer(searchServer()), playServer(searchServer())]);
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  context = testContext({
    SEARCH_URL: server.url,
    ALLOWED_CLUSTER_URLS: `${other.url},${server.url.replace("127.0.0.1", "localhost")}`,
  });
  server.seen.length = 0;
});

type Tried = { username?: string; password?: string; url?: string; address?: string };

/** Tries once; the status that came of it, and the seconds to wait. */
async function attempt({
  username = "mira",
  password = "wrong",
  url = server.url,
  address = context.clientAddress,
}: Tried = {}) {
  const here = { ...context, clientAddress: address };
  const form = { intent: "sign-in", url, username, password };
  const result: unknown = await action({ request: consoleRequest("/login", { form }), params: {}, context: here });
  if (result instanceof Response) return { status: result.status, wait: null };
  const { status, headers } = replyOf(result);
  return { status, wait: headers.get("Retry-After") };
}
async function attempts(all: readonly Tried[]) {
  const statuses: (number | undefined)[] = [];
  for (const one of all) statuses.push((await attempt(one)).status);
  return statuses;
}
const times = (count: number, one: (at: number) => Tried = () => ({})) =>
  Array.from({ length: count }, (_, at) => one(at));
const count = (statuses: readonly (number | undefined)[], status: number) =>
  statuses.filter((one) => one === status).length;

describe("one name", () => {
  const spellings: Record<string, (at: number) => Tried> = {
    "in small and large letters": (at) => ({ username: at % 2 === 0 ? "mira" : "MIRA" }),
    "with spaces around it": (at) => ({ username: `${" ".repeat(at)}mira${"\t".repeat(at)}` }),
    "at an address with and without a slash, a query, a fragment and a name": (at) => ({
      url: [
        server.url,
        `${server.url}/`,
        `${server.url}//`,
        `${server.url}/?a=${at}`,
        `${server.url}/#${at}`,
        server.url.replace("//", "//x@"),
      ][at % 6]!,
    }),
    "at an address in other letters, with dots and escapes": (at) => ({
      url: [
        server.url.toUpperCase(),
        `${server.url}/.`,
        `${server.url}/a/..`,
        `${server.url}/%2e`,
        ` ${server.url} `,
        server.url.slice("http://".length),
      ][at % 6]!,
    }),
    "at an address in other digits": (at) => ({
      url: server.url.replace(
        "127.0.0.1",
        ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1"][at % 6]!,
      ),
    }),
  };
  it.each(Object.entries(spellings))("%s is tried eight times, then no more", async (_, spelt) => {
    const statuses = await attempts(times(20, spelt));
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([8, 12]);
    expect(server.seen.filter(({ path }) => path === "/_user")).toHaveLength(8);
    // The right password is refused too, and the time to wait is told.
    const { status, wait } = await attempt({ password: "right" });
    expect(status).toBe(429);
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(15 * 60);
  });

  it("with a colon, behind which a password could be guessed under another name each time, is none", async () => {
    const statuses = await attempts(times(20, (at) => ({ username: `mira:guess-${at}` })));
    expect(count(statuses, 400)).toBe(20);
    expect(server.seen).toEqual([]);
  });

  it("stays usable from everywhere else", async () => {
    await attempts(times(20));
    expect((await attempt({ password: "right", address: "198.51.100.9" })).status).toBe(302);
    expect((await attempt({ password: "right", address: "2001:db8:77::1" })).status).toBe(302);
  });

  it("is locked at one server alone", async () => {
    await attempts(times(20));
    expect((await attempt({ password: "right", url: other.url })).status).toBe(302);
  });

  it("is not freed by another name that signs in", async () => {
    await attempts(times(7));
    await attempt({ username: "nils", password: "right" });
    await attempt();
    expect((await attempt({ password: "right" })).status).toBe(429);
  });

  it("given in an address is counted with those of the form", async () => {
    const link = `/login?url=${encodeURIComponent(server.url)}&username=mira&password=wrong`;
    const answers = await Promise.all(
      times(8).map(() => responseOf(loader({ request: consoleRequest(link), params: {}, context }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 302));
    expect((await attempt({ password: "right" })).status).toBe(429);
    const late = await responseOf(
      loader({ request: consoleRequest(link.replace("wrong", "right")), params: {}, context }),
    );
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(late.headers.getSetCookie().join()).not.toContain("sd_session=");
  });
});

describe("one address", () => {
  it("tries sixty times, whatever the names", async () => {
    const statuses = await attempts(times(80, (at) => ({ username: `name-${at}` })));
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([60, 20]);
    expect(Number((await attempt({ username: "fresh" })).wait)).toBeLessThanOrEqual(10 * 60);
  });

  it("tries sixty times, many at once", async () => {
    const statuses = await Promise.all(
      times(200, (at) => ({ username: `name-${at}` })).map(async (one) => (await attempt(one)).status),
    );
    expect(count(statuses, 429)).toBe(140);
  });

  it.each([
    [
      "the network of one customer",
      (at: number) => `2001:db8:1:2:${(at * 977).toString(16)}:${at.toString(16)}::${at + 1}`,
    ],
    [
      "one network in several spellings",
      (at: number) => ["2001:db8:9:9::1", "2001:0db8:0009:0009::2", "2001:DB8:9:9:0:0:0:3"][at % 3]!,
    ],
    ["IPv4 inside IPv6", (at: number) => (at % 2 === 0 ? "203.0.113.77" : "::ffff:203.0.113.77")],
    ["no address at all", (at: number) => `forged-${at}`],
  ])("is %s", async (_, addressOf) => {
    const statuses = await attempts(times(20, (at) => ({ address: addressOf(at) })));
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([8, 12]);
  });
});

describe("what is remembered", () => {
  it("is bounded: behind very many addresses, neighbours share a count", () => {
    const seen = new Set<string>();
    const placeOf = createPlaces();
    for (let at = 0; at < 60_000; at += 1) seen.add(placeOf(`10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`));
    for (let at = 0; at < 60_000; at += 1)
      seen.add(placeOf(`2a00:${(at >> 8).toString(16)}:${(at & 255).toString(16)}::1`));
    expect(seen.size).toBeLessThanOrEqual(20_010);
  });
});
