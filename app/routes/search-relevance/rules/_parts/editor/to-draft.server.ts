import { randomUUID } from "node:crypto";
import { appLevel, screenPath } from "~/navigation/paths";
import { editDraft } from "~/services/search-relevance/draft/edit-draft.server";
import {
  changedOnce,
  newWaitingId,
  RULES_WAITING,
  waitingIn,
  withWaiting,
} from "~/services/search-relevance/draft/waiting";
import { type RuleContent, ruleText } from "~/services/search-relevance/rules/content";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { draftIndexOf } from "../of-index.server";
import { NEW } from "../thing";

type Drafted = { request: Request; id: string; content: RuleContent; before: RuleContent | undefined };

/**
 * Puts a rule, a new one or one that is changed, into the draft of the index that it names, and leads to its review;
 * says what is in the way otherwise. Throws BackendError.
 */
export async function ruleToDraft(
  scope: Scope,
  { request, id, content, before }: Drafted,
): Promise<{ response: Response } | { problem: string }> {
  const index = await draftIndexOf(scope, content);
  if (index === null)
    return { problem: "Enter the index whose draft takes the rule: a rule for all indices has none." };
  const one = {
    id: id === NEW ? newWaitingId(randomUUID()) : id,
    was: before === undefined ? null : ruleText(before),
    now: ruleText(content),
  };
  const isKept = await editDraft(scope, index, (values) =>
    withWaiting(values, RULES_WAITING, changedOnce(waitingIn(values, RULES_WAITING), one)),
  );
  if (!isKept) return { problem: `${index} has no relevance settings on this server, and so no draft.` };
  return {
    response: redirectWithFlash({
      request,
      to: screenPath(appLevel(index), "search/review"),
      text: `Rule ${content.name} added to your draft of ${index}. Nothing is published yet.`,
    }),
  };
}
