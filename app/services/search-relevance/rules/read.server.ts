import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { contentOfRule, type RuleContent, ruleText } from "./content";
import type { RuleFailures } from "./failures";

/**
 * A rule on the server. Times in ms, null where it tells none. In lists scripts are left out. `author`: as whom it
 * runs; `stopped`: why it, or its script, does not run, with the next step; `failures`: how its script failed. All are
 * null on servers that do not tell.
 */
export type Rule = {
  id: string;
  order: number;
  createdAt: number | null;
  updatedAt: number | null;
  content: RuleContent;
  author: string | null;
  stopped: string | null;
  failures: RuleFailures | null;
};

const object = z.custom<JsonObject>(isJsonObject);
const time = z.coerce
  .number()
  .nullish()
  .catch(null)
  .transform((seconds) => (seconds ? seconds * 1000 : null));
const milliseconds = z.coerce.number().transform((seconds) => seconds * 1000);

/** How a server tells of the failures of a rule's script; times become ms. */
const failuresSchema = z
  .object({
    count: z.coerce.number(),
    last_at: milliseconds,
    recent: z.array(z.object({ at: milliseconds, message: z.string(), logs: z.array(z.string()).catch([]) })).catch([]),
  })
  .transform(({ count, last_at, recent }): RuleFailures => ({ count, lastAt: last_at, recent }));

const factsSchema = z.object({
  id: z.string(),
  order: z.coerce.number().catch(0),
  created_at: time,
  updated_at: time,
  author: z.object({ name: z.string() }).nullish().catch(null),
  stopped: z.object({ message: z.string() }).nullish().catch(null),
  failures: failuresSchema.nullish().catch(null),
});

const ruleSchema = object.transform((value, context): Rule => {
  const facts = factsSchema.safeParse(value);
  if (!facts.success) {
    context.addIssue({ code: "custom", message: "no rule" });
    return z.NEVER;
  }
  const { id, order, created_at, updated_at, author, stopped, failures } = facts.data;
  return {
    id,
    order,
    createdAt: created_at,
    updatedAt: updated_at,
    content: contentOfRule(value),
    author: author?.name ?? null,
    stopped: stopped?.message ?? null,
    failures: failures ?? null,
  };
});
const listSchema = z
  .array(ruleSchema)
  .nullable()
  .transform((list) => list ?? []);
const usageSchema = z.object({ rules: z.array(z.object({ key: z.string(), count: z.coerce.number() })).nullish() });

/** All rules, in the order in which they run. Throws BackendError. */
export async function listRules({ http }: Pick<Scope, "http">): Promise<Rule[]> {
  const rules = await http.call({ path: "/_rules", schema: listSchema });
  return rules.sort((a, b) => b.order - a.order);
}

/** One with the text of its script; undefined where it does not exist, or no longer. Throws BackendError. */
export async function getRule({ http }: Pick<Scope, "http">, id: string): Promise<Rule | undefined> {
  try {
    const rule = await http.call({ path: apiPath`/_rule/${id}`, schema: ruleSchema });
    if (!rule.content.actions.some(({ type }) => type === "script")) return rule;
    const { script } = await http.call({
      path: apiPath`/_rule/${id}/script`,
      schema: z.object({ script: z.string() }),
    });
    const actions = rule.content.actions.map((action) => (action.type === "script" ? { ...action, script } : action));
    return { ...rule, content: { ...rule.content, actions } };
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

/** The same, or the 404 of the frame. */
export async function requireRule(scope: Pick<Scope, "http" | "context">, id: string): Promise<Rule> {
  const found = await getRule(scope, id);
  if (found) return found;
  const detail = "There is no such rule. It may have been deleted.";
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: `/_rule/${encodeURIComponent(id)}`,
      requestId: scope.context.requestId,
      detail,
    },
  });
}

/** How often each took part in a search of the last 30 days, by id. Throws BackendError. */
export async function readRuleUsage({ http }: Pick<Scope, "http">): Promise<Record<string, number>> {
  const { rules } = await http.call({ path: "/_analytics/rules/usage", query: { size: 1000 }, schema: usageSchema });
  return Object.fromEntries((rules ?? []).map(({ key, count }) => [key, count]));
}

/** A word that is another one as soon as anything of the rule is: no server counts versions of rules. */
export function ruleVersion(content: RuleContent): string {
  const value = stringifyJson(sorted(parseJson(ruleText(content))));
  return contentHash(value);
}

function sorted(value: ReturnType<typeof parseJson>): ReturnType<typeof parseJson> {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** A rule as it is stored now, with its version; undefined where it is not. */
export async function currentRule(
  scope: Pick<Scope, "http">,
  id: string,
): Promise<{ text: string; version: string } | undefined> {
  const found = await getRule(scope, id);
  return found && { text: ruleText(found.content), version: ruleVersion(found.content) };
}
