import { may } from "~/lib/actions";
import { findEntry } from "~/navigation/sections";
import type { Scope } from "~/session/scope.server";

const SCREENS = ["import", "browse", "search-preview"] as const;

/** The screens among the first steps that the user may open. */
export function firstStepsFor({ identity }: Pick<Scope, "identity">): string[] {
  return SCREENS.filter((screen) => {
    const found = findEntry(screen);
    return found !== undefined && may(identity.actions, found.entry.action ?? found.section.action);
  });
}
