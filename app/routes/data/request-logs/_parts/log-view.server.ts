import { isJsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { diffLines } from "~/lib/json/diff.server";
import { bodyView, maskedBody, readableBody, readJson, shownHeaders } from "~/services/data/logs/body-view.server";
import { headerOf, type LogRecord } from "~/services/data/logs/record.server";
import { type Moment, type Stage, stagesOf } from "~/services/data/logs/stages.server";
import { searchedIn } from "~/services/data/search/recorded.server";

/** Characters of each side that are compared on a page. */
const MOST_COMPARED = 60_000;

type Folding = { as: "tree" | "text"; path: string[]; from: number };

/** What came in, or what was answered: body and headers. */
export function partView({ request, response }: LogRecord, part: "request" | "response", folding: Folding) {
  const { body } = part === "request" ? request : response;
  return {
    body: bodyView(body, folding),
    headers: shownHeaders(part === "request" ? request.header : response.Headers),
    length: body.length,
  };
}

/** A record as JSON, without secrets. */
export function rawRecord({ origin, ...record }: LogRecord): string {
  const headers = (given: Record<string, string[]>) =>
    Object.fromEntries(shownHeaders(given).map(({ name, value }) => [name, value]));
  const stage = (one: LogRecord["requestChanges"][number]) => ({
    ...one,
    headers: shownHeaderText(one.headers),
    body: maskedBody(one.body),
  });
  return stringifyJson(
    {
      ...record,
      request: { ...record.request, header: headers(record.request.header), body: maskedBody(record.request.body) },
      response: {
        ...record.response,
        Headers: headers(record.response.Headers),
        body: maskedBody(record.response.body),
      },
      requestChanges: record.requestChanges.map(stage),
      responseChanges: record.responseChanges.map(stage),
      ...(origin === undefined ? {} : { origin }),
    },
    2,
  );
}

const wordOf = (value: JsonValue) => (typeof value === "string" ? value : stringifyJson(value));
const listed = (value: JsonValue) => (Array.isArray(value) ? value.map(wordOf) : [wordOf(value)]);

/** Headers that are kept as JSON text, one on a line. */
function shownHeaderText(text: string): string {
  const read = readJson(text)?.value;
  if (!isJsonObject(read)) return maskedBody(text);
  return shownHeaders(Object.fromEntries(Object.entries(read).map(([name, value]) => [name, listed(value)])))
    .map(({ name, value }) => `${name}: ${value}`)
    .join("\n");
}

const cut = (text: string) => (text.length > MOST_COMPARED ? `${text.slice(0, MOST_COMPARED)}\n…` : text);

function textOf({ method, uri, headers, body }: Moment): string {
  return [`${method} ${uri}`, shownHeaderText(headers), "", cut(readableBody(body))].join("\n");
}

function stageView({ name, took, moment, before, resolved }: Stage) {
  const [old, fresh] = [textOf(before), textOf(moment)];
  return { name, took, resolved, text: fresh, rows: resolved ? diffLines(`${old}\n`, `${fresh}\n`) : null };
}

/** The way of a call, stage by stage, each beside the one before it. */
export function stagesView(record: LogRecord) {
  const { request, response } = stagesOf(record);
  return { request: request.map(stageView), response: response.map(stageView) };
}
export type StageView = ReturnType<typeof stageView>;

/** The call whose search made this one by an endpoint, by its request id; null for any other. */
export function madeBy({ request }: LogRecord): string | null {
  return headerOf(request.header, "x-endpoint-call") ?? null;
}

/** The query rules that took part in an answer, by name. */
export function rulesOf({ response }: LogRecord): string[] {
  const settings = objectIn(readJson(response.body)?.value, "settings");
  const rules = settings?.["queryRules"];
  if (!Array.isArray(rules)) return [];
  return rules.map((rule) =>
    typeof rule === "string"
      ? rule
      : isJsonObject(rule) && typeof rule["id"] === "string"
        ? rule["id"]
        : stringifyJson(rule),
  );
}

function objectIn(value: JsonValue | undefined, name: string) {
  const inner = value !== undefined && isJsonObject(value) ? value[name] : undefined;
  return inner !== undefined && isJsonObject(inner) ? inner : undefined;
}

/**
 * What a search of the search API looked for: its text and fields, for the search preview. Null where there is no one
 * such search.
 */
export function previewOf({
  category,
  indices,
  request,
}: LogRecord): { index: string; q: string; field: string[] } | null {
  const [index, more] = indices ?? [];
  if ((category !== "reactivesearch" && category !== "suggestion") || index === undefined || more !== undefined)
    return null;
  const searched = searchedIn(request.body);
  return searched && { index, ...searched };
}
