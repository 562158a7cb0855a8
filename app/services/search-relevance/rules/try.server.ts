import { searchedFields, visitorRequest } from "@common/search-relevance/visitors/request";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { labelOf } from "~/lib/data/documents/title";
import type { ShownRequest } from "~/lib/data/shown-request";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { readActed, readHits } from "~/services/data/search/answer.server";
import { defaultSearchFields } from "~/services/data/search/fields";
import { listAliasMembers } from "~/services/indices/aliases/read.server";
import { settle } from "~/services/platform/http/settle.server";
import { search as ask, searchPath } from "~/services/data/search/reactivesearch.server";
import type { Scope } from "~/session/scope.server";
import { getRelevance } from "../settings.server";
import { type Check, checksOf } from "./checks";
import { bodyOfRule, filledRule, type RuleContent } from "./content";
import { indexNames, searchedIndices } from "./condition";

/** A row of a test: where it stands, and what the rule did to it. */
export type TriedRow = {
  id: string;
  title: string;
  place: number | null;
  mark: "promoted" | "hidden" | "new" | "moved" | null;
  was: number | null;
};
export type RuleTest = {
  fired: boolean;
  checks: Check[];
  rows: TriedRow[];
  /** The same search without any rule, best first. */
  without: { id: string; title: string }[];
  total: number;
  took: number;
  /** ms that its script took; null where it has none, or the server does not tell. */
  scriptTook: number | null;
  customData: string | null;
  request: ShownRequest;
};

const ROWS = 8;
const MOST_ROWS = 100;

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

// A server may go by all names of an index; whether it does is told by the rule that fired.
async function otherNames(scope: Scope, index: string): Promise<string[]> {
  const searched = new Set(indexNames(index));
  const members = await listAliasMembers(scope);
  return [...members].flatMap(([alias, indices]) => {
    const behind = Object.keys(indices);
    return searched.has(alias) || behind.some((one) => searched.has(one)) ? [alias, ...behind] : [];
  });
}

/**
 * Runs a search with the rule as it is in the form, and without any, and tells what the rule did. `zone` is that of the
 * reader. Throws BackendError.
 */
export async function testRule(
  scope: Scope,
  { content, id, index, text }: { content: RuleContent; id: string; index: string; text: string },
): Promise<RuleTest> {
  const at = searchedIndices(index);
  const fields = defaultSearchFields(await listFields(scope, at)).map(({ path }) => path);
  // Promoted documents take places of a page, hidden ones leave them: what moved over its end is looked for behind it.
  const moved = content.actions
    .filter(({ type }) => type === "promote_result" || type === "hide_result")
    .flatMap(({ data }) => (Array.isArray(data) ? data : []));
  const stored = at.includes(",") || at.includes("*") ? null : await settle(getRelevance(scope, at));
  const named = stored?.ok && stored.value ? searchedFields(stored.value.record) : [];
  const search = {
    text,
    from: 0,
    size: Math.min(MOST_ROWS, ROWS + moved.length),
    usual: named.length > 0 ? [] : fields,
  };
  const queryRule = { ...bodyOfRule({ ...filledRule(content), enabled: true }), id };
  const started = performance.now();
  const plain = visitorRequest({ ...search, shown: [] });
  const request = { ...plain, settings: { ...objectOf(plain["settings"]), queryRule } };
  const [names, withRule, without] = await Promise.all([
    settle(otherNames(scope, index)),
    ask(scope, { index: at, request }),
    ask(scope, { index: at, request: visitorRequest({ ...search, shown: [], rules: false }) }),
  ]);
  const took = Math.round(performance.now() - started);
  const [now, before] = [readHits(withRule), readHits(without)];
  const rowsBefore = (before.ok ? before.value.hits : []).map(({ _id, _source }) => ({
    id: _id,
    title: labelOf(_source, _id),
  }));
  const acted = readActed(withRule);
  const fired = acted.rules.includes(id);
  const places = new Map(rowsBefore.map((row, place) => [row.id, place + 1]));
  const hits = now.ok ? now.value.hits : [];
  const shown = hits.map(({ _id, _source, pinned }, place): TriedRow => {
    const was = places.get(_id) ?? null;
    const mark = pinned ? "promoted" : was === null ? "new" : was === place + 1 ? null : "moved";
    return { id: _id, title: labelOf(_source, _id), place: place + 1, mark, was };
  });
  const promoted = hits.filter(({ pinned }) => pinned).length;
  const there = new Set(shown.map((row) => row.id));
  const gone = rowsBefore
    .slice(0, ROWS)
    .filter((row) => !there.has(row.id))
    .map((row): TriedRow => ({ ...row, place: null, mark: "hidden", was: places.get(row.id) ?? null }));
  return {
    fired,
    checks: checksOf({ content, index, names: fired && names.ok ? names.value : [], text, now: Date.now() }),
    rows: [...shown.slice(0, ROWS + promoted), ...(fired ? gone : [])],
    without: rowsBefore.slice(0, ROWS),
    total: now.ok ? now.value.total : 0,
    took,
    scriptTook: acted.scriptTook,
    customData: fired && acted.customData !== undefined ? stringifyJson(acted.customData, 2) : null,
    request: shownRequest(scope, { request: { method: "POST", path: searchPath(at), json: request } }),
  };
}
