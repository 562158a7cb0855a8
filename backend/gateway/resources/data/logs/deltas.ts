import { diffWordsWithSpace } from "diff";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { wellFormed } from "@backend/gateway/platform/recording/record";

// Stages of a call of the search API as the reference keeps them: each part as the difference from the stage before it,
// in the deltas of diff-match-patch as its library for Go writes them (`=8<tab>-8<tab>+m<tab>=6`, lengths in code
// points, what is added as `encodeURI` writes it). Here they are kept in full, and made so for the one form of a record
// whose readers put them together by themselves (contract of `verbose=false`).

/** Beyond so many words that differ, or so many ms, what differs is told as one piece. */
const MOST_EDITS = 2_000;
const PATIENCE = 30;

const lengthOf = (text: string) => [...text].length;

type Piece = { sign: "=" | "-" | "+"; text: string };

// What is the same at both ends needs no look at the words.
function ends(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  // Never between the halves of one sign.
  if (start > 0 && /[\uD800-\uDBFF]/.test(before[start - 1] ?? "")) start--;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (end > 0 && /[\uDC00-\uDFFF]/.test(before[before.length - end] ?? "")) end--;
  return { start, end };
}

function pieces(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS, timeout: PATIENCE });
  if (changes === undefined)
    return [
      { sign: "-", text: before },
      { sign: "+", text: after },
    ];
  return changes.map(({ added, removed, value }) => ({ sign: added ? "+" : removed ? "-" : "=", text: value }));
}

/** The delta that makes one text of another; texts are well-formed. */
export function deltaOf(before: string, after: string): string {
  const { start, end } = ends(before, after);
  const middle = pieces(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const all: Piece[] = [
    { sign: "=", text: before.slice(0, start) },
    ...middle,
    { sign: "=", text: before.slice(before.length - end) },
  ];
  return all
    .filter(({ text }) => text !== "")
    .map(({ sign, text }) => (sign === "+" ? `+${encodeURI(text)}` : `${sign}${lengthOf(text)}`))
    .join("\t");
}

const PARTS = ["uri", "headers", "body", "method"] as const;
type Moment = Record<(typeof PARTS)[number], string>;

const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? wellFormed(value) : "");

function momentOf(call: JsonObject, part: JsonValue | undefined, headers: string): Moment {
  const { [headers]: named, body } = part !== undefined && isJsonObject(part) ? part : {};
  return {
    uri: textOf(call["uri"]),
    method: textOf(call["method"]),
    headers: stringifyJson(named ?? {}),
    body: textOf(body),
  };
}

// A part that is empty was not changed by its stage.
function chain(stages: readonly JsonObject[], first: Moment): JsonObject[] {
  let before = first;
  return stages.map((stage) => {
    const base = before;
    const after = { ...base };
    for (const part of PARTS) after[part] = textOf(stage[part]) || base[part];
    before = after;
    return { ...stage, ...Object.fromEntries(PARTS.map((part) => [part, deltaOf(base[part], after[part])])) };
  });
}

const stagesIn = (list: JsonValue | undefined) => (Array.isArray(list) ? list.filter(isJsonObject) : null);

/**
 * A record of the search API with its stages as differences, and `diffLogs`, which says so; other records have one form
 * only, and a reference's has this one.
 */
export function withDeltas(record: JsonObject): JsonObject {
  if (record["diffLogs"] === true) return record;
  if (record["category"] !== "reactivesearch" && record["category"] !== "suggestion") return record;
  const { request, response, requestChanges, responseChanges } = record;
  const call = request !== undefined && isJsonObject(request) ? request : {};
  const [asked, answered] = [stagesIn(requestChanges), stagesIn(responseChanges)];
  return {
    ...record,
    ...(asked && { requestChanges: chain(asked, momentOf(call, request, "header")) }),
    // Of the response each is the difference from the one after it.
    ...(answered && { responseChanges: chain([...answered].reverse(), momentOf(call, response, "Headers")).reverse() }),
    diffLogs: true,
  };
}
