import { compileGroups } from "@common/search-relevance/synonyms/groups-in-text";
import { readable } from "@common/search-relevance/settings/read";
import type { JsonObject } from "@common/text/json";
import type { Author } from "@backend/gateway/platform/access/runs-as";
import { lastingName } from "@backend/gateway/resources/indices/index-names";
import type { SettingsOfSearch } from "@backend/gateway/resources/search-relevance/relevance/of-search";
import { type LiveRule, liveRule } from "@backend/gateway/resources/search-relevance/rules/live-rule";
import { changedRule, newRule } from "@backend/gateway/resources/search-relevance/rules/read-rule";
import type { RuleStore } from "@backend/gateway/resources/search-relevance/rules/store";
import type { SynonymsOfSearch } from "@backend/gateway/resources/search-relevance/synonyms/of-search";
import type { Services } from "@backend/gateway/services";
import type { SearchDraft } from "./read-draft";

type Parts = Pick<Services, "reIndexed" | "rules" | "settingsOfSearch" | "synonyms" | "synonymsOfSearch">;
/** What a search reads of what is kept, with a draft in its place; `tried`: the rules that nobody has published. */
export type Tried = {
  settingsOfSearch: SettingsOfSearch;
  synonymsOfSearch: SynonymsOfSearch;
  rules: RuleStore;
  tried: ReadonlySet<string>;
};

// Rules run in their order; new ones come above all others, as they will once they are published.
async function rulesWith(
  { rules }: Parts,
  { put, remove }: NonNullable<SearchDraft["rules"]>,
  by: Author,
): Promise<{ live: readonly LiveRule[]; tried: ReadonlySet<string> }> {
  const saved = (await rules.live()).filter(({ rule }) => !remove.includes(rule.id));
  const given = new Map<string, JsonObject>();
  const fresh: LiveRule[] = [];
  for (const body of put) {
    const { id } = body;
    if (typeof id === "string" && saved.some(({ rule }) => rule.id === id)) given.set(id, body);
    else {
      const made = newRule(body, by);
      fresh.unshift(liveRule({ ...made, id: typeof id === "string" && id !== "" ? id : made.id }));
    }
  }
  const live = saved.map((one) => {
    const body = given.get(one.rule.id);
    return body === undefined ? one : liveRule({ ...changedRule(one.rule, { body, by }), author: by });
  });
  return {
    live: [...fresh, ...live],
    tried: new Set([...given.keys(), ...fresh.map(({ rule }) => rule.id)]),
  };
}

/** What is kept, with a draft of one index in its place. Throws 400 for a rule that could not be kept either. */
export async function withDraft(
  services: Parts,
  { index, draft, by }: { index: string; draft: SearchDraft; by: Author },
): Promise<Tried> {
  const { settings, synonyms, rules } = draft;
  const name = await lastingName(services, index);
  const isOwn = (expressions: readonly string[]) => expressions.join(",") === index;
  const record = settings && { index: name, settings: readable(settings) };
  const tried = rules && (await rulesWith(services, rules, by));
  const groups =
    synonyms &&
    compileGroups([
      ...(await services.synonyms.ofIndex(name)).flatMap(({ synonym }) =>
        synonyms.remove.includes(synonym) ? [] : [synonym],
      ),
      ...synonyms.add,
    ]);
  return {
    settingsOfSearch: async (indices) =>
      record && (isOwn(indices) || indices.join(",") === name) ? record : services.settingsOfSearch(indices),
    synonymsOfSearch: async (expressions) =>
      groups && isOwn(expressions) ? [groups] : services.synonymsOfSearch(expressions),
    rules: tried ? { ...services.rules, live: async () => tried.live } : services.rules,
    tried: tried?.tried ?? new Set(),
  };
}
