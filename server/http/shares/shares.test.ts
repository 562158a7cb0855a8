import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage, type Server } from "node:http";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { parseConfig } from "~/server/config.server";
import { jobEvents } from "~/routes/resources/job-events.server";
import { readRefusal } from "../../../tests/setup/refused-data";
import { createConsoleApp } from "../app";

const {
  pagesOfOne,
  pagesOfAll,
  eventsOfOne,
  eventsOfAll,
  filesOfOne,
  filesOfAll,
  callsOfOne,
  callsOfAll,
  uploadsOfOne,
  uploadsOfAll,
  heldByStrangers,
} = CONSOLE_LIMITS;

type Ending = "ends" | "fails" | "work";

/** What the played routes wait for: each request that is open, and how it goes on. */
const open = new Set<(how: Ending) => void>();
afterEach(() => {
  for (const go of open) go("ends");
  open.clear();
});

function waits(): Promise<Ending> {
  return new Promise((resolve) => {
    const go = (how: Ending) => {
      open.delete(go);
      resolve(how);
    };
    open.add(go);
  });
}

async function page({ context }: LoaderFunctionArgs) {
  const change = waits();
  context.keepOpen?.(change);
  if ((await change) === "fails") throw new Error("the page fails");
  return new Response("page");
}

function file() {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode("line\n"));
      if ((await waits()) === "fails") throw new Error("the file fails");
      controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/csv" } });
}

/** The stream of a job that ends when it is let go. */
function events({ request }: LoaderFunctionArgs) {
  let isLast = false;
  return jobEvents({
    request,
    views: () => ({ data: { isLast }, isLast }),
    ask: () => Promise.resolve(),
    subscribe: (changed) => {
      void waits().then(() => {
        isLast = true;
        changed();
      });
      return () => undefined;
    },
  });
}

type Played = { path: string; handle?: object; default?: () => null; loader?: unknown; action?: unknown };

function played({ path, ...module }: Played): ServerBuild["routes"] {
  return {
    [path]: {
      id: path,
      path,
      parentId: undefined,
      module: { default: undefined, ...module } as unknown as NonNullable<ServerBuild["routes"][string]>["module"],
    },
  };
}

/** A build of five routes, one for each kind; whoever has a cookie is a person of that name. */
function build(): ServerBuild {
  const holderOf = ({ headers, context }: { headers: Headers; context: { clientAddress: string } }) => {
    const cookie = headers.get("cookie") ?? "";
    return cookie === "" ? { isKnown: false, name: context.clientAddress } : { isKnown: true, name: cookie };
  };
  const entry = { default: () => new Response("page"), handleDataRequest: undefined, holderOf };
  return {
    entry: { module: entry },
    routes: {
      ...played({ path: "page", loader: page }),
      ...played({ path: "resources/:app/file", loader: file }),
      ...played({ path: "resources/events", handle: { holds: "events" }, loader: events }),
      ...played({ path: "console", handle: { holds: "calls" }, loader: () => new Response("console"), action: page }),
      ...played({ path: "import", handle: { takes: "files" }, loader: () => new Response("import"), action: page }),
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    isSpaMode: false,
    mode: "production",
  };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start() {
  const config = parseConfig({ SEARCH_URL: "http://127.0.0.1:9", TRUST_PROXY: "1" });
  const logger = pino({ level: "silent" });
  const server = createServer(
    createConsoleApp({
      config,
      logger,
      build: build(),
      publicFolder: "/nonexistent",
      ending: new AbortController().signal,
    }),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Asked = {
  port: number;
  path: string;
  by?: string;
  from?: string;
  method?: string;
  type?: string;
  accept?: string;
};
type Got = { request: ClientRequest; answer: IncomingMessage; ended: Promise<string> };

function send({ port, path, by, from = "192.0.2.1", method = "GET", type, accept = "text/html" }: Asked) {
  const headers = {
    "X-Forwarded-For": from,
    Accept: accept,
    ...(by === undefined ? {} : { Cookie: by }),
    ...(type === undefined ? {} : { "Content-Type": type }),
  };
  const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false });
  const answer = new Promise<Got>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (incoming: IncomingMessage) => {
      let body = "";
      incoming.on("data", (part: Buffer) => (body += part.toString()));
      incoming.on("error", () => undefined);
      resolve({ request, answer: incoming, ended: new Promise((done) => incoming.once("close", () => done(body))) });
    });
  });
  answer.catch(() => undefined);
  if (method === "GET") request.end();
  else request.end("a=1");
  return { request, answer };
}

const FORM = "application/x-www-form-urlencoded";
const KINDS = [
  { kind: "pages", path: "/page", ofOne: pagesOfOne, ofAll: pagesOfAll, beside: "/console" },
  { kind: "events", path: "/resources/events", ofOne: eventsOfOne, ofAll: eventsOfAll, beside: "/console" },
  { kind: "files", path: "/resources/films/file", ofOne: filesOfOne, ofAll: filesOfAll, beside: "/console" },
  {
    kind: "calls",
    path: "/console",
    method: "POST",
    type: FORM,
    ofOne: callsOfOne,
    ofAll: callsOfAll,
    beside: "/console",
  },
  {
    kind: "uploads",
    path: "/import",
    method: "POST",
    type: "multipart/form-data; boundary=x",
    ofOne: uploadsOfOne,
    ofAll: uploadsOfAll,
    beside: "/import",
  },
];

/** Waits until so many requests are open. */
const opened = (count: number) => vi.waitFor(() => expect(open.size).toBe(count), { timeout: 10_000 });

describe.each(KINDS)("$kind", ({ kind, path, ofOne, ofAll, beside, ...how }) => {
  const one = (asked: Omit<Asked, "path"> & { path?: string }) => send({ path, ...how, ...asked });
  async function fill(asked: Omit<Asked, "path">, count = ofOne.most) {
    const before = open.size;
    const sent = Array.from({ length: count }, () => one(asked));
    await opened(before + count);
    return sent;
  }

  /**
   * The scripts of a page ask for its data: they are told the same, as the error of the form or of the routes that are
   * asked for; a whole page is to be loaded, which says it.
   */
  async function tellsScripts({ port, text }: { port: number; text: string | undefined }): Promise<void> {
    const answered = async (query: string) => {
      const { answer, ended } = await one({ port, by: "mira", path: `${path}.data${query}`, accept: "*/*" }).answer;
      expect([answer.statusCode, answer.headers["retry-after"], answer.headers["content-type"]]).toEqual([
        429,
        "5",
        "text/x-script; charset=utf-8",
      ]);
      return readRefusal(await ended);
    };
    const error = { status: 429, data: text };
    if ("method" in how) return expect((await answered("")).ofForm).toEqual(error);
    const load = { redirect: `${path}?a=1`, status: 302, revalidate: false, reload: true, replace: false };
    expect(await answered("?a=1")).toEqual({ ofForm: undefined, ofRoutes: {}, instead: load });
    expect((await answered("?a=1&_routes=routes%2Fa,b")).ofRoutes).toEqual({ "routes/a": error, b: error });
  }

  it("of one person are so many, told with what to do; others and other things of his are served", async () => {
    const port = await start();
    await fill({ port, by: "mira" });
    const { answer, ended } = await one({ port, by: "mira" }).answer;
    expect([answer.statusCode, answer.headers["retry-after"], answer.headers["content-type"]]).toEqual([
      429,
      "5",
      "text/html; charset=utf-8",
    ]);
    const page = await ended;
    expect(page).toMatch(new RegExp(`You have ${ofOne.most} .*, the most that one person may have at a time\\.`));
    const plain = await one({ port, by: "mira", accept: "text/event-stream" }).answer;
    expect([plain.answer.statusCode, plain.answer.headers["content-type"]]).toEqual([429, "text/plain; charset=utf-8"]);
    await tellsScripts({ port, text: (/<p>(You have [^<]*)/.exec(page) ?? [])[1] });
    await fill({ port, by: "ada" }, 1);
    await fill({ port }, 1);
    if (kind !== "pages") expect((await send({ port, path: beside, by: "mira" }).answer).answer.statusCode).toBe(200);
    for (const path of ["/healthz", "/__manifest?p=%2Fpage&version=1"])
      expect((await send({ port, path, by: "mira" }).answer).answer.statusCode).toBe(200);
  });

  it("of those who are not signed in are counted by address, and all of them leave room for people", async () => {
    const port = await start();
    const most = Math.floor((ofAll.most * heldByStrangers.most) / 100);
    for (let n = 0; n * ofOne.most < most; n++)
      await fill({ port, from: `192.0.2.${n + 1}` }, Math.min(ofOne.most, most - n * ofOne.most));
    expect((await one({ port, from: "192.0.2.1" }).answer).answer.statusCode).toBe(429);
    const other = await one({ port, from: "192.0.2.250" }).answer;
    expect([other.answer.statusCode, other.answer.headers["retry-after"]]).toEqual([503, "5"]);
    for (let n = 0; open.size < ofAll.most; n++)
      await fill({ port, by: `person ${n}` }, Math.min(ofOne.most, ofAll.most - open.size));
    expect((await one({ port, by: "mira" }).answer).answer.statusCode).toBe(503);
  }, 60_000);

  it.each(["ends", "fails", "leaves"] as const)(
    "are room again when the answer %s",
    async (end) => {
      const port = await start();
      const sent = await fill({ port, by: "mira" });
      for (const { request } of sent) request.on("error", () => undefined);
      if (end === "leaves") for (const { request } of sent) request.destroy();
      // A change that is under way is answered after its reader has left, and counts until then.
      if (end === "leaves" && ["pages", "calls", "uploads"].includes(kind)) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect((await one({ port, by: "mira" }).answer).answer.statusCode).toBe(429);
      }
      for (const go of [...open]) go(end === "fails" ? "fails" : "ends");
      // Nothing else is held: as many again are served.
      await vi.waitFor(async () => {
        const { answer, request } = await Promise.race([
          one({ port, by: "mira" }).answer,
          opened(1).then(() => ({ answer: undefined, request: undefined })),
        ]);
        expect(answer?.statusCode ?? 200).not.toBe(429);
        request?.destroy();
      });
      for (const go of [...open]) go("ends");
      await new Promise((resolve) => setTimeout(resolve, 600));
      const again = await fill({ port, by: "mira" });
      for (const { request } of again) request.on("error", () => undefined);
    },
    20_000,
  );
});
