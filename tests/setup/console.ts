import { mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import pino from "pino";
import type { FormReply } from "~/components/forms/reply.server";
import { parseConfig } from "~/server/config.server";
import { registerKinds } from "~/services/kinds.server";

let address = 0;

/**
 * A load context as the console's server makes it. Each has an address of its own, so that tries to sign in are not
 * counted together.
 */
export function testContext(env: Record<string, string> = {}): AppLoadContext {
  // As the console does when it starts.
  registerKinds();
  address += 1;
  return {
    config: parseConfig({
      DATA_DIR: mkdtempSync(join(tmpdir(), "searchdeck-")),
      SESSION_SECRET: "a secret for tests",
      LOG_LEVEL: "silent",
      ...env,
    }),
    log: pino({ level: "silent" }),
    requestId: `test-${address}`,
    clientAddress: `192.0.${2 + Math.floor(address / 250)}.${1 + (address % 250)}`,
    drained: async () => {},
    whenSent: () => {},
  };
}

export type Seen = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
type Answer = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Never answers. */ hang?: boolean;
};
type Play = (seen: Seen) => Answer;

/** A server that plays a search server of a kind we cannot run here (a paid plan, another vendor, a broken one). */
export async function playServer(play: Play): Promise<{ url: string; seen: Seen[]; close: () => Promise<void> }> {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    seen.push(call);
    const { status = 200, body = {}, headers = {}, hang = false } = play(call);
    if (hang) return;
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

/** The answers of a search server that works: user, plan, root, indices, health. `change` replaces some by path. */
export function searchServer(change: Record<string, Answer> = {}): Play {
  const basic = `Basic ${Buffer.from("mira:right").toString("base64")}`;
  const paths: Record<string, Answer> = {
    "/_user": {
      body: { username: "mira", password: "$2a$10$hash", is_admin: false, allowed_actions: ["develop", "analytics"] },
    },
    "/arc/plan": { status: 405, body: "" },
    "/": { body: { cluster_name: "books", version: { number: "7.17.9" } } },
    "/_cluster/health": { body: { status: "yellow" } },
    "/_aliasedindices": {
      body: [
        {
          alias: "books",
          index: "books_1",
          health: "green",
          status: "open",
          "docs.count": 3,
          "store.size": "1kb",
          pri: 1,
          rep: 0,
        },
        { alias: "", index: ".users", health: "green", status: "open", "docs.count": 1, "store.size": "1kb" },
      ],
    },
    ...change,
  };
  return ({ path, headers }) => {
    const [bare = ""] = path.split("?");
    if (bare !== "/arc/plan" && bare !== "/arc/health" && headers.authorization !== basic) {
      return { status: 401, body: { error: { code: 401, status: "Unauthorized", message: "invalid password" } } };
    }
    return (
      paths[bare] ?? { status: 404, body: { error: { code: 404, status: "Not Found", message: `nothing at ${bare}` } } }
    );
  };
}

/** What a form posts; as pairs where a name is there several times. */
export type Form = Record<string, string> | [string, string][];

/** A Request of the console, as a browser sends it. */
export function consoleRequest(
  path: string,
  { cookie, form, headers = {} }: { cookie?: string; form?: Form; headers?: Record<string, string> } = {},
) {
  const body = form && new URLSearchParams(form);
  const sent: Record<string, string> = body
    ? { Origin: "http://console.test", "Content-Length": String(Buffer.byteLength(body.toString())) }
    : {};
  const all: Record<string, string> = { ...(cookie === undefined ? {} : { Cookie: cookie }), ...sent, ...headers };
  return new Request(`http://console.test${path}`, body ? { method: "POST", headers: all, body } : { headers: all });
}

/** The `name=value` parts of Set-Cookie headers, as the next request sends them; removed ones are left out. */
export function cookiesOf(...answers: Headers[]) {
  const jar = new Map<string, string>();
  for (const header of answers.flatMap((headers) => headers.getSetCookie())) {
    const [pair = ""] = header.split(";");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (/Max-Age=0/.test(header)) jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Runs a loader or action and returns the Response it returned or threw. Fails when it did neither. */
export async function responseOf(run: Promise<unknown>): Promise<Response> {
  const result = await run.catch((thrown: unknown) => thrown);
  if (result instanceof Response) return result;
  throw new Error(`no Response: ${result instanceof Error ? result.stack : JSON.stringify(result)}`);
}

/** What an action returned for a form that was not taken. Fails when it redirected. */
export function replyOf(result: unknown): {
  status: number | undefined;
  headers: Headers;
  reply: FormReply;
  errors: Record<string, string[] | null>;
} {
  if (typeof result !== "object" || result === null || !("data" in result)) throw new Error("the form was taken");
  const { data, init } = result as { data: FormReply; init: ResponseInit | null };
  return { status: init?.status, headers: new Headers(init?.headers), reply: data, errors: data.result.error ?? {} };
}
