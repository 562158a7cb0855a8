import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";

/** A failure that ends the run; the message is for the operator. */
export class TrafficError extends Error {}

export type Call = {
  method: "GET" | "PUT" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  lines?: string;
  at?: number | undefined;
};
/** The server's status and what it said, and the id of the search where it was recorded. */
export type Answer = { status: number; body: unknown; searchId: string | null };

/** A server that is asked no faster than it may. */
export type Server = { url: string; call: (call: Call) => Promise<Answer>; requests: () => number };

const BUSY = new Set([429, 502, 503, 504]);
const TRIES = 4;
const FIRST_WAIT_MS = 500;
const MentionSchema = z.object({ error: z.object({ message: z.string() }) });

function said(body: unknown): string {
  const parsed = MentionSchema.safeParse(body);
  return parsed.success ? parsed.data.error.message : JSON.stringify(body).slice(0, 200);
}

/** What an answer that is not a success says, as an error. */
export function refusal({ path }: Call, { status, body }: Answer): TrafficError {
  if (status === 401 || status === 403)
    return new TrafficError(`The server refuses ${path}: ${said(body)}. Set ADMIN_USERNAME and ADMIN_PASSWORD.`);
  return new TrafficError(`${path} answered ${status}: ${said(body)}`);
}

/** A server at an address, at most `rate` requests a second; those that it is too busy for are sent again. */
export function openServer({
  url,
  username,
  password,
  rate,
}: {
  url: string;
  username: string;
  password: string;
  rate: number;
}): Server {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  let [next, sent] = [0, 0];

  async function turn(): Promise<void> {
    const now = performance.now();
    next = Math.max(now, next) + 1000 / rate;
    await wait(Math.max(0, next - 1000 / rate - now));
  }

  async function once({ method, path, body, lines, at }: Call): Promise<Answer> {
    const headers: Record<string, string> = {
      authorization,
      "content-type": lines === undefined ? "application/json" : "application/x-ndjson",
    };
    if (at !== undefined) headers["x-demo-time"] = new Date(at).toISOString();
    const payload = lines ?? (body === undefined ? undefined : JSON.stringify(body));
    sent++;
    const response = await fetch(`${url}${path}`, { method, headers, ...(payload !== undefined && { body: payload }) });
    const text = await response.text();
    let read: unknown = text;
    try {
      read = JSON.parse(text);
    } catch {
      // A page of a proxy, say: its text is all there is to tell.
    }
    return { status: response.status, body: read, searchId: response.headers.get("x-search-id") };
  }

  async function call(asked: Call): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      await turn();
      const answer = await once(asked).catch((error: unknown) => {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        throw new TrafficError(`${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
      });
      if (!BUSY.has(answer.status) || tries === TRIES) return answer;
      await wait(FIRST_WAIT_MS * 2 ** tries);
    }
  }

  return { url, call, requests: () => sent };
}

/** The body of a call that must succeed. Throws `TrafficError`. */
export async function must(server: Server, call: Call): Promise<Answer> {
  const answer = await server.call(call);
  if (answer.status >= 400) throw refusal(call, answer);
  return answer;
}
