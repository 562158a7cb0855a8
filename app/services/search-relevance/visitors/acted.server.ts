import { RESULT, type VisitorSearch, visitorRequest } from "@common/search-relevance/visitors/request";
import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { labelOf } from "~/lib/data/documents/title";
import { type Hit, readActed, readHits } from "~/services/data/search/answer.server";
import { search } from "~/services/data/search/reactivesearch.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { WaitingById } from "../draft/waiting";
import { documentsOf, ruleOfText } from "../rules/content";
import { listRules, type Rule } from "../rules/read.server";

/** A rule by the name that its author gave it; `null` for `known` says that the reader may not read rules. */
export type ActedRule = { id: string; name: string };
/** What rules did to a search: those that acted, whose documents they promote, and what they keep back. */
export type Acted = {
  rules: ActedRule[];
  /** The rule that promotes a document, by its id. */
  pinnedBy: Record<string, ActedRule>;
  /** Documents that the search would have found without the rules. */
  hidden: { id: string; title: string; rule: ActedRule }[];
  /** What rules give to the page, as JSON; null where they give nothing. */
  customData: string | null;
};

/** A search that was tried with a draft: how its requests are made, and the rules that wait in it. */
export type Tried = { finish: (request: JsonObject) => JsonObject; rules: WaitingById };

/** Of one rule more documents are not looked up. */
const MOST_HIDDEN = 100;

type Known = Pick<Rule, "id" | "content">;
const nameOf = ({ id, content }: Known): ActedRule => ({ id, name: content.name || id });
const waitingRules = (rules: WaitingById): Known[] =>
  [...rules].flatMap(([id, { now }]) => (now === null ? [] : [{ id, content: ruleOfText(now) }]));

/**
 * What rules did to an answer. Where rules cannot be read they have their ids for names, and nobody knows what they
 * hide. Throws nothing but faults of ours.
 */
export async function rulesActed(
  scope: Pick<Scope, "http">,
  {
    index,
    asked,
    answer,
    hits,
    tried,
  }: { index: string; asked: VisitorSearch; answer: JsonObject; hits: readonly Hit[]; tried?: Tried | undefined },
): Promise<Acted> {
  const { rules: ids, customData } = readActed(answer);
  const told = customData === undefined || customData === null ? null : stringifyJson(customData, 2);
  if (ids.length === 0) return { rules: [], pinnedBy: {}, hidden: [], customData: told };
  const listed = await settle(listRules(scope));
  const all: Known[] = [...(listed.ok ? listed.value : []), ...(tried ? waitingRules(tried.rules) : [])];
  const known = new Map(all.map((rule) => [rule.id, rule]));
  const acted = ids.flatMap((id) => known.get(id) ?? []);
  const pinned = new Set(hits.flatMap(({ _id, pinned: isPinned }) => (isPinned ? [_id] : [])));
  const pinnedBy = acted.flatMap((rule) =>
    documentsOf(rule.content, "promote_result").flatMap((id) => (pinned.has(id) ? [[id, nameOf(rule)] as const] : [])),
  );
  const hiding = new Map(
    acted.flatMap((rule) => documentsOf(rule.content, "hide_result").map((id) => [id, nameOf(rule)] as const)),
  );
  return {
    rules: ids.map((id) => {
      const rule = known.get(id);
      return rule ? nameOf(rule) : { id, name: id };
    }),
    pinnedBy: Object.fromEntries(pinnedBy),
    hidden: hiding.size === 0 ? [] : await hiddenOf(scope, { index, asked, hiding, tried }),
    customData: told,
  };
}

// Which of them the same search finds when no rule acts. A server that takes no ids tells nothing.
async function hiddenOf(
  scope: Pick<Scope, "http">,
  {
    index,
    asked,
    hiding,
    tried,
  }: {
    index: string;
    asked: VisitorSearch;
    hiding: ReadonlyMap<string, ActedRule>;
    tried: Tried | undefined;
  },
): Promise<Acted["hidden"]> {
  const only = [...hiding.keys()].slice(0, MOST_HIDDEN);
  const request = visitorRequest({
    ...asked,
    ...{ only, rules: false, from: 0, size: only.length, marked: [], explain: false, why: "", recorded: false },
    ...{ counts: false, suggestFrom: undefined },
  });
  const answer = await settle(search(scope, { index, request: tried?.finish(request) ?? request }));
  const found = answer.ok ? readHits(answer.value, { id: RESULT }) : null;
  if (!found?.ok) return [];
  return found.value.hits.flatMap(({ _id, _source }) => {
    const rule = hiding.get(_id);
    return rule ? [{ id: _id, title: labelOf(isJsonObject(_source) ? _source : {}, _id), rule }] : [];
  });
}
