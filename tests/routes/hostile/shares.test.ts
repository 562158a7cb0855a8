import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildRoutes } from "../../../routes.js";
import { holdsOf, type Holds } from "../../../server/http/shares/kinds";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../../setup/backend";
import { cookiesOf } from "../../setup/console";
import { sourceBuild } from "../../setup/source-build";
import { startWholeConsole, type WholeConsole } from "../../setup/whole-console";

// What one person holds open of the whole console: each address of routes.js is counted as what it is, and a full share
// leaves the rest of the console alone.

const { filesOfOne, callsOfOne } = CONSOLE_LIMITS;

let backend: TestBackend;
let gate: Gate;
let site: WholeConsole;
let holds: (target: string) => Holds;
let mira = "";
let again = "";
let ada = "";

async function signIn(username: string, password: string): Promise<string> {
  const body = new URLSearchParams({ intent: "sign-in", url: gate.url, username, password });
  const cookie = cookiesOf(
    (await fetch(`${site.url}/login`, { method: "POST", redirect: "manual", headers: { Origin: site.url }, body }))
      .headers,
  );
  expect(cookie).toContain("sd_session");
  return cookie;
}

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", "/films/_doc/a?refresh=true", { title: "A" });
  const rights = { is_admin: true, allowed_actions: ["develop"], email: "ada@example.com" };
  expect(
    (await backend.call("POST", "/_user", { username: "ada", password: "a-quiet-owl", ...rights })).status,
  ).toBeLessThan(300);
  site = await startWholeConsole({ SEARCH_URL: gate.url });
  holds = holdsOf(await sourceBuild());
  mira = await signIn(backend.username, backend.password);
  again = await signIn(backend.username, backend.password);
  ada = await signIn("ada", "a-quiet-owl");
}, 60_000);
afterAll(async () => {
  await site.close();
  await gate.close();
  await backend.close();
});

const mounted = buildRoutes();
const pathOf = ({ path = "", parentId }: { path?: string; parentId: string }): string =>
  `${parentId === "root" ? "" : pathOf(mounted[parentId]!)}${path === "" ? "" : `/${path}`}`;
const addressOf = (route: { path?: string; parentId: string }) =>
  pathOf(route).replace(":appName", "films").replace(/:\w+/g, "a").replace("*", "no/where") || "/";

/** The source of a route with those that it imports itself: what makes a stream is no further away. */
function sourceOf(file: string): { own: string; near: string } {
  const own = readFileSync(join("app", file), "utf8");
  const near = [...own.matchAll(/from "([~.][^"]+)"/g)].map(([, name = ""]) => {
    const path = name.startsWith("~") ? join("app", name.slice(2)) : join("app", dirname(file), name);
    const found = [".ts", ".tsx"].map((end) => `${path}${end}`).find((one) => existsSync(one));
    return found === undefined ? "" : readFileSync(found, "utf8");
  });
  return { own, near: near.join("\n") };
}
const STREAMS = /new ReadableStream|Content-Disposition|text\/event-stream|exportFile\(|jobEvents\(/;

describe("the table of routes", () => {
  const routes = Object.values(mounted).map((route) => ({
    file: route.file,
    address: addressOf(route),
    ...sourceOf(route.file),
  }));
  const isPage = (own: string) => /export default|default as|as default/.test(own);

  it("counts every route that streams as a download or a stream of events, and no page as one", () => {
    const wrong = routes.flatMap(({ file, address, own, near }) => {
      const kind = holds(address).reading;
      if (isPage(own)) return kind === "pages" ? [] : [`${file} is a page, counted as ${kind}`];
      const wanted = /jobEvents\(/.test(own) ? "events" : STREAMS.test(own + near) ? "files" : undefined;
      return wanted === undefined || kind === wanted ? [] : [`${file} makes ${wanted}, counted as ${kind}`];
    });
    expect(wrong).toEqual([]);
    expect(new Set(routes.map(({ address }) => holds(address).reading))).toEqual(new Set(["pages", "events", "files"]));
  });

  it("counts every form that runs typed requests as a run", () => {
    const running = routes.filter(({ own }) => /\b(takeText|sendRequest|runRequest)\(/.test(own));
    expect(running.length).toBeGreaterThan(1);
    expect(running.filter(({ address }) => holds(address).sending !== "calls").map(({ file }) => file)).toEqual([]);
  });

  it("counts an address in other spellings as what it leads to", () => {
    const file = "/resources/films/browse/documents/file";
    for (const target of [
      `${file}?format=csv`,
      `${file}/`,
      `${file}.data`,
      file.toUpperCase(),
      file.replace("file", "%66ile"),
      file.replace("films", "%66ilms"),
    ])
      expect([target, holds(target).reading]).toEqual([target, "files"]);
    for (const target of ["//", "http://other/x", "*", "/%E0%A4%A"]) expect(holds(target).reading).toBe("pages");
  });
});

/** Holds back those calls to the search server that come from now on, until it is told to let them go. */
function holdBack(calls: RegExp): { count: () => number; letGo: () => void } {
  let count = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  gate.decide(async (path): Promise<Verdict> => {
    if (!calls.test(path)) return "pass";
    count += 1;
    await held;
    return "pass";
  });
  return { count: () => count, letGo: () => (gate.decide(() => "pass"), letGo()) };
}

const get = (path: string, cookie: string) =>
  fetch(`${site.url}${path}`, { redirect: "manual", headers: { Cookie: cookie, Accept: "text/html" } });
const DOWNLOAD = "/resources/films/browse/documents/file?format=csv";

describe("a person whose share is full", () => {
  it("gets no further download, in whichever session, but every page; nobody else is touched, and what ends is room again", async () => {
    const held = holdBack(/_search/);
    const downloads = Array.from({ length: filesOfOne.most }, () => get(DOWNLOAD, mira));
    await vi.waitFor(() => expect(held.count()).toBe(filesOfOne.most), { timeout: 10_000 });
    gate.decide(() => "pass");
    const past = await get(DOWNLOAD, again);
    expect([past.status, past.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await past.text()).toContain(`You have ${filesOfOne.most} downloads running`);
    const files = [...new Set(Object.values(mounted).map(addressOf))].filter(
      (address) => holds(address).reading === "files",
    );
    expect(files.length).toBeGreaterThan(15);
    for (const address of files) expect([address, (await get(address, mira)).status]).toEqual([address, 429]);
    for (const page of ["/cluster", "/app/films/browse", "/resources/console/names?app=films"])
      expect([page, (await get(page, mira)).status]).toEqual([page, 200]);
    expect((await get(DOWNLOAD, ada)).status).toBe(200);
    expect((await get(DOWNLOAD, "")).status).toBe(302);
    held.letGo();
    for (const answer of await Promise.all(downloads))
      expect([answer.status, (await answer.text()).split("\n")[0]]).toEqual([200, expect.any(String)]);
    expect((await get(DOWNLOAD, mira)).status).toBe(200);
  }, 60_000);

  it("is asked for no stream as data of a page, which would be read into memory as a whole", async () => {
    const streams = [...new Set(Object.values(mounted).map(addressOf))].filter(
      (address) => holds(address).reading !== "pages",
    );
    for (const address of streams)
      expect([address, (await get(`${address}.data?_routes=x`, mira)).status]).toEqual([address, 404]);
    expect((await get("/resources/console/names.data?app=films", mira)).status).toBe(200);
  }, 60_000);

  it("keeps it while changes that he left are under way", async () => {
    const form = new URLSearchParams({ intent: "run", text: 'PUT /films/_doc/b\n{ "title": "B" }', run: "all" });
    const run = (signal?: AbortSignal) =>
      fetch(`${site.url}/app/films/console`, {
        ...{
          method: "POST",
          redirect: "manual",
          body: form,
          headers: { Cookie: mira, Origin: site.url, Accept: "text/html" },
        },
        ...(signal ? { signal } : {}),
      });
    expect((await run()).status).toBeLessThan(400);
    const held = holdBack(/_doc/);
    for (let n = 0; n < callsOfOne.most; n++) {
      const leaving = new AbortController();
      const before = held.count();
      const left = run(leaving.signal).catch(() => undefined);
      await vi.waitFor(() => expect(held.count()).toBeGreaterThan(before), { timeout: 5_000 });
      leaving.abort();
      await left;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await run()).status).toBe(429);
    held.letGo();
    await vi.waitFor(async () => expect((await run()).status).toBeLessThan(400), { timeout: 5_000 });
  }, 60_000);
});
