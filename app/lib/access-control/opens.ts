import { type AllowedAction, ALLOWED_ACTIONS, categoriesOfUser } from "@common/access-control/categories";
import { actionNames } from "./actions";

/** What an action opens in the console, for whoever gives it. */
const opens: Record<AllowedAction, string> = {
  develop: "Indices, documents, import, console, request logs",
  analytics: "Search analytics and request logs",
  "search-relevancy": "Everything of Develop, and search settings, rules, synonyms, suggestions, stored queries",
  pipelines: "Everything of Search relevancy, and pipelines",
  uibuilder: "Everything of Search relevancy, and search boxes and pages",
  "access-control": "API credentials, roles, public key",
  "user-management": "Users: create, edit, delete",
  speed: "Cache",
  "curated-insights": "The paid report on your searches, where the hosting service offers it; opens no calls",
  billing: "Plan and payment in this console; opens no calls",
  "downtime-alerts":
    "An e-mail from the hosting service when the cluster is down, to the address given here; opens no calls",
};

export type ShownAction = { value: AllowedAction; label: string; opens: string; categories: string[] };

/** The actions that can be given, with what each opens. */
export const shownActions: readonly ShownAction[] = ALLOWED_ACTIONS.map((value) => ({
  value,
  label: actionNames[value],
  opens: opens[value],
  categories: categoriesOfUser({ isAdmin: false, actions: [value] }),
}));
