import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { countOf } from "~/lib/values/numbers";
import { ruleOfText, ruleText } from "~/services/search-relevance/rules/content";
import { currentRule, requireRule, ruleVersion } from "~/services/search-relevance/rules/read.server";
import { toCreateRule, toDeleteRule, toSaveRule } from "~/services/search-relevance/rules/write.server";
import { publishRule } from "./of-index.server";
import { NEW, rulePath, rules } from "./thing";

export type RuleRef = { id: string };

/** The rule that an address names. */
export const ruleRef = (request: Request): RuleRef => ({ id: rules.idIn(request) });

const nameOf = ({ id }: RuleRef, text: string) => ruleOfText(text).name || id;

/** A rule in the editor. A new rule gets its id when it is created. */
export const editableRule: Editable<RuleRef> = {
  noun: "rule",
  pathOf: (scope, { id }, page, query) => rulePath(scope, id, page === "edit" ? undefined : page, query),
  read: async (scope, { id }) => (id === NEW ? undefined : currentRule(scope, id)),
  async require(scope, { id }) {
    const found = await requireRule(scope, id);
    return { text: ruleText(found.content), version: ruleVersion(found.content) };
  },
  toSave: ({ id }, next) => toSaveRule({ id, ...next }),
  toCreate: (_ref, text) => toCreateRule(text),
  toRemove: ({ id }, { text, version }) => toDeleteRule({ id, text, version }),
  make: (scope, asked, { ref: { id }, before, after }) => publishRule(scope, asked, { before, after, idOf: () => id }),
  nameOf,
  factsOf(text) {
    const { enabled, description, actions } = ruleOfText(text);
    const does = countOf(actions.length, "action");
    return [enabled ? "On" : "Off", does, description].filter((one) => one !== "").join(" · ");
  },
  // As ReactiveSearch asks for it (contract 30, 2.6): short to type, and without capitals.
  typedName: (ref, text) => nameOf(ref, text).toLowerCase().replaceAll(/\s+/g, "_"),
};

/** The pages that review and delete a rule. */
export const rulePages = editorPages({
  right: rules,
  editable: editableRule,
  refOf: ({ request }) => ruleRef(request),
});
