import { isJsonObject } from "@common/text/json";
import { findDocuments } from "~/services/data/documents/find.server";
import { settle } from "~/services/platform/http/settle.server";
import { checkScript } from "~/services/search-relevance/rules/check-script.server";
import { searchedIndices, simpleOf } from "~/services/search-relevance/rules/condition";
import type { RuleContent } from "~/services/search-relevance/rules/content";
import { testRule } from "~/services/search-relevance/rules/try.server";
import type { Scope } from "~/session/scope.server";
import { ruleEditor } from "../addresses";
import type { RuleRef } from "../rule.server";

export type At = { request: Request; scope: Scope; ref: RuleRef };

/** The indices of a rule, as its condition names them. */
export const indicesOf = ({ trigger }: RuleContent): string =>
  trigger.type === "cron" ? "*" : (simpleOf(trigger.expression)?.indices ?? "*");

/** The words that a condition asks for; "" where it asks for none, or for a pattern. */
export function queryOf({ trigger }: RuleContent): string {
  const simple = trigger.type === "filter" ? simpleOf(trigger.expression) : null;
  return simple === null || simple.operator === "matches" ? "" : simple.query;
}

/** `begun`: a hit of the preview began it, which is no more than a search with one document moved. */
type How = { isDraft: boolean; begun: boolean };

/**
 * What was tried of the draft in an address. Only of a draft, which its form has kept: an address alone, which anybody
 * may write, runs no rule that somebody else saved. The test of one that a hit of the preview began runs at once.
 */
export async function tried({ request, scope, ref, content, ...how }: At & { content: RuleContent } & How) {
  const { isDraft, begun } = how;
  const { state } = ruleEditor.at(request);
  const words = queryOf(content);
  const script = content.actions.find(({ type }) => type === "script");
  const envs = script?.more?.["envs"];
  const sample = {
    text: state.q,
    index: state.in,
    envs: envs !== undefined && isJsonObject(envs) ? envs : {},
    isCron: content.trigger.type === "cron",
  };
  const isFind = (state.try === "find" || state.try === "hide") && state.find !== "";
  const [found, test, check] = await Promise.all([
    isFind ? findDocuments(scope, { index: searchedIndices(indicesOf(content)), text: state.find }) : null,
    (isDraft && state.try === "test") || begun
      ? settle(
          testRule(scope, {
            content,
            id: ref.id,
            index: state.in === "" ? indicesOf(content) : state.in,
            text: begun ? words : state.q,
          }),
        )
      : null,
    isDraft && state.try === "check" ? settle(checkScript(scope, script?.script ?? "", sample)) : null,
  ]);
  const of = (kind: typeof state.try, value: string) => (state.try === kind ? value : "");
  return {
    found: state.try === "find" ? found : null,
    foundHide: state.try === "hide" ? found : null,
    test,
    check,
    find: of("find", state.find),
    findHide: of("hide", state.find),
    q: state.try === "test" ? state.q : words,
    in: of("test", state.in),
    checkText: of("check", state.q),
    checkIn: of("check", state.in),
  };
}
