import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSocketServer } from "node:net";
import type { AddressInfo, Server as SocketServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { exchange, type Exchange, ExchangeError } from "./exchange.server";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function listen(server: Server | SocketServer): Promise<URL> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const serve = (listener: RequestListener) => listen(createServer(listener));

async function textOf(request: IncomingMessage) {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

const send = (url: URL, change: Partial<Exchange> = {}) =>
  exchange({ url, method: "GET", headers: {}, timeout: 2_000, signals: [], ...change });

async function failure(promise: Promise<unknown>) {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ExchangeError)) throw new Error(`no ExchangeError: ${String(error)}`);
  return { kind: error.kind, begun: error.begun };
}

describe("an exchange", () => {
  it("reads what is packed, and drops a byte order mark", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync("\ufeffgrüße")),
    );
    expect(await send(url)).toMatchObject({ status: 200, text: "grüße" });
  });

  it("takes an answer that says it is packed and has no body", async () => {
    const url = await serve((_request, response) => response.writeHead(204, { "Content-Encoding": "gzip" }).end());
    expect(await send(url)).toMatchObject({ status: 204, text: "" });
  });

  it("says so when what is packed cannot be read", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end("no gzip"),
    );
    expect(await failure(send(url))).toEqual({ kind: "unreachable", begun: true });
  });

  it.each(["POST", "PUT", "DELETE"])("sends the body of a %s with its length in bytes", async (method) => {
    const url = await serve(
      (request, response) =>
        void textOf(request).then((body) => response.end(`${request.headers["content-length"]} ${body}`)),
    );
    expect((await send(url, { method, body: "ü" })).text).toBe("2 ü");
  });

  it("follows no redirect", async () => {
    const url = await serve((_request, response) => response.writeHead(302, { Location: "/elsewhere" }).end());
    expect((await send(url)).status).toBe(302);
  });

  it("tells an answer that breaks off from one that never came", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "Content-Length": 10 }).write("half");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failure(send(url))).toEqual({ kind: "unreachable", begun: true });
    expect(await failure(send(new URL("http://127.0.0.1:9/")))).toEqual({ kind: "unreachable", begun: false });
  });

  it("gives up in time, in the middle of an answer too, and when nobody waits any more", async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write("a"));
    expect(await failure(send(url, { timeout: 50 }))).toEqual({ kind: "timeout", begun: true });
    const gone = new AbortController();
    const pending = failure(send(url, { signals: [gone.signal] }));
    setTimeout(() => gone.abort(), 50);
    expect(await pending).toEqual({ kind: "aborted", begun: true });
    expect(await failure(send(url, { signals: [gone.signal] }))).toEqual({ kind: "aborted", begun: false });
  });

  it("asks again when a kept connection is closed under a reading call, and never repeats one that writes", async () => {
    let calls = 0;
    const url = await listen(
      createSocketServer((socket) => {
        let served = false;
        socket.on("error", () => undefined);
        socket.on("data", () => {
          calls += 1;
          if (served) return socket.resetAndDestroy();
          served = true;
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok");
        });
      }),
    );
    await send(url);
    expect((await send(url)).text).toBe("ok");
    expect(calls).toBe(3);
    expect(await failure(send(url, { method: "POST", body: "x" }))).toEqual({ kind: "unreachable", begun: false });
    expect(calls).toBe(4);
  });
});
