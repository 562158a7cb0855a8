import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import type { Engine, EngineRequest, EngineResponse } from "../../port";
import { PRODUCT_HEADER, rootFor } from "../../product-check";
import { EngineError } from "../errors";
import { readBody } from "./body";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"] as const;
/** A body that comes this slowly holds a connection for nothing. */
const REQUEST_TIMEOUT_MS = 120_000;

function queryOf(url: URL): Record<string, string> {
  return Object.fromEntries(url.searchParams);
}

function send(response: ServerResponse, { status, contentType, body }: EngineResponse, head: boolean): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...PRODUCT_HEADER,
    "content-type": contentType,
    ...(!head && { "content-length": bytes.length }),
  });
  response.end(head ? undefined : bytes);
}

async function answer(engine: Engine, request: IncomingMessage, signal: AbortSignal): Promise<EngineResponse> {
  // The path is taken as it came: `new URL` would resolve dots in it.
  const [path = "/", search = ""] = (request.url ?? "/").split(/\?(.*)/s);
  const method = METHODS.find((known) => known === request.method);
  if (!method) {
    const body = JSON.stringify({ error: `Unexpected HTTP method [${request.method ?? ""}]`, status: 405 });
    return { status: 405, contentType: "application/json; charset=UTF-8", body };
  }
  const body = await readBody(request);
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (
    body.length > 0 &&
    type !== undefined &&
    !/^application\/(json|x-ndjson|vnd\.elasticsearch\+(json|x-ndjson))$|^text\/plain$/.test(type)
  ) {
    return {
      status: 406,
      contentType: "application/json; charset=UTF-8",
      body: JSON.stringify({
        error: `Content-Type header [${request.headers["content-type"]}] is not supported`,
        status: 406,
      }),
    };
  }
  const call: EngineRequest = {
    method,
    path,
    query: queryOf(new URL(`http://engine/?${search}`)),
    signal,
    ...(body.length > 0 && { body }),
  };
  const answered = await engine(call);
  if (path !== "/" || method !== "GET") return answered;
  const root = parseJson(answered.body);
  return isJsonObject(root) ? { ...answered, body: stringifyJson(rootFor(request.headers, root)) } : answered;
}

/** Serves an engine over HTTP. The caller listens, on loopback: there is no sign-in. */
export function engineServer(engine: Engine): Server {
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    answer(engine, request, gone.signal)
      .then((result) => send(response, result, request.method === "HEAD"))
      .catch((error: unknown) => {
        const known =
          error instanceof EngineError ? error : new EngineError(500, "exception", "internal error", { cause: error });
        if (known.status === 413) response.setHeader("connection", "close");
        send(
          response,
          {
            status: known.status,
            contentType: "application/json; charset=UTF-8",
            body: JSON.stringify(known.toBody()),
          },
          false,
        );
      });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
}
