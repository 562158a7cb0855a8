// What a user may be allowed to do, by the names of the wire (`allowed_actions`), and the words the console shows for
// them.

export const actionNames = {
  overview: "Overview",
  develop: "Develop",
  "search-relevancy": "Search relevancy",
  pipelines: "Pipelines",
  ai: "AI",
  uibuilder: "UI builder",
  analytics: "Analytics",
  speed: "Speed",
  "access-control": "Access control",
  "user-management": "User management",
  billing: "Billing",
  "downtime-alerts": "Downtime alerts",
  "curated-insights": "Curated insights",
} as const;

export type Action = keyof typeof actionNames;

const all = Object.keys(actionNames) as Action[];

/** What a user who is no admin may do when the server names no actions (specification, section 6). */
const assumed: Action[] = ["develop", "analytics", "search-relevancy", "access-control"];

/** The actions of a user as the server described him. Unknown names are left out. */
export function actionsOf({
  isAdmin,
  allowed,
}: {
  isAdmin: boolean;
  allowed: readonly string[] | null | undefined;
}): Action[] {
  if (isAdmin) return all;
  if (!allowed || allowed.length === 0) return assumed;
  return all.filter((action) => allowed.includes(action));
}

/**
 * True when one of the actions opens this. Two are not given out by servers in the field: the overview belongs to
 * whoever may develop, see analytics or tune relevance (specification, section 2), and AI to whoever may tune
 * relevance.
 */
export function may(actions: readonly Action[], wanted: Action) {
  if (actions.includes(wanted)) return true;
  if (wanted === "overview")
    return ["develop", "analytics", "search-relevancy"].some((action) => actions.some((own) => own === action));
  return wanted === "ai" && actions.includes("search-relevancy");
}
