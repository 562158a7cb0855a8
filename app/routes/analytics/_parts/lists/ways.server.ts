import { type Action, actionNames } from "~/lib/access-control/actions";
import { type Gate, open } from "~/lib/access-control/gate";
import { missingRight } from "~/lib/access-control/rights";
import { visibleSections } from "~/navigation/visible.server";
import type { Scope } from "~/session/scope.server";

/** Screens on which a bad search is cured, as far as there are any, in the order in which one would try them. */
const cures = [
  { screen: "search-preview", label: "Search preview" },
  { screen: "synonyms", label: "Synonyms" },
  { screen: "rules", label: "Rules" },
  { screen: "languages", label: "Stop words" },
] as const;

/** Whoever has one of these may open the search preview. */
const previewActions: readonly Action[] = ["develop", "search-relevancy"];

/**
 * Where a row leads: to the search preview, and to the screens by which its search can be made better, those of them
 * that the reader may open.
 */
export function waysOf(scope: Scope): { preview: Gate; cures: { label: string; href: string }[] } {
  const { actions, backend, heldTo, managers } = scope.identity;
  const entries = visibleSections({ at: scope, actions, backend, held: heldTo !== null }).flatMap(
    (section) => section.entries,
  );
  const actionName = actionNames.develop;
  return {
    preview: previewActions.some((action) => scope.can(action))
      ? open
      : missingRight({ what: `the ${actionName} permission`, actionName, managers }),
    cures: cures.flatMap(({ screen, label }) => {
      const entry = entries.find(({ path }) => path === screen);
      return entry === undefined ? [] : [{ label, href: entry.href }];
    }),
  };
}
