import { type Authors, holds } from "@backend/gateway/platform/access/runs-as";
import { fieldRights } from "@backend/gateway/platform/access/field-rights";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { mayWriteRules } from "./rights";
import type { Stopped, StoredRule } from "./schema";

/** As whom a rule runs now: its author with the rights that he has at this moment, and what of it does not run. */
export type Standing = { author: Caller | null; stopped: Stopped | null };

const NEXT = "Save the rule to make yourself its author.";

function stoppedAt(part: Stopped["part"], reason: Stopped["reason"], sentence: string): Stopped {
  return { part, reason, message: `${sentence} ${NEXT}` };
}

const hasScript = ({ actions }: StoredRule) => actions.some(({ type }) => type === "script");

// What a script does with a call its author must be able to do himself.
function missingOf({ trigger }: StoredRule, author: Caller): string | null {
  if (trigger.type === "cron") return null;
  if (trigger.type !== "index") return holds(author, { category: "reactivesearch", op: "read" }) ? null : "search";
  if (fieldRights(author)) return "see all fields of documents";
  const mayWrite =
    holds(author, { category: "docs", acl: "index", op: "write" }) &&
    holds(author, { category: "docs", acl: "bulk", op: "write" });
  return mayWrite ? null : "write documents";
}

/**
 * Who a rule runs as, and what stops it. A rule of nobody (kept before rules had authors, or by a ReactiveSearch
 * server) acts by the rights of each caller alone, and its script does not run.
 */
export async function standingOf(rule: StoredRule, { authors }: { authors: Authors }): Promise<Standing> {
  if (!rule.author) {
    const stopped = hasScript(rule)
      ? stoppedAt("script", "no_author", "The script does not run: the rule has no known author.")
      : null;
    return { author: null, stopped };
  }
  const { name } = rule.author;
  const author = await authors.find(rule.author);
  if (!author) return { author, stopped: stoppedAt("rule", "author_gone", `Author ${name} no longer exists.`) };
  if (!mayWriteRules(author))
    return { author, stopped: stoppedAt("rule", "author_may_not", `Author ${name} may no longer write rules.`) };
  const missing = hasScript(rule) ? missingOf(rule, author) : null;
  const stopped =
    missing === null
      ? null
      : stoppedAt("script", "author_may_not", `The script does not run: author ${name} may not ${missing}.`);
  return { author, stopped };
}

/** The rule as far as it runs; null where it does not. A rule that only hides goes on while its script is stopped. */
export function asFarAsItRuns(rule: StoredRule, { stopped }: Pick<Standing, "stopped">): StoredRule | null {
  if (stopped === null) return rule;
  if (stopped.part === "rule") return null;
  const actions = rule.actions.filter(({ type }) => type !== "script");
  return actions.length === 0 ? null : { ...rule, actions };
}
