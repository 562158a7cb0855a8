import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBody } from "./body";
import { HttpError } from "./errors";

const LIMIT = 1_000;
let server: Server;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    readBody(incoming, { limit: LIMIT }).then(
      (text) => response.end(`ok ${text.length}`),
      (error: unknown) => {
        response.writeHead(error instanceof HttpError ? error.status : 500, { Connection: "close" });
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function send(body: Buffer, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: (server.address() as AddressInfo).port,
        method: "POST",
        headers: { "Content-Length": String(body.length), ...headers },
      },
      (response) => {
        let text = "";
        response.on("data", (part: Buffer) => (text += part.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

test("plain and packed bodies are read", async () => {
  expect(await send(Buffer.from("hello"), {})).toEqual({ status: 200, text: "ok 5" });
  expect(await send(gzipSync("hello"), { "Content-Encoding": "gzip" })).toEqual({ status: 200, text: "ok 5" });
});

test("the limit holds for what is announced and for what comes out of the unpacking", async () => {
  expect((await send(Buffer.alloc(LIMIT + 1, 65), {})).status).toBe(413);
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  expect((await send(bomb.subarray(0), { "Content-Encoding": "gzip" })).status).toBe(413);
});

test("broken packing is 400, an unknown one 415", async () => {
  expect((await send(Buffer.from("not gzip"), { "Content-Encoding": "gzip" })).status).toBe(400);
  expect((await send(Buffer.from("x"), { "Content-Encoding": "br" })).status).toBe(415);
});
