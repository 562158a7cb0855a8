import { may } from "~/lib/access/actions";
import { findEntry } from "~/navigation/sections";
import { personOf } from "~/session/preferences.server";
import type { Scope } from "~/session/scope.server";

const SCREENS = ["import", "browse", "search-preview"] as const;

/** The screens among the first steps that the user may open; null where he has put the first steps away. */
export function firstStepsFor({ identity, preferences, session }: Pick<Scope, "identity" | "preferences" | "session">): string[] | null {
  if (preferences.withoutFirstSteps.includes(personOf(session))) return null;
  return SCREENS.filter((screen) => {
    const found = findEntry(screen);
    return found !== undefined && may(identity.actions, found.entry.action ?? found.section.action);
  });
}
