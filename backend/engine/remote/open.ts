import { Agent } from "undici";
import type { Engine, EngineRequest } from "../port";

export type RemoteEngineOptions = { url: string; username?: string | undefined; password?: string | undefined };
/** An engine and the way to let go of it. */
export type OpenedEngine = { engine: Engine; close: () => Promise<void> };

function bodyType(path: string): string {
  return /\/_(bulk|msearch)$/.test(path) ? "application/x-ndjson" : "application/json";
}

/** An engine that forwards every call to an Elasticsearch or OpenSearch cluster by URL. */
export function openRemoteEngine({ url, username, password }: RemoteEngineOptions): OpenedEngine {
  const base = url.replace(/\/+$/, "");
  const agent = new Agent({ connections: 128, keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 });
  const authorization: Record<string, string> = username === undefined ? {} : { Authorization: `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}` };

  async function engine({ method, path, query = {}, body, signal, requestId }: EngineRequest) {
    const search = new URLSearchParams(query).toString();
    const init: RequestInit & { dispatcher: Agent } = {
      method,
      headers: {
        Accept: "*/*",
        ...authorization,
        ...(body === undefined ? {} : { "Content-Type": bodyType(path) }),
        ...(requestId === undefined ? {} : { "X-Opaque-Id": requestId }),
      },
      dispatcher: agent,
      ...(signal ? { signal } : {}),
    };
    // Elasticsearch takes a body with GET, fetch does not: such calls have a POST twin.
    if (body !== undefined && method === "GET") init.method = "POST";
    if (body !== undefined) init.body = typeof body === "string" ? body : Buffer.from(body);
    const response = await fetch(`${base}${path}${search ? `?${search}` : ""}`, init);
    return { status: response.status, contentType: response.headers.get("content-type") ?? "", body: await response.text() };
  }

  return { engine, close: () => agent.close() };
}
