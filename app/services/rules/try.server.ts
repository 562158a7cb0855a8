import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/json";
import * as z from "zod";
import type { Failure } from "~/lib/user-messages";
import { titleOf } from "~/services/documents/find.server";
import { settle } from "~/services/http/settle.server";
import { listFields } from "~/services/mappings/get.server";
import { readHits } from "~/services/search/answer.server";
import { defaultSearchFields } from "~/services/search/fields";
import { search } from "~/services/search/reactivesearch.server";
import type { Scope } from "~/session/scope.server";
import { bodyOfRule, type RuleContent } from "./content";

/** A row of a test: where it stands, and what the rule did to it. */
export type TriedRow = { id: string; title: string; place: number | null; mark: "promoted" | "hidden" | "new" | "moved" | null; was: number | null };
export type RuleTest = { fired: boolean; rows: TriedRow[]; total: number; took: number; customData: string | null };

const ROWS = 8;
const settingsSchema = z.object({ settings: z.object({ queryRules: z.array(z.string()).nullish() }).optional() });
const promotedSchema = z.object({ doc: z.looseObject({ _id: z.string() }), position: z.number().nullish() });

function promotedIn(answer: JsonObject): { id: string; title: string }[] {
  const part = answer["result"];
  const list = part !== undefined && isJsonObject(part) && Array.isArray(part["promoted"]) ? part["promoted"] : [];
  return list.flatMap((one) => {
    const { data } = promotedSchema.safeParse(one);
    const source = isJsonObject(one) && isJsonObject(one["doc"]) ? one["doc"]["_source"] : undefined;
    return data ? [{ id: data.doc._id, title: titleOf(source, data.doc._id) }] : [];
  });
}

function customDataIn(answer: JsonObject): string | null {
  const part = answer["result"];
  const data = part !== undefined && isJsonObject(part) ? part["customData"] : undefined;
  return data === undefined ? null : stringifyJson(data, 2);
}

/** Runs a search with the rule as it is in the form, and without any, and tells what the rule did. Throws BackendError. */
export async function testRule(
  scope: Scope,
  { content, id, index, text }: { content: RuleContent; id: string; index: string; text: string },
): Promise<RuleTest> {
  const fields = defaultSearchFields(await listFields(scope, index)).map(({ path }) => path);
  const query = [{ id: "result", type: "search", dataField: fields, value: text, size: ROWS }];
  const queryRule = { ...bodyOfRule({ ...content, enabled: true }), id };
  const started = performance.now();
  const ask = (settings: JsonObject) => search(scope, { index, request: { query, settings: { recordAnalytics: false, ...settings } } });
  const [withRule, without] = await Promise.all([ask({ enableQueryRules: true, queryRule }), ask({ enableQueryRules: false })]);
  const [now, before] = [readHits(withRule), readHits(without)];
  const rowsNow = now.ok ? now.value.hits : [];
  const rowsBefore = before.ok ? before.value.hits : [];
  const fired = settingsSchema.safeParse(withRule).data?.settings?.queryRules?.includes(id) === true;
  const places = new Map(rowsBefore.map(({ _id }, at) => [_id, at + 1]));
  const first = promotedIn(withRule);
  const promoted = new Set(first.map((one) => one.id));
  const rest = rowsNow.filter(({ _id }) => !promoted.has(_id)).map(({ _id, _source }) => ({ id: _id, title: titleOf(_source, _id) }));
  const shown = [...first, ...rest].map(({ id: doc, title }, at): TriedRow => {
    const was = places.get(doc) ?? null;
    const mark = promoted.has(doc) ? "promoted" : was === null ? "new" : was === at + 1 ? null : "moved";
    return { id: doc, title, place: at + 1, mark, was };
  });
  const there = new Set(shown.map((row) => row.id));
  const gone = rowsBefore
    .filter(({ _id }) => !there.has(_id))
    .map(({ _id, _source }): TriedRow => ({ id: _id, title: titleOf(_source, _id), place: null, mark: "hidden", was: places.get(_id) ?? null }));
  return {
    fired,
    rows: [...shown, ...(fired ? gone : [])],
    total: now.ok ? now.value.total : 0,
    took: Math.round(performance.now() - started),
    customData: fired ? customDataIn(withRule) : null,
  };
}

/** What became of trying a script: its lines of the console, and its fault. */
export type ScriptCheck = { ok: boolean; message: string; lines: string[] };
const checkedSchema = z.object({ console_logs: z.array(z.string()).nullish(), script_took: z.number().nullish() });

/** Runs a script on an empty request, so that its syntax and what it prints is known. */
export async function checkScript({ http }: Pick<Scope, "http">, script: string): Promise<ScriptCheck> {
  const request = { body: { query: [{ id: "search", type: "search", value: "example" }] }, headers: {} };
  const answer = await settle(http.send({ method: "POST", path: "/_script/validate", json: { script, request } }));
  if (!answer.ok) return { ok: false, message: said(answer.failure), lines: [] };
  const { data } = checkedSchema.safeParse(answer.value.body);
  return { ok: true, message: `Ran in ${data?.script_took ?? 0} ms.`, lines: data?.console_logs ?? [] };
}

const said = ({ detail }: Failure) => detail ?? "The server gave no reason.";

/** Parses JSON; undefined if the text is not JSON. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
