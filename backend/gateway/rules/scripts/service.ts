import type { Agent } from "undici";
import { request as send } from "undici";
import type { EndpointAccess } from "../../reactivesearch/endpoint-access";
import { ScriptPool, type ScriptRun } from "./pool";
import type { FetchAnswer, FetchCall, ScriptOutcome } from "./types";

/** Longest answer that a script may fetch, in bytes. */
const MAX_ANSWER = 5 * 1024 ** 2;
const TIMEOUT_MS = 10_000;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const OF_THE_CONNECTION = /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|proxy-.*)$/;

/** Scripts of rules: those of searches, those that somebody tries, and those that run by the clock each have threads of their own. */
export type Scripts = {
  run: (run: ScriptRun, lane?: Lane) => Promise<ScriptOutcome>;
  close: () => Promise<void>;
};
export type Lane = "search" | "trial" | "cron";

async function limitedText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER) throw new Error(`the answer is longer than ${MAX_ANSWER} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString("utf8");
}

async function called({ url, method: given, headers, body }: FetchCall, { admits, dispatcher }: EndpointAccess & { dispatcher: Agent }): Promise<FetchAnswer> {
  const method = METHODS.find((one) => one === given.toUpperCase());
  if (method === undefined) throw new Error(`fetch knows no method ${JSON.stringify(given)}`);
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !admits(target))
    throw new Error(`fetch of ${JSON.stringify(url)} is not allowed: the operator lists in SCRIPT_ALLOWED_URLS what scripts may call`);
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.test(name.trim().toLowerCase())));
  const response = await send(target, {
    method,
    headers: sent,
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
    dispatcher,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await limitedText(response.body);
  const answered = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]);
  return { status: response.statusCode, headers: Object.fromEntries(answered) as Record<string, string>, body: text };
}

/** Scripts over a built program. `access` tells where they may fetch from: nowhere unless the operator says so. */
export function createScripts({ program, access }: { program: () => Promise<URL> | URL; access: EndpointAccess }): Scripts {
  const fetch = (asked: FetchCall) => called(asked, access).catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }));
  const pools: Record<Lane, ScriptPool> = {
    search: new ScriptPool({ program, size: 2, fetch }),
    trial: new ScriptPool({ program, size: 1, fetch }),
    cron: new ScriptPool({ program, size: 1, fetch }),
  };
  return {
    run: (run, lane = "search") => pools[lane].run(run),
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
      await access.close();
    },
  };
}
