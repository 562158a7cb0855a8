import { type Action, actionNames, may } from "./actions";
import { type ClosedGate, type Gate, open } from "./gate";
import { type Plan, type PlanFeature, planGate } from "./plan";

// What screens ask for before they offer a change. A right is a permission of the console and, where servers keep them
// apart, the category of calls behind it.

type RightRow = { action: Action; category?: string; /** What the plan of the server must have. */ plan?: PlanFeature };

const table = {
  "documents:write": { action: "develop", category: "docs" },
  "indices:write": { action: "develop", category: "indices" },
  "imports:write": { action: "develop", category: "docs" },
  "tasks:write": { action: "develop", category: "clusters" },
  "logs:read": { action: "develop", category: "logs" },
  "stored-queries:write": { action: "search-relevancy", category: "storedquery" },
  "logs:write": { action: "develop", category: "logs" },
  "relevance:write": { action: "search-relevancy", category: "searchrelevancy", plan: "search-relevancy" },
  "grades:write": { action: "search-relevancy", category: "searchgrader", plan: "grader" },
  "synonyms:write": { action: "search-relevancy", category: "synonyms" },
  "rules:write": { action: "search-relevancy", category: "rules", plan: "rules" },
  "functions:write": { action: "search-relevancy", category: "rules", plan: "functions" },
  "suggestions:write": { action: "search-relevancy", category: "suggestions", plan: "suggestions" },
  "pipelines:write": { action: "pipelines", category: "pipelines", plan: "pipelines" },
  "ai:write": { action: "ai", plan: "ai" },
  "uibuilder:write": { action: "uibuilder", category: "uibuilder", plan: "uibuilder" },
  "insights:write": { action: "analytics", category: "analytics", plan: "insights" },
  "cache:write": { action: "speed", category: "cache", plan: "cache" },
  "credentials:write": { action: "access-control", category: "permission" },
  "public-key:write": { action: "access-control", category: "auth" },
  "users:write": { action: "user-management", category: "user" },
  "sync:write": { action: "develop", category: "sync", plan: "sync" },
  "billing:write": { action: "billing" },
} as const satisfies Record<string, RightRow>;

export type Right = keyof typeof table;

/** The rights by name, and the permission that each stands on. */
export const rights: Record<Right, RightRow> = table;

/** The permissions with which something can be changed at all. */
export const changingActions: readonly Action[] = [
  ...new Set(
    Object.entries(rights)
      .filter(([name]) => name.endsWith(":write"))
      .map(([, { action }]) => action),
  ),
];

type Who = {
  actions: readonly Action[];
  /** What the server lets the user call; null where it does not say. */
  categories: readonly string[] | null;
  /** Users who can give permissions, where the asker may know them. */
  managers: readonly string[];
  plan: Pick<Plan, "billing" | "isPaid" | "tier" | "features">;
};

/** Who can give a permission, in words: the names that the asker may know, else what such a person is called. */
export function managersInWords(managers: readonly string[]): string {
  if (managers.length === 0) return "an administrator of this server";
  const [first = "", second, ...more] = managers;
  if (second === undefined) return first;
  return more.length === 0 ? `${first} or ${second}` : `${first}, ${second} or another administrator`;
}

/** The closed gate of a permission that somebody lacks. */
export function missingRight({
  what,
  actionName,
  managers,
}: {
  what: string;
  actionName?: string;
  managers: readonly string[];
}): ClosedGate {
  const who = managersInWords(managers);
  const help = `${who.charAt(0).toUpperCase()}${who.slice(1)} can grant it.`;
  return {
    ok: false,
    because: "right",
    missing: `Requires ${what}`,
    ...(actionName === undefined ? {} : { actionName }),
    who,
    help,
  };
}

/** Whether a user has a right, and the plan of the server what it is about. */
export function rightGate({ right, who }: { right: Right; who: Who }): Gate {
  const { action, category, plan } = rights[right];
  const { managers } = who;
  if (!may(who.actions, action))
    return missingRight({ what: `the ${actionNames[action]} permission`, actionName: actionNames[action], managers });
  if (category !== undefined && who.categories !== null && !who.categories.includes(category))
    return missingRight({ what: `access to the server's “${category}” calls`, managers });
  return plan === undefined ? open : planGate({ plan: who.plan, feature: plan });
}
