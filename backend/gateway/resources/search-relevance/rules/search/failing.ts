import type { Handler } from "@common/search-relevance/rule-kinds";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import type { RuleFailures } from "../failures";
import type { StoredRule } from "../schema";
import { ScriptError } from "../scripts/exchange";
import type { Fired } from "./request-actions";
import type { Hold, FindRules, RulesOf } from "./types";

/** The script of a kept rule failed in a search. The search is to be made again as if that rule were not there. */
export class RuleFailed extends Error {
  readonly id: string;

  constructor({ id }: Pick<StoredRule, "id">, message: string) {
    super(message);
    this.name = "RuleFailed";
    this.id = id;
  }
}

/**
 * Whether a search was refused for what it asks: not for how often its caller asks, and not because an engine is away.
 */
export function isRefusal(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

type Work<Value> = { handler: Handler; work: () => Promise<Value>; failures: RuleFailures };

/**
 * Counts that a rule's script failed, and gives what is to be thrown: the search is made again without it, a rule that
 * is only tried is refused.
 */
export function failure(
  { rule, isTried }: Pick<Fired, "rule" | "isTried">,
  { error, failures }: { error: ScriptError; failures: RuleFailures },
): Error {
  if (isTried) return badRequest(`the script of the rule ${rule.name || rule.id} failed: ${error.message}`);
  failures.note(rule, error);
  return new RuleFailed(rule, error.message);
}

/**
 * The work of a rule's script. Where it fails that is counted, and the search made again without it; one that is only
 * tried is refused. Throws RuleFailed, 400 and 429.
 */
export async function scripted<Value>(
  one: Pick<Fired, "rule" | "isTried">,
  { handler, work, failures }: Work<Value>,
): Promise<Value> {
  const { rule, isTried } = one;
  const { rests } = failures;
  if (!isTried && rests.isResting(rule)) {
    failures.skip(rule);
    throw new RuleFailed(rule, "the script rests");
  }
  try {
    const done = await work();
    rests.ended(rule, { handler, message: null });
    return done;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    if (!isTried) rests.ended(rule, { handler, message: error.message });
    throw failure(one, { error, failures });
  }
}

/** The work of a rule's script; null where it fails, which is counted. Throws what is refused: 400, 401, 429. */
export async function scriptedOr<Value>(rule: StoredRule, work: Work<Value>): Promise<Value | null> {
  try {
    return await scripted({ rule, isTried: false }, work);
  } catch (error) {
    if (error instanceof RuleFailed) return null;
    throw error;
  }
}

type Around = { rulesOf: FindRules | undefined; hold: Hold };

/**
 * Makes a search, and makes it again without the rules whose scripts have failed in it until none does. Where it is
 * refused and a script had to do with it, each script's part is held by itself in the next round: one without which it
 * would not be refused has failed.
 */
export async function withoutFailed<Result>(
  { rulesOf, hold }: Around,
  attempt: (rulesOf: RulesOf | undefined) => Promise<Result>,
): Promise<Result> {
  const failed = new Set<string>();
  let held: Hold | undefined;
  for (;;) {
    let hasScripts = false;
    const find: RulesOf = async (asked, context) => {
      const rules = (await rulesOf?.(asked, context, { failed, hold: held })) ?? null;
      hasScripts = rules?.hasScripts === true;
      return rules;
    };
    try {
      return await attempt(rulesOf && find);
    } catch (error) {
      if (error instanceof RuleFailed && !failed.has(error.id)) {
        failed.add(error.id);
        held = undefined;
      } else if (isRefusal(error) && hasScripts && held === undefined) held = hold;
      else throw error;
    }
  }
}
