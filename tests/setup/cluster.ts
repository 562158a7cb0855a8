import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export type SeenCall = { method: string; path: string; body: string; headers: IncomingMessage["headers"] };
/** What a node does with a call: answers, or breaks the connection once it has read the call. */
export type NodeAnswer = "break" | { status: number; body?: unknown; headers?: Record<string, string>; type?: string };
export type PlayedNode = {
  url: string;
  port: number;
  seen: SeenCall[];
  /** Sets what it answers from now on. */
  answers: (answer: (call: SeenCall) => NodeAnswer | Promise<NodeAnswer>) => void;
  close: () => Promise<void>;
};

/**
 * A loopback server in the place of a node: for products and faults that no real engine here can show. `port` 0 takes a
 * free one.
 */
export async function playNode({
  port = 0,
  tls,
}: { port?: number; tls?: { key: string; cert: string } } = {}): Promise<PlayedNode> {
  let answer: (call: SeenCall) => NodeAnswer | Promise<NodeAnswer> = () => ({ status: 200, body: {} });
  const seen: SeenCall[] = [];
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call = {
      method: request.method ?? "",
      path: request.url ?? "",
      body: Buffer.concat(chunks).toString("utf8"),
      headers: request.headers,
    };
    seen.push(call);
    const given = await answer(call);
    if (given === "break") return void request.socket.destroy();
    const text = typeof given.body === "string" ? given.body : JSON.stringify(given.body ?? {});
    response
      .writeHead(given.status, { "Content-Type": given.type ?? "application/json; charset=UTF-8", ...given.headers })
      .end(request.method === "HEAD" ? undefined : text);
  }
  const listener: RequestListener = (request, response) =>
    void serve(request, response).catch(() => response.destroy());
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${actual}`,
    port: actual,
    seen,
    answers: (next) => (answer = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
