import { isJsonObject, type JsonObject, stringifyJson } from "@common/json";
import * as z from "zod";
import { labelOf } from "~/lib/documents/title";
import type { ShownRequest } from "~/lib/shown-request";
import { shownRequest } from "~/services/changes/shown.server";
import { listFields } from "~/services/mappings/get.server";
import { readHits } from "~/services/search/answer.server";
import { defaultSearchFields } from "~/services/search/fields";
import { listAliasMembers } from "~/services/aliases/read.server";
import { settle } from "~/services/http/settle.server";
import { search, searchPath } from "~/services/search/reactivesearch.server";
import type { Scope } from "~/session/scope.server";
import { type Check, checksOf } from "./checks";
import { bodyOfRule, filledRule, type RuleContent } from "./content";
import { indexNames, searchedIndices } from "./condition";

/** A row of a test: where it stands, and what the rule did to it. */
export type TriedRow = { id: string; title: string; place: number | null; mark: "promoted" | "hidden" | "new" | "moved" | null; was: number | null };
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

const settingsSchema = z.object({ settings: z.object({ queryRules: z.array(z.string()).nullish(), script_took: z.number().nullish() }).optional() });
const promotedSchema = z.object({ doc: z.looseObject({ _id: z.string() }), position: z.number().nullish() });

function partOf(answer: JsonObject): JsonObject {
  const part = answer["result"];
  return part !== undefined && isJsonObject(part) ? part : {};
}

function promotedIn(answer: JsonObject): { id: string; title: string; position: number }[] {
  const { promoted } = partOf(answer);
  return (Array.isArray(promoted) ? promoted : []).flatMap((one, at) => {
    const { data } = promotedSchema.safeParse(one);
    const source = isJsonObject(one) && isJsonObject(one["doc"]) ? one["doc"]["_source"] : undefined;
    return data ? [{ id: data.doc._id, title: labelOf(source, data.doc._id), position: data.position ?? at + 1 }] : [];
  });
}

// A promoted document stands at its position among the others, as an application shows it.
function merged<Row>(rest: readonly Row[], first: readonly (Row & { position: number })[]): Row[] {
  const rows = [...rest];
  for (const one of [...first].sort((a, b) => a.position - b.position)) rows.splice(Math.max(0, one.position - 1), 0, one);
  return rows;
}

// A server may go by all names of an index; whether it does is told by the rule that fired.
async function otherNames(scope: Scope, index: string): Promise<string[]> {
  const searched = new Set(indexNames(index));
  const members = await listAliasMembers(scope);
  return [...members].flatMap(([alias, indices]) => {
    const behind = Object.keys(indices);
    return searched.has(alias) || behind.some((one) => searched.has(one)) ? [alias, ...behind] : [];
  });
}

/** Runs a search with the rule as it is in the form, and without any, and tells what the rule did. `zone` is that of the reader. Throws BackendError. */
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
  const query = [{ id: "result", type: "search", dataField: fields, value: text, size: Math.min(MOST_ROWS, ROWS + moved.length) }];
  const queryRule = { ...bodyOfRule({ ...filledRule(content), enabled: true }), id };
  const started = performance.now();
  const requestOf = (settings: JsonObject): JsonObject => ({ query, settings: { recordAnalytics: false, ...settings } });
  const request = requestOf({ enableQueryRules: true, queryRule });
  const [names, withRule, without] = await Promise.all([
    settle(otherNames(scope, index)),
    search(scope, { index: at, request }),
    search(scope, { index: at, request: requestOf({ enableQueryRules: false }) }),
  ]);
  const took = Math.round(performance.now() - started);
  const [now, before] = [readHits(withRule), readHits(without)];
  const rowsBefore = (before.ok ? before.value.hits : []).map(({ _id, _source }) => ({ id: _id, title: labelOf(_source, _id) }));
  const { settings } = settingsSchema.safeParse(withRule).data ?? {};
  const fired = settings?.queryRules?.includes(id) === true;
  const places = new Map(rowsBefore.map((row, place) => [row.id, place + 1]));
  const first = promotedIn(withRule);
  const promoted = new Set(first.map((one) => one.id));
  const rest = (now.ok ? now.value.hits : []).filter(({ _id }) => !promoted.has(_id)).map(({ _id, _source }) => ({ id: _id, title: labelOf(_source, _id) }));
  const shown = merged(rest, first).map(({ id: doc, title }, place): TriedRow => {
    const was = places.get(doc) ?? null;
    const mark = promoted.has(doc) ? "promoted" : was === null ? "new" : was === place + 1 ? null : "moved";
    return { id: doc, title, place: place + 1, mark, was };
  });
  const there = new Set(shown.map((row) => row.id));
  const gone = rowsBefore
    .slice(0, ROWS)
    .filter((row) => !there.has(row.id))
    .map((row): TriedRow => ({ ...row, place: null, mark: "hidden", was: places.get(row.id) ?? null }));
  const { customData } = partOf(withRule);
  return {
    fired,
    checks: checksOf({ content, index, names: fired && names.ok ? names.value : [], text, now: Date.now() }),
    rows: [...shown.slice(0, ROWS + first.length), ...(fired ? gone : [])],
    without: rowsBefore.slice(0, ROWS),
    total: now.ok ? now.value.total : 0,
    took,
    scriptTook: settings?.script_took ?? null,
    customData: fired && customData !== undefined ? stringifyJson(customData, 2) : null,
    request: shownRequest(scope, { request: { method: "POST", path: searchPath(at), json: request } }),
  };
}
