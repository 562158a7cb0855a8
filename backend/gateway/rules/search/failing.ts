import type { Handler } from "@common/rule-kinds";
import { badRequest } from "../../http/errors";
import type { RuleFailures } from "../failures";
import type { StoredRule } from "../schema";
import { ScriptError } from "../scripts/exchange";
import type { Fired } from "./request-actions";

/** The script of a kept rule failed in a search. The search is to be made again as if that rule were not there. */
export class RuleFailed extends Error {
  readonly id: string;

  constructor({ id }: Pick<StoredRule, "id">, message: string) {
    super(message);
    this.name = "RuleFailed";
    this.id = id;
  }
}

type Work<Value> = { handler: Handler; work: () => Promise<Value>; failures: RuleFailures };

/** The work of a rule's script. Where it fails that is counted, and the search made again without it; one that is only tried is refused. Throws RuleFailed, 400 and 401. */
export async function scripted<Value>({ rule, isTried }: Pick<Fired, "rule" | "isTried">, { handler, work, failures }: Work<Value>): Promise<Value> {
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
    // What is refused for want of rights is refused: nobody learns by it what he could not ask for himself.
    if (!(error instanceof ScriptError)) throw error;
    if (isTried) throw badRequest(`the script of the rule ${rule.name || rule.id} failed: ${error.message}`);
    rests.ended(rule, { handler, message: error.message });
    failures.note(rule, error);
    throw new RuleFailed(rule, error.message);
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

/** Makes a search, and makes it again without the rules whose scripts have failed in it, by their ids, until none does. */
export async function withoutFailed<Result>(attempt: (failed: ReadonlySet<string>) => Promise<Result>): Promise<Result> {
  const failed = new Set<string>();
  for (;;) {
    try {
      return await attempt(failed);
    } catch (error) {
      if (!(error instanceof RuleFailed) || failed.has(error.id)) throw error;
      failed.add(error.id);
    }
  }
}
