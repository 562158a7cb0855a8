import { listIndexNames } from "~/services/indices/list.server";
import { change } from "~/services/platform/changes/change.server";
import type { Change, Changed } from "~/services/platform/changes/types";
import { settle } from "~/services/platform/http/settle.server";
import { changeBeside } from "~/services/search-relevance/deploy/noted.server";
import { RULES_WAITING, withWaiting } from "~/services/search-relevance/draft/waiting";
import { indexNames, simpleOf } from "~/services/search-relevance/rules/condition";
import { type RuleContent, ruleOfText } from "~/services/search-relevance/rules/content";
import { inIndex } from "~/services/search-relevance/rules/write.server";
import type { Scope } from "~/session/scope.server";

/**
 * The index whose draft takes a rule: the first that its condition names, of those that are there; null where it names
 * none, for then it is of no index. Throws BackendError.
 */
export async function draftIndexOf(scope: Scope, { trigger }: RuleContent): Promise<string | null> {
  if (!scope.can("search-relevancy") || trigger.type === "cron" || trigger.type === "index") return null;
  const named = indexNames(simpleOf(trigger.expression)?.indices ?? "").filter((name) => !name.includes("*"));
  if (named.length === 0) return null;
  const there = await listIndexNames(scope);
  return named.find((name) => there.includes(name)) ?? null;
}

type Texts = { before: string | null; after: string | null };

/**
 * Makes a change of a rule that is published by itself, with a version of the index that it belongs to; a rule for all
 * indices is of no version. `idOf` reads the id of one that is created. Throws BackendError for the change alone.
 */
export async function publishRule<Value>(
  scope: Scope,
  declared: Change<Value>,
  { before, after, idOf }: Texts & { idOf: (value: Value) => string },
): Promise<Changed<Value>> {
  const content = ruleOfText(after ?? before ?? "{}");
  const found = await settle(draftIndexOf(scope, content));
  const index = found.ok ? found.value : null;
  if (index === null) return change(scope, declared);
  const verb = before === null ? "created" : after === null ? "deleted" : "changed";
  const waits = (value: Value) => withWaiting({}, RULES_WAITING, new Map([[idOf(value), { was: before, now: after }]]));
  // Below another index the log of this one is not read: there the change stays with those of the cluster.
  const isSeen = scope.level === "cluster" || scope.app === index;
  const asked = inIndex(declared, isSeen ? index : undefined);
  return changeBeside(scope, asked, { index, note: `Rule ${content.name} ${verb}`.trim(), waits });
}
