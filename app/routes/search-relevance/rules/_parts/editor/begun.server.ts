import { getDocument } from "~/services/data/documents/get.server";
import { ANY_CONDITION, expressionOf } from "~/services/search-relevance/rules/condition";
import { EMPTY_RULE, type RuleContent } from "~/services/search-relevance/rules/content";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { ruleStart } from "../addresses";
import { withHidden, withPromoted } from "./buttons.server";

/** Names of rules end here; a longer query is a long name. */
const MOST_NAME = 80;

/**
 * A new rule as a link of another screen begins it: for the searched words in one index, with a document at its place or
 * hidden. An empty rule where the address says nothing. A document that cannot be read is left out.
 */
export async function begunRule(scope: Scope, request: Request): Promise<RuleContent> {
  const { words, index, pin, place, hide } = ruleStart.at(request).state;
  if (words === "" && index === "") return EMPTY_RULE;
  const expression = expressionOf({ ...ANY_CONDITION, indices: index === "" ? "*" : index, query: words });
  const begun = { ...EMPTY_RULE, name: words.slice(0, MOST_NAME), trigger: { ...EMPTY_RULE.trigger, expression } };
  const hiding = hide === "" ? begun : withHidden(begun, hide);
  if (pin === "" || index === "") return hiding;
  const found = await settle(getDocument(scope, { index, id: pin }));
  return found.ok && found.value ? withPromoted(hiding, { ...found.value, position: place }) : hiding;
}

/** Whether an address begins a rule at a hit of the preview: for the words, to promote or hide it in its index. */
export function isFromHit(request: Request): boolean {
  const { words, index, pin, hide } = ruleStart.at(request).state;
  return words !== "" && index !== "" && (pin !== "" || hide !== "");
}
