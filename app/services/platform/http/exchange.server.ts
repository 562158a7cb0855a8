import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http";
import https from "node:https";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

// Node's own client rather than fetch: a page makes half a dozen calls, and what fetch builds around each (web streams,
// headers, signals) takes six times as long as the call. Idle connections are given up before servers of Node would,
// which wait five seconds.
const options = { keepAlive: true, maxSockets: 64, timeout: 4_000 };
const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };

const decoders: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify<Buffer, Buffer>(gunzip),
  "x-gzip": promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};
// It drops a byte order mark, as `Response.text` does.
const utf8 = new TextDecoder();

export type Exchange = {
  url: URL;
  method: string;
  headers: OutgoingHttpHeaders;
  body?: string | Uint8Array | undefined;
  /** Milliseconds for the whole answer. */
  timeout: number;
  /** Each of them breaks the call off. */
  signals: readonly AbortSignal[];
};

/** Why a call has no whole answer. `begun`: its head was there. */
export class ExchangeError extends Error {
  override name = "ExchangeError";
  readonly kind: "aborted" | "timeout" | "unreachable";
  readonly begun: boolean;

  constructor({ kind, begun, cause }: { kind: ExchangeError["kind"]; begun: boolean; cause?: unknown }) {
    super(cause instanceof Error ? cause.message : kind, { cause });
    this.kind = kind;
    this.begun = begun;
  }
}

type Exchanged = {
  status: number;
  text: string;
  /** Of the call as it was sent. */ sent: OutgoingHttpHeaders;
  received: IncomingHttpHeaders;
};

/** One call with its whole answer, as text; follows no redirect. Throws ExchangeError when there is none. */
export async function exchange(call: Exchange): Promise<Exchanged> {
  const { answer, body, sent } = await attempt(call, true);
  const decode = decoders[(answer.headers["content-encoding"] ?? "").toLowerCase()];
  try {
    const text = utf8.decode(decode === undefined || body.length === 0 ? body : await decode(body));
    return { status: answer.statusCode ?? 0, text, sent, received: answer.headers };
  } catch (cause) {
    throw new ExchangeError({ kind: "unreachable", begun: true, cause });
  }
}

function attempt(
  call: Exchange,
  mayRepeat: boolean,
): Promise<{ answer: IncomingMessage; body: Buffer; sent: OutgoingHttpHeaders }> {
  const { url, method, headers, body, timeout, signals } = call;
  return new Promise((resolve, reject) => {
    let stopped: "aborted" | "timeout" | undefined = signals.some((signal) => signal.aborted) ? "aborted" : undefined;
    if (stopped !== undefined) return reject(new ExchangeError({ kind: stopped, begun: false }));
    let begun = false;
    // Without it Node sends the body of a DELETE with no length, and nobody reads it.
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const given: RequestOptions = {
      method,
      headers: { "accept-encoding": "gzip, deflate", "user-agent": "searchdeck", ...headers, ...length },
    };
    const request: ClientRequest =
      url.protocol === "https:"
        ? https.request(url, { ...given, agent: agents["https:"] })
        : http.request(url, { ...given, agent: agents["http:"] });

    const stop = (kind: "aborted" | "timeout") => () => {
      stopped = kind;
      request.destroy(new Error(kind));
    };
    const abort = stop("aborted");
    const timer = setTimeout(stop("timeout"), timeout);
    for (const signal of signals) signal.addEventListener("abort", abort);
    const settle = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", abort);
    };
    const fail = (cause: Error & { code?: string }) => {
      settle();
      // The server closed a connection that it had kept in the same moment in which it was used again; it has not seen
      // the call.
      const crossed = request.reusedSocket && cause.code === "ECONNRESET" && !begun && stopped === undefined;
      if (crossed && mayRepeat && (method === "GET" || method === "HEAD")) resolve(attempt(call, false));
      else reject(new ExchangeError({ kind: stopped ?? "unreachable", begun, cause }));
    };
    request.on("error", fail);
    request.on("response", (answer) => {
      begun = true;
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", fail);
      answer.on("end", () => {
        settle();
        resolve({
          answer,
          body: pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces),
          sent: request.getHeaders(),
        });
      });
    });
    request.end(body);
  });
}
