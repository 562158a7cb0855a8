import type { Query } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { emptySuggestion, type Suggestion } from "@backend/gateway/resources/data/reactivesearch/response/suggestion";
import { plainText } from "@backend/gateway/resources/data/reactivesearch/response/words";
import type { FeaturedSuggestion, Group } from "../featured/schema";
import { typedIn } from "./asked";

const letters = (text: string) => plainText(text).toLowerCase();

function fits({ label, value, description }: FeaturedSuggestion, typed: string): boolean {
  return [label, value, description].some((text) => text != null && letters(text).includes(typed));
}

function suggestionOf(
  { id, label, value, ...shown }: FeaturedSuggestion,
  { id: sectionId, label: sectionLabel }: Group["sections"][number],
): Suggestion {
  const { url = null, icon = null, iconURL = null, action = null, subAction = null, description = null } = shown;
  const empty = emptySuggestion({
    value: value ?? plainText(label),
    label,
    kind: "featured",
    sectionLabel: sectionLabel ?? undefined,
  });
  return { ...empty, sectionId, url, icon, iconURL, action, subAction, description, _id: id ?? "" };
}

/**
 * Featured suggestions of a search box that fit what was typed, section by section: of the first `max` of each, as many
 * as are to be visible.
 */
export function featuredFor(query: Query, group: Group): Suggestion[] {
  const { maxSuggestionsPerSection: max, visibleSuggestionsPerSection: visible } =
    query.featuredSuggestionsConfig ?? {};
  const typed = typedIn(query);
  const upTo = (count: number | undefined) => (count === undefined || count < 0 ? undefined : count);
  return group.sections.flatMap((section) =>
    section.suggestions
      .slice(0, upTo(max))
      .filter((one) => typed === "" || fits(one, typed))
      .slice(0, upTo(visible))
      .map((one) => suggestionOf(one, section)),
  );
}
