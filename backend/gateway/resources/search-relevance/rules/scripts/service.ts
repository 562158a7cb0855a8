import { HELD_LIMITS } from "@common/limits/held";
import { SCRIPTS_LIMITS } from "@common/limits/scripts";
import type { Agent } from "undici";
import { plainAddress } from "@common/http/addresses";
import { request as send } from "undici";
import { limitedText } from "@backend/gateway/platform/http/limited-text";
import { namedHeaders } from "@backend/gateway/platform/http/named-headers";
import type { EndpointAccess } from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { createShares, type Owner, type Shares } from "@backend/gateway/platform/held/shares";
import { ScriptPool, type ScriptRun } from "./pool";
import type { FetchAnswer, FetchCall, ScriptOutcome } from "./types";

/** Longest answer that a script may fetch, in bytes. */
const ANSWER = { most: SCRIPTS_LIMITS.fetchedAnswer.most, what: "the answer" };
const TIMEOUT_MS = SCRIPTS_LIMITS.fetchTime.most;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Scripts of rules: those of searches, those that somebody tries, and those that run by the clock each have threads of
 * their own.
 */
export type Scripts = {
  /** Throws 429 where the owner of the call runs too many. */
  run: (run: ScriptRun, lane?: Lane, owner?: Owner) => Promise<ScriptOutcome>;
  /** What a script would get for a call: of the operator's list alone, bounded in time and bytes. Never rejects. */
  fetch: (asked: FetchCall) => Promise<FetchAnswer | { error: string }>;
  close: () => Promise<void>;
};
export type Lane = "search" | "trial" | "cron";

const OF_ONE = {
  search: { most: HELD_LIMITS.scriptsOfOne.most, what: "scripts that run or wait to" },
  trial: { most: HELD_LIMITS.trialsOfOne.most, what: "scripts that are being tried" },
};

// Servers that make variables of headers take an underscore for a hyphen.
function requireHeaders(headers: FetchCall["headers"]): Record<string, string> {
  const hyphened = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replaceAll("_", "-"), value]),
  );
  for (const given of [headers, hyphened]) {
    const named = namedHeaders(given, { toSelf: false });
    if (!named.ok) throw new Error(`fetch: ${named.reason}`);
  }
  return { ...headers };
}

async function called(
  { url, method: given, headers, body }: FetchCall,
  { admits, dispatcher }: EndpointAccess & { dispatcher: Agent },
): Promise<FetchAnswer> {
  const method = METHODS.find((one) => one === given.toUpperCase());
  if (method === undefined) throw new Error(`fetch knows no method ${JSON.stringify(given)}`);
  const target = plainAddress(url);
  if (!target || !admits(target))
    throw new Error(
      `fetch of ${JSON.stringify(url)} is not allowed: the operator lists in SCRIPT_ALLOWED_URLS what scripts may call`,
    );
  const sent = requireHeaders(headers);
  const response = await send(target, {
    method,
    headers: sent,
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
    dispatcher,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await limitedText(response.body, ANSWER);
  const answered = Object.entries(response.headers).map(([name, value]) => [
    name.toLowerCase(),
    [value].flat().join(", "),
  ]);
  return { status: response.statusCode, headers: Object.fromEntries(answered) as Record<string, string>, body: text };
}

/** Scripts over a built program. `access` tells where they may fetch from: nowhere unless the operator says so. */
export function createScripts({
  program,
  access,
}: {
  program: () => Promise<URL> | URL;
  access: EndpointAccess;
}): Scripts {
  const fetch = (asked: FetchCall) =>
    called(asked, access).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
  const pools: Record<Lane, ScriptPool> = {
    search: new ScriptPool({ program, size: 2, fetch }),
    trial: new ScriptPool({ program, size: 1, fetch }),
    cron: new ScriptPool({ program, size: 1, fetch }),
  };
  const shares: Record<Lane, Shares> = {
    search: createShares(OF_ONE.search),
    trial: createShares(OF_ONE.trial),
    cron: createShares(OF_ONE.search),
  };
  return {
    fetch,
    run: async (run, lane = "search", owner = undefined) => {
      const give = owner === undefined ? undefined : shares[lane].take(owner);
      return pools[lane].run(run).finally(give);
    },
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
      await access.close();
    },
  };
}
