import { parseJson, stringifyJson } from "@common/text/json";
import { type Handler, HANDLERS_OF, type TriggerType } from "@common/search-relevance/rule-kinds";
import * as z from "zod";
import type { Owner } from "@backend/gateway/platform/held/shares";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { ruleScript, type StoredRule } from "../schema";
import { tookTooMuch } from "./sandbox-words";
import type { ScriptOutcome } from "./types";
import { CHECK_LIMITS } from "./types";
import type { Scripts } from "./service";

const FoundSchema = z.array(z.string());

/** A search and its answer as scripts find them, to look at a script by. */
const SAMPLE = {
  request: {
    body: stringifyJson({
      query: [{ id: "search", type: "search", dataField: ["name"], value: "example" }],
      settings: {},
    }),
    headers: {},
  },
  response: {
    code: 200,
    body: stringifyJson({
      settings: {},
      search: { hits: { total: { value: 0, relation: "eq" }, hits: [] }, status: 200 },
    }),
    headers: {},
  },
};

const words = (names: readonly string[]) => names.join(" or ");

// What a script calls and nobody has given it is wrong whatever it is given; so is one that does not come to an end.
// All else may be for want of real data.
const isFaulty = (outcome: ScriptOutcome) =>
  outcome.kind === "failed" && (outcome.message.startsWith("ReferenceError") || tookTooMuch(outcome.message));

function missing(handlers: readonly Handler[], found: readonly string[], type: TriggerType): string | null {
  if (handlers.some((name) => found.includes(name))) return null;
  if (found.length === 0) return type === "cron" ? null : `the script has no function ${words(handlers)}`;
  return `${words(found)} does not run in a rule of the type ${type}: name the function ${words(handlers)}`;
}

/**
 * Refuses a rule whose script cannot run: one that cannot be read, that fails before any of its functions is called,
 * that has no function which its trigger calls, or whose function calls what is not there or does not end. It runs in
 * the sandbox, on a sample, and fetches nothing. Throws 400, and 429 where the caller tries too many.
 */
export async function requireScript(
  rule: Pick<StoredRule, "actions" | "trigger">,
  { scripts, owner }: { scripts: Scripts; owner: Owner | undefined },
): Promise<void> {
  const script = ruleScript(rule);
  if (script === null) return;
  const type = (Object.keys(HANDLERS_OF) as TriggerType[]).find((one) => one === rule.trigger.type) ?? "filter";
  const handlers = HANDLERS_OF[type];
  const context = stringifyJson({
    ...(type === "cron" ? { request: SAMPLE.request } : SAMPLE),
    envs: { now: 0, index: [], filter: {}, customEvents: {}, query: "example" },
  });
  const run = (handler: Handler | null) =>
    scripts.run({ script, handler, context, limits: CHECK_LIMITS, check: true }, "trial", owner);
  const outcome = await run(null);
  if (outcome.kind === "failed") throw badRequest(`the script is not valid: ${outcome.message}`);
  const found = FoundSchema.parse(parseJson(outcome.result ?? "[]"));
  const problem = missing(handlers, found, type);
  if (problem !== null) throw badRequest(`the script is not valid: ${problem}`);
  for (const handler of handlers.filter((name) => found.includes(name))) {
    const tried = await run(handler);
    if (tried.kind === "failed" && isFaulty(tried))
      throw badRequest(`the script is not valid: ${handler} failed with ${tried.message}`);
  }
}
