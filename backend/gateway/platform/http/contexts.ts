import type { IncomingMessage } from "node:http";
import { readBody, readPieces } from "./body";
import type { BodyBudget, HeldBytes } from "./body-budget";
import { type BodyWeight, requireWeight, weightOf } from "./body-weight";
import type { Target } from "./target";
import type { Context, Method, Route } from "./types";

/** What was read of a body so far, by whoever looked first, and the beginning that is told of it. */
type Read = { text: Promise<string> | null; known: string };

function selfUrl({ socket }: IncomingMessage): string {
  const { localAddress = "127.0.0.1", localPort = 80 } = socket;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** So much of a body in pieces is kept for the request log, in bytes. */
const LOGGED = 1_000_000;

async function* beginningKept(
  pieces: AsyncIterable<Buffer>,
  keep: (beginning: string) => void,
): AsyncGenerator<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      if (size < LOGGED) kept.push(piece);
      size += piece.length;
      yield piece;
    }
  } finally {
    keep(Buffer.concat(kept).toString("utf8", 0, Math.min(size, LOGGED)));
  }
}

async function* asPieces(text: Promise<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(await text);
}

/** Where a call goes, by its path. */
type Place = Extract<Target, { kind: "route" }>["place"];
export type ContextFor = (route: Route, place: Place) => Context;

function createContext({
  request,
  id,
  place,
  signal,
  held,
  idle,
  weight,
  provenAddress,
  read,
}: {
  request: IncomingMessage;
  read: Read;
  id: string;
  place: Place;
  signal: AbortSignal;
  held: HeldBytes;
  idle: number | undefined;
  weight: BodyWeight;
  provenAddress: string;
}): Context {
  let body: Promise<string> | null = null;
  const { bytes: limit, ...bounds } = weight;
  const reading = { limit, ...(idle === undefined ? {} : { idle }) };

  async function weighed(): Promise<string> {
    read.text ??= readBody(request, { ...reading, held });
    read.known = await read.text;
    requireWeight(read.known, bounds);
    return read.known;
  }

  return {
    id,
    method: request.method as Method,
    ...place,
    headers: request.headers,
    socketAddress: request.socket.remoteAddress ?? "",
    provenAddress,
    selfUrl: selfUrl(request),
    signal,
    text: () => (body ??= weighed()),
    pieces: ({ held: keep = false } = {}) =>
      beginningKept(
        read.text === null ? readPieces(request, { ...reading, held: keep ? held : undefined }) : asPieces(read.text),
        (beginning) => (read.known = beginning),
      ),
    record: {},
  };
}

type Parts = {
  bodies: BodyBudget;
  bodyIdle?: number | undefined;
  signInAddress: (context: Pick<Context, "headers" | "socketAddress">) => string | null;
};

/**
 * Contexts of one call, as many as there are routes that may answer it: its body is read once, and weighed for each.
 * `readText` gives what was read of it, `release` lets go of its bytes.
 */
export function createContexts({
  request,
  id,
  signal,
  parts,
}: {
  request: IncomingMessage;
  id: string;
  signal: AbortSignal;
  parts: Parts;
}): { contextFor: ContextFor; readText: () => string; release: () => void } {
  const held = parts.bodies.open();
  const socketAddress = request.socket.remoteAddress ?? "";
  const provenAddress = parts.signInAddress({ headers: request.headers, socketAddress }) ?? socketAddress;
  const read: Read = { text: null, known: "" };
  return {
    contextFor: (route, place) =>
      createContext({
        ...{ request, id, place, signal, held, provenAddress, read },
        idle: parts.bodyIdle,
        weight: weightOf(route),
      }),
    readText: () => read.known,
    release: () => held.release(),
  };
}
