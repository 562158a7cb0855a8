import { once } from "node:events";
import { createServer, get, type Server } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { gracefulShutdown } from "./shutdown";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function bodyOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port }, (incoming) => {
      let body = "";
      incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
      incoming.on("close", () => resolve(body));
    }).on("error", reject);
  });
}

describe("gracefulShutdown", () => {
  it("finishes a request in flight, then resolves", async () => {
    const server = createServer((_request, response) => setTimeout(() => response.end("late"), 300));
    const shutdown = gracefulShutdown(server);
    const port = await listening(server);
    const arrived = once(server, "request");
    const body = bodyOf(port);
    await arrived;
    const ended = shutdown();
    await expect(bodyOf(port)).rejects.toThrow();
    expect(await body).toBe("late");
    await ended;
  });

  it("waits neither for connections without a request nor for event streams", async () => {
    const server = createServer((_request, response) => {
      // As the Remix adapter does; headers given to writeHead cannot be read back.
      response.setHeader("Content-Type", "text/event-stream");
      response.write("data: 1\n\n");
    });
    const shutdown = gracefulShutdown(server);
    const port = await listening(server);
    const connected = once(server, "connection");
    const silent = connect(port, "127.0.0.1");
    silent.on("error", () => {});
    await connected;
    const streaming = once(server, "request");
    const stream = bodyOf(port).catch(() => "");
    await streaming;
    const began = Date.now();
    await shutdown();
    expect(Date.now() - began).toBeLessThan(4000);
    await stream;
  });
});
