import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildRoutes } from "../../../routes.js";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { cookiesOf } from "../../setup/console";
import { slowness } from "../../setup/busy";
import { isInTurn } from "../../setup/turn";
import { startWholeConsole, type WholeConsole } from "../../setup/whole-console";

// A body that is too large is refused at once and its connection ends, on every address of routes.js, with or without a
// length, as any method.

/** In ms; where it took longer, as many as it would have on a quiet machine. */
const IN_TIME = 5_000;
const MB = 1024 ** 2;
const { form, typedForm, bodyOfReading, signIn } = CONSOLE_LIMITS;

let backend: TestBackend;
let site: WholeConsole;
let cookie = "";
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/a?refresh=true", { title: "A" });
  site = await startWholeConsole({ SEARCH_URL: backend.url });
  const fields = new URLSearchParams({
    intent: "sign-in",
    url: backend.url,
    username: backend.username,
    password: backend.password,
  });
  cookie = cookiesOf(
    (
      await fetch(`${site.url}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: site.url },
        body: fields,
      })
    ).headers,
  );
  expect(cookie).toContain("sd_session");
});
afterAll(async () => {
  await site.close();
  await backend.close();
});

const mounted = buildRoutes();
const pathOf = ({ path = "", parentId }: { path?: string; parentId: string }): string =>
  `${parentId === "root" ? "" : pathOf(mounted[parentId]!)}${path === "" ? "" : `/${path}`}`;
/** Where a file of the routes is mounted below an index. */
const addressOf = (file: string) => {
  const found = Object.values(mounted).find((route) => route.file === file && route.parentId === "shell/app");
  return pathOf(found!).replace(":appName", "films").replace(/:\w+/g, "a");
};

/**
 * The address of every module, `a` in the place of each of its parameters but the index, and its data: what is taken is
 * the module's business, so of several mounts one is asked, another one after the next change.
 */
function addresses(): string[] {
  const byModule = new Map<string, string[]>();
  for (const route of Object.values(mounted)) {
    const path = pathOf(route).replace(":appName", "films").replace(/:\w+/g, "a").replace("*", "no/where") || "/";
    byModule.set(route.file, [...(byModule.get(route.file) ?? []), path]);
  }
  const chosen = [...byModule.values()].flatMap((mounts) => mounts.filter((_, at) => isInTurn(at, mounts.length)));
  return [...new Set(chosen)].flatMap((path) => [path, path === "/" ? "/_root.data" : `${path}.data`]);
}

type Sent = {
  method?: string;
  target: string;
  size?: number;
  length?: boolean;
  type?: string;
  signedIn?: boolean;
  before?: string;
  last?: boolean;
};
type Got = { answer: string; status: number; ms: number; closed: boolean };

/** Sends a body piece by piece, as far as it is taken, and reads until the connection ends. */
function send({
  method = "POST",
  target,
  size = typedForm.most + MB,
  length = false,
  type = "application/x-www-form-urlencoded",
  signedIn = true,
  before = "",
  last = false,
}: Sent): Promise<Got> {
  const { host, hostname, port } = new URL(site.url);
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${site.url}`,
    `Content-Type: ${type}`,
    ...(signedIn ? [`Cookie: ${cookie}`] : []),
    ...(last ? ["Connection: close"] : []),
    length ? `Content-Length: ${size}` : "Transfer-Encoding: chunked",
  ];
  const piece = Buffer.alloc(64 * 1024, "a");
  const chunk = length
    ? piece
    : Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  return new Promise((resolve) => {
    const started = performance.now();
    let answer = "";
    let taken = 0;
    let answeredAt = 0;
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${before}${head.join("\r\n")}\r\n\r\n`);
      more();
    });
    function more() {
      while (!socket.destroyed && taken < size) {
        taken += piece.length;
        if (!socket.write(chunk)) return void socket.once("drain", more);
      }
      if (!length && !socket.destroyed) socket.write("0\r\n\r\n");
    }
    socket.on("data", (data) => {
      answeredAt ||= performance.now() - started;
      answer += data.toString("latin1");
    });
    const end = (closed: boolean) => {
      const last = answer.slice(answer.lastIndexOf("HTTP/1.1 "));
      resolve({ answer, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(last)?.[1] ?? 0), ms: answeredAt, closed });
      socket.destroy();
    };
    socket.on("error", () => undefined);
    socket.on("close", () => end(true));
    // Beside much else on a slow machine; how long an answer took is judged by the pace.
    setTimeout(() => end(false), 30_000).unref();
  });
}

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const found: Result[] = [];
  const queue = items.map((item, at) => ({ item, at }));
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) found[next.at] = await work(next.item);
    }),
  );
  return found;
}

/** As `send`, again where one sends more than his share at that moment: these lanes are one person. */
async function sendInTurn(sent: Sent): Promise<Got> {
  for (;;) {
    const got = await send(sent);
    if (got.status !== 429) return got;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const wrong = (sent: Sent, { status, closed, ms }: Got) =>
  status === 413 && closed && (ms < IN_TIME || ms / slowness() < IN_TIME)
    ? []
    : [`${sent.method ?? "POST"} ${sent.target}: ${status}, ${closed ? "closed" : "open"}, ${ms} ms`];

describe("a body past the bound", () => {
  const METHODS = ["POST", "PUT", "PATCH", "DELETE", "GET", "HEAD", "OPTIONS"];
  // Files go on to the pages that take them.
  it.each([
    ["in chunks", { length: false, signedIn: true }],
    ["with its length", { length: true, signedIn: true }],
    ["in chunks, from nobody", { length: false, signedIn: false }],
  ])(
    "is refused %s on every address",
    async (_, how) => {
      const all = addresses().map((target, at): Sent => ({
        target,
        method: at % 4 === 0 ? METHODS[(at / 4) % METHODS.length]! : "POST",
        ...how,
      }));
      expect(all.length).toBeGreaterThan(300);
      if (!how.length)
        all.splice(0, all.length, ...all.filter((_one, at) => at % 3 === (how.signedIn === false ? 1 : 0)));
      // 50 MB once, as it was seen.
      all.push({ target: "/login", size: 50 * MB, ...how });
      const got = await inTurns(all, async (sent) => wrong(sent, await sendInTurn(sent)));
      expect(got.flat()).toEqual([]);
    },
    240_000,
  );

  it.each(METHODS)(
    "is refused as %s at the sign-in, as a form, as another type, as files",
    async (method) => {
      for (const type of [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json",
        "text/plain",
      ])
        for (const length of [true, false]) {
          const sent = { method, target: "/login", type, length, signedIn: false };
          expect(wrong(sent, await send(sent))).toEqual([]);
        }
    },
    60_000,
  );

  it("is refused behind others on one connection, which are answered", async () => {
    const { host } = new URL(site.url);
    const one = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const got = await send({ target: "/login", before: one + one });
    expect([got.status, got.closed, got.answer.match(/HTTP\/1\.1 \d+/g)]).toEqual([
      413,
      true,
      ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 413"],
    ]);
    expect(got.answer).toMatch(/connection: close/i);
  }, 30_000);

  it("to a page that takes files ends with its connection where nobody reads it", async () => {
    for (const target of [addressOf("routes/data/import/source/route.tsx"), addressOf("routes/data/browse/edit.tsx")]) {
      const got = await send({ target, type: "multipart/form-data; boundary=x", signedIn: false });
      expect([target, got.closed, got.status > 0, got.status < 500]).toEqual([target, true, true, true]);
    }
  }, 60_000);
});

it("pages whose forms bring files or long texts say so", () => {
  const TAKES =
    /\b(takeEdit|answerQuery|answerRule|answerTest|MOST_TYPED_BYTES|upload: true|isUpload|encType="multipart)/;
  const silent = [...new Set(Object.values(mounted).map(({ file }) => file))].filter((file) => {
    const source = readFileSync(`app/${file}`, "utf8");
    return TAKES.test(source) && !/\btakes: "(texts|files)"/.test(source);
  });
  expect(silent).toEqual([]);
});

describe("a body at its bound", () => {
  it("is taken, and the next piece is not", async () => {
    const at = async (target: string, size: number, method = "POST") =>
      (await send({ target, size, length: true, method, last: true })).status;
    const piece = 64 * 1024;
    const [taken, past, typed, typedPast, read, readPast, signedIn] = await Promise.all([
      at("/app/films/synonyms/delete-all", form.most),
      at("/app/films/synonyms/delete-all", form.most + piece),
      at(addressOf("routes/data/browse/add.tsx"), typedForm.most),
      at(addressOf("routes/data/browse/add.tsx"), typedForm.most + piece),
      at("/login", bodyOfReading.most, "GET"),
      at("/login", bodyOfReading.most + piece, "GET"),
      at("/login", signIn.most + piece),
    ]);
    expect([past, typedPast, readPast, signedIn]).toEqual([413, 413, 413, 413]);
    for (const status of [taken, typed, read])
      expect([200, 302, 400, 404, 422], JSON.stringify([taken, typed, read])).toContain(status);
  }, 60_000);
});
