import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { EndpointRulesSchema } from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../replay/target";
import { basic } from "../api";

const MB = 1024 * 1024;
const ADMIN = basic("admin", "secret");
const ErrorSchema = z.object({
  error: z.object({ message: z.string(), cause: z.object({ type: z.string() }).optional() }),
});

let opened: OpenedEngine;
let backend: Backend;
let far: Server;
let farUrl: string;
const seen: { path: string | undefined; authorization: string | undefined; own: string | undefined }[] = [];

beforeAll(async () => {
  far = createServer((request, response) => {
    seen.push({
      path: request.url,
      authorization: request.headers.authorization,
      own: String(request.headers["x-own"]),
    });
    if (request.url === "/allowed/redirect") return response.writeHead(302, { Location: "/allowed/secret" }).end();
    if (request.url === "/allowed/huge") return response.end(`{"a":"${"x".repeat(11 * MB)}"}`);
    response.end(JSON.stringify({ e: { found: request.url } }));
  });
  await new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve));
  farUrl = `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
  opened = await openEmptyEngine();
  backend = await startBackend({
    engine: opened.engine,
    port: 0,
    adminUsername: "admin",
    adminPassword: "secret",
    log: pino({ level: "silent" }),
    settings: {
      endpointUrls: EndpointRulesSchema.parse(`${farUrl}/allowed, *.localhost`),
      maxBodies: 4 * MB,
      bodyIdle: 3_000,
    },
  });
  await call("PUT", "/books", { mappings: { dynamic: false } });
});
afterAll(async () => {
  await backend.close();
  await opened.close();
  far.closeAllConnections();
  far.close();
});

async function call(method: string, path: string, body?: unknown, as = ADMIN) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`${backend.url}${path}`, {
    method,
    headers: { Authorization: as, "Content-Type": "application/json" },
    ...(text === undefined ? {} : { body: text }),
  });
  const reply = await answer.text();
  return { status: answer.status, body: reply === "" ? null : (JSON.parse(reply) as unknown) };
}

describe("endpoints that the operator lists", () => {
  async function ask(url: string, headers: Record<string, string> = {}): Promise<unknown> {
    const answer = await call("POST", "/books/_reactivesearch", {
      query: [{ id: "e", endpoint: { url, method: "POST", headers, body: {} } }],
    });
    return z.looseObject({ e: z.unknown() }).parse(answer.body).e;
  }
  const refusal = (reason: RegExp) => ({
    error: { type: "endpoint_not_allowed", reason: expect.stringMatching(reason) as unknown },
  });

  test("are called with the headers of the query, without the caller's password", async () => {
    seen.length = 0;
    expect(await ask(`${farUrl}/allowed/x`, { "X-Own": "yes" })).toEqual({ found: "/allowed/x" });
    expect(seen).toEqual([{ path: "/allowed/x", authorization: undefined, own: "yes" }]);
    await ask(`${farUrl}/allowed/x`, { Authorization: "Bearer t" });
    expect(seen[1]?.authorization).toBe("Bearer t");
  });

  test("no other path, no redirect, no endless answer, no private address behind a wild card", async () => {
    seen.length = 0;
    expect(await ask(`${farUrl}/other`)).toMatchObject(refusal(/not allowed/));
    expect(await ask(`${farUrl}/allowed/../other`)).toMatchObject(refusal(/not allowed/));
    expect(await ask(`http://a.localhost:${new URL(farUrl).port}/x`)).toMatchObject(
      refusal(/private address|ENOTFOUND/),
    );
    expect(seen).toEqual([]);
    expect(await ask(`${farUrl}/allowed/redirect`)).toMatchObject(refusal(/redirects/));
    expect(await ask(`${farUrl}/allowed/huge`)).toMatchObject(refusal(/longer than/));
    expect(seen.map(({ path }) => path)).toEqual(["/allowed/redirect", "/allowed/huge"]);
  });
});

// Single documents: a large bulk goes on to a cluster as it comes, so nothing of it is held.
describe("bodies of all requests together", () => {
  // Sends the head and the first bytes of a body and leaves it at that; resolves with what is answered.
  function begin(bytes: number): { answered: Promise<string>; end: () => void } {
    const socket = connect({ host: "127.0.0.1", port: backend.port });
    let text = "";
    const answered = new Promise<string>((resolve) => {
      socket.on("data", (part: Buffer) => (text += part.toString()));
      socket.on("close", () => resolve(text));
      socket.on("error", () => resolve(text));
    });
    socket.write(
      `POST /books/_doc HTTP/1.1\r\nHost: x\r\nAuthorization: ${ADMIN}\r\nContent-Type: application/json\r\nContent-Length: ${3 * MB}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes, 32));
    return { answered, end: () => socket.destroy() };
  }

  test("what is too much is refused like Elasticsearch's circuit breaker, and what stood still is let go", async () => {
    const slow = begin(2.5 * MB);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const large = await call("POST", "/books/_doc", { text: " ".repeat(2 * MB) });
    expect(large.status).toBe(429);
    expect(ErrorSchema.parse(large.body).error).toMatchObject({ cause: { type: "circuit_breaking_exception" } });
    expect(ErrorSchema.parse(large.body).error.message).toMatch(
      /Data too large, data for \[<http_request>\] would be \[\d+\/4(\.\d)?mb\], which is larger than the limit of \[4194304\/4mb\]/,
    );
    // Small ones go on meanwhile.
    expect((await call("POST", "/books/_search", { size: 0 })).status).toBe(200);
    expect(await slow.answered).toMatch(/^HTTP\/1\.1 408 /);
    expect((await call("POST", "/books/_doc", { text: " ".repeat(2 * MB) })).status).toBe(201);
  });

  test("a caller who breaks off gives back what he held", async () => {
    for (let round = 0; round < 3; round++) {
      const broken = begin(2.5 * MB);
      await new Promise((resolve) => setTimeout(resolve, 200));
      broken.end();
      await broken.answered;
    }
    await vi.waitFor(
      async () => expect((await call("POST", "/books/_doc", { text: " ".repeat(3 * MB) })).status).toBe(201),
      {
        timeout: 10_000,
        interval: 100,
      },
    );
  });
});

describe("the only admin", () => {
  test("cannot lock everybody out", async () => {
    const only = {
      error: expect.objectContaining({
        code: 400,
        message: `user with "username"="admin" is the only admin: make another one first`,
      }) as unknown,
    };
    expect((await call("DELETE", "/_user")).body).toEqual(only);
    expect((await call("DELETE", "/_user/admin")).body).toEqual(only);
    expect((await call("PATCH", "/_user/admin", { is_admin: false, allowed_actions: ["develop"] })).body).toEqual(only);
    expect(
      (
        await call("POST", "/_user", {
          username: "admin",
          password: "x",
          email: "a@b.org",
          allowed_actions: ["develop"],
        })
      ).body,
    ).toEqual(only);
    expect((await call("GET", "/_users")).status).toBe(200);
    await call("POST", "/_user", { username: "second", password: "x", email: "a@b.org", is_admin: true });
    expect((await call("PATCH", "/_user/second", { is_admin: false, allowed_actions: ["develop"] })).status).toBe(200);
    await call("PATCH", "/_user/second", { is_admin: true });
    expect((await call("DELETE", "/_user/admin")).status).toBe(200);
    expect((await call("DELETE", "/_user/second", undefined, basic("second", "x"))).body).toMatchObject({
      error: { code: 400 },
    });
  });
});
