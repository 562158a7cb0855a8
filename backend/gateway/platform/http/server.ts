import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { finished, pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { PRODUCT_HEADER } from "@backend/engine/product-check";
import { callerName } from "../auth/types";
import { corsHeaders, isPreflight, preflightHeaders } from "./cors";
import { type Handled, handleRequest, type HandlerParts, requestId } from "./handle";
import type { Reply } from "./reply";

/** How long requests under way may take to end at a stop, in ms. */
const DRAIN = 10_000;

/**
 * A body of so many bytes that nobody read is taken in, for so many ms: who is still sending would not get the answer
 * when the connection closes.
 */
const TAKEN_IN = 1024 * 1024;
const TAKEN_WITHIN = 1_000;

async function takeIn(request: IncomingMessage): Promise<void> {
  if (request.complete || !(Number(request.headers["content-length"] ?? Infinity) <= TAKEN_IN)) return;
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(TAKEN_WITHIN), cleanup: true }).catch(() => undefined);
}

export type GatewayServer = {
  /** Listens; resolves with the port. Rejects where the port is taken. */
  listen: (options: { host: string; port: number }) => Promise<number>;
  /** Takes no new requests, lets those under way end (10 s at most) and closes. */
  close: () => Promise<void>;
};

// An answer that breaks off halfway can only be shown as one that breaks off.
async function writeRest(response: ServerResponse, reply: Reply, rest: AsyncIterable<Uint8Array>): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  await pipeline(async function* () {
    yield Buffer.from(reply.body);
    yield* rest;
  }, response);
}

function write(response: ServerResponse, reply: Reply, head: boolean): void {
  if (response.destroyed) return;
  if (reply.rest) return void writeRest(response, reply, reply.rest).catch(() => response.destroy());
  const hasBody = reply.status !== 204 && reply.status !== 304;
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(hasBody ? { "Content-Length": String(Buffer.byteLength(reply.body)) } : {}),
  });
  response.end(head || !hasBody ? undefined : reply.body);
}

/** The HTTP server of the gateway. */
export function createGatewayServer({ parts, log }: { parts: HandlerParts; log: Logger }): GatewayServer {
  let stopping = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const id = requestId(request);
    if (isPreflight(request)) {
      write(response, { status: 200, headers: { ...preflightHeaders(request), "X-Request-Id": id }, body: "" }, false);
      return;
    }
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableEnded) gone.abort();
    });
    const whenDone = (work: () => void) => void (response.closed ? work() : response.once("close", work));
    const handled = await handleRequest({ request, id, signal: gone.signal, parts, whenDone });
    const { reply } = handled;
    await takeIn(request);
    const headers = {
      ...PRODUCT_HEADER,
      ...corsHeaders(request),
      ...reply.headers,
      "X-Request-Id": id,
      ...closing(request),
    };
    write(response, { ...reply, headers }, request.method === "HEAD");
    logAnswer({ request, id, handled, took: performance.now() - started });
  }

  // A body that nobody read would have to be taken in before the next request on the connection.
  function closing(request: IncomingMessage): Record<string, string> {
    return stopping || !request.complete ? { Connection: "close" } : {};
  }

  // The query string may hold what users search for, the body documents: neither is logged.
  function logAnswer({
    request,
    id,
    handled,
    took,
  }: {
    request: IncomingMessage;
    id: string;
    handled: Handled;
    took: number;
  }): void {
    const line = {
      requestId: id,
      method: request.method,
      path: request.url?.split("?", 1)[0]?.slice(0, 500),
      status: handled.reply.status,
      ms: Math.round(took * 10) / 10,
      ...(handled.caller ? { caller: callerName(handled.caller) } : {}),
    };
    if (handled.error) log.error({ ...line, err: handled.error }, "request failed");
    else log.info(line, "request");
  }

  const server: Server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 300_000, headersTimeout: 30_000 },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, "answer failed");
        response.destroy();
      });
    },
  );

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        stopping = true;
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), DRAIN).unref();
      }),
  };
}
