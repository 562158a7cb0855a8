import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { EngineRequest } from "../port";
import { EngineUnreachableError, type NodeFailure, nodeFailure } from "./failures";
import { type ClusterNode, createClusterNodes } from "./nodes";
import { authorizationOf, type RemoteEngineOptions } from "./options";
import { answerLimit, repeatOf } from "./repeat";

/** An answer as it began; the body is still to be read, or let go of with `dump`. */
export type RemoteAnswer = {
  node: string;
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  body: Dispatcher.ResponseData["body"];
};
export type RemoteClient = { send: (request: EngineRequest) => Promise<RemoteAnswer>; close: () => Promise<void> };

const CONNECT_LIMIT = 5_000;
/** A body that stops for so long is broken off, in ms. */
const BODY_IDLE = 60_000;
/** Below the minute after which most balancers close an idle connection without a word. */
const KEEP_ALIVE = 30_000;
/** A caller who gave up after so long without an answer makes the node suspect, in ms. */
const SUSPECT_AFTER = 5_000;
/** Wait before a busy cluster is asked again where there is no other node, in ms. */
const BUSY_PAUSE = 250;

// From a balancer whose nodes are away, or from a node that has no cluster manager or no shard at the moment; and from
// one whose queues are full.
const PASSING = new Set([502, 503, 504]);

function contentTypeOf(path: string): string {
  return /\/_(bulk|msearch)$/.test(path) ? "application/x-ndjson" : "application/json";
}

/** A client of one cluster: nodes in turn, kept connections, a call repeated on another node where that is safe. */
export function createRemoteClient({ nodes: urls, credentials, ca }: RemoteEngineOptions): RemoteClient {
  const agent = new Agent({
    connections: 128,
    keepAliveTimeout: KEEP_ALIVE,
    bodyTimeout: BODY_IDLE,
    connect: { timeout: CONNECT_LIMIT, ...(ca === undefined ? {} : { ca }) },
  });
  const nodes = createClusterNodes(urls);
  const authorization = authorizationOf(credentials);

  async function attempt(
    node: ClusterNode,
    request: EngineRequest,
    pieces: AsyncIterable<Uint8Array> | undefined,
  ): Promise<RemoteAnswer> {
    const { method, path, query = {}, signal, requestId } = request;
    const body = pieces
      ? Readable.from(pieces, { objectMode: false })
      : typeof request.body === "object"
        ? Buffer.from(request.body.buffer, request.body.byteOffset, request.body.byteLength)
        : request.body;
    const search = new URLSearchParams(query).toString();
    const { origin, pathname } = new URL(node.url);
    const answer = await agent.request({
      origin,
      path: `${pathname.replace(/\/$/, "")}${path}${search ? `?${search}` : ""}`,
      // Proxies drop the body of a GET; every such call of Elasticsearch has a POST twin.
      method: body !== undefined && method === "GET" ? "POST" : method,
      headers: {
        accept: "*/*",
        ...authorization,
        ...(body === undefined ? {} : { "content-type": contentTypeOf(path) }),
        ...(requestId === undefined ? {} : { "x-opaque-id": requestId }),
      },
      body: body ?? null,
      signal: signal ?? null,
      headersTimeout: answerLimit(request),
    });
    return { node: node.url, status: answer.statusCode, headers: answer.headers, body: answer.body };
  }

  function failureOf({
    error,
    node,
    request,
    started,
    begun,
  }: {
    error: unknown;
    node: ClusterNode;
    request: EngineRequest;
    started: number;
    begun: boolean;
  }): NodeFailure {
    if (request.signal?.aborted) {
      if (urls.length > 1 && performance.now() - started > SUSPECT_AFTER) nodes.failed(node);
      throw error;
    }
    nodes.failed(node);
    const failure = nodeFailure(error);
    return begun ? { ...failure, unsent: false } : failure;
  }

  // A single address gets a second try: a kept connection may have been closed from the other side just now.
  function turns(): ClusterNode[] {
    const order = nodes.inTurn();
    return order.length === 1 ? [...order, ...order] : order;
  }

  /** Sends a call. Rejects with `EngineUnreachableError` where no node answers, or with the signal's reason. */
  async function send(request: EngineRequest): Promise<RemoteAnswer> {
    const repeat = repeatOf(request);
    const stream = request.pieces && oneReading(request.pieces);
    const reasons = new Set<string>();
    let kind: NodeFailure["kind"] = "unreachable";
    let busyOnce = false;
    const order = turns();
    for (const [place, node] of order.entries()) {
      const started = performance.now();
      try {
        const answer = await attempt(node, request, stream?.pieces);
        const passing = PASSING.has(answer.status) ? repeat !== "never" : answer.status === 429 && repeat === "read";
        nodes.worked(node);
        if (!passing || busyOnce || stream?.begun() || place === order.length - 1) return answer;
        busyOnce = true;
        await answer.body.dump();
        if (answer.status === 429 || urls.length === 1)
          await pause(BUSY_PAUSE, undefined, request.signal ? { signal: request.signal } : {});
      } catch (error) {
        const begun = stream?.begun() ?? false;
        // The fault lies with the body, not with the node.
        if (stream?.fault() !== undefined) throw stream.fault();
        const failure = failureOf({ error, node, request, started, begun });
        kind = failure.kind;
        reasons.add(`${node.url}: ${failure.reason}`);
        if (!failure.unsent && (repeat === "never" || begun)) break;
      }
    }
    throw new EngineUnreachableError({ kind, message: [...reasons].join("; ") });
  }

  return { send, close: () => agent.close() };
}

// A streamed body can be read once. Until a connection stands nothing of it is read, so that another node may still be
// asked.
function oneReading(body: AsyncIterable<Uint8Array>): {
  pieces: AsyncIterable<Uint8Array>;
  begun: () => boolean;
  fault: () => unknown;
} {
  let begun = false;
  let fault: unknown;
  async function* read(): AsyncGenerator<Uint8Array> {
    begun = true;
    try {
      yield* body;
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  return { pieces: { [Symbol.asyncIterator]: () => read() }, begun: () => begun, fault: () => fault };
}
