import type { StoredKind, TemplateKind } from "~/lib/template-match";

/** What a kind of template is called. Apart from `lib/template-match`, which brings a JSON parser along. */
export const kindNames: Record<StoredKind, string> = { composable: "Index template", legacy: "Legacy template", component: "Component template" };

/** In a column of its own, where "template" goes without saying. */
export const kindBadges: Record<TemplateKind, string> = { composable: "Index", legacy: "Legacy" };
