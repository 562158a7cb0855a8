import { type JsonObject } from "@common/text/json";
import type { Token } from "../../analysis/types";
import type { FieldType } from "../../mapping/types";
import { expandQuery } from "../../query";
import { textOf } from "../../query/parse/values";
import type { Steps } from "../../steps";
import { valuesAtPath } from "../answer/source-filter";
import type { Shard } from "../types";
import { matchesIn, wantedIn, type Match, type Wanted } from "./matches";
import { countTerms, passageScore, passagesOf, type Passage } from "./passages";
import type { HighlightField, HighlightRequest } from "./types";

/** Between the values of a list: it ends a sentence. */
const SEPARATOR = "\u2029";
/** Texts of more UTF-16 units are analysed piece by piece. */
const LONG_TEXT = 8_192;

function tokensOf(field: FieldType, text: string): Iterable<readonly Token[]> {
  const { analyzer } = field;
  if (analyzer) return text.length > LONG_TEXT && analyzer.pieces ? analyzer.pieces(text) : [analyzer.analyze(text)];
  const term = field.normalizer ? field.normalizer.normalize(text) : text;
  return [[{ term, position: 0, positionLength: 1, startOffset: 0, endOffset: text.length, type: "word" }]];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#x27;",
  "/": "&#x2F;",
};

function escapeHtml(text: string): string {
  return text.replace(/["&<>'/]/g, (letter) => ESCAPES[letter] ?? letter);
}

function marked(text: string, { start, end, matches }: Passage, field: HighlightField, html: boolean): string {
  const shown = (from: number, to: number) => (html ? escapeHtml(text.slice(from, to)) : text.slice(from, to));
  const [before = "<em>"] = field.preTags;
  const [after = "</em>"] = field.postTags;
  let result = "";
  let at = start;
  for (const match of matches) {
    if (match.start > at) result += shown(at, match.start);
    if (match.end <= at) continue;
    result += before + shown(Math.max(at, match.start), match.end) + after;
    at = match.end;
  }
  // A match may reach over the end of its passage.
  if (at < end) result += shown(at, end);
  return result.trim();
}

/** Analyses every value on its own, as indexing did, and puts them one behind the other. */
function* joined(
  field: FieldType,
  values: readonly string[],
): Steps<{ text: string; tokens: Token[]; starts: number[] }> {
  const tokens: Token[] = [];
  const starts: number[] = [];
  let text = "";
  let position = 0;
  for (const value of values) {
    if (text !== "") text += SEPARATOR;
    const offset = text.length;
    starts.push(offset);
    let last = -1;
    for (const piece of tokensOf(field, value)) {
      for (const token of piece) {
        last = token.position;
        tokens.push({
          ...token,
          position: token.position + position,
          startOffset: token.startOffset + offset,
          endOffset: token.endOffset + offset,
        });
      }
      yield;
    }
    position += last + 1 + (field.analyzer?.positionIncrementGap ?? 100);
    text += value;
  }
  return { text, tokens, starts };
}

function wholeValues(text: string, starts: readonly number[], matches: readonly Match[]): Passage[] {
  const values: Passage[] = starts.map((start, at) => ({
    start,
    end: at + 1 < starts.length ? starts[at + 1]! - 1 : text.length,
    matches: [],
  }));
  let at = 0;
  // Both come in the order of the text.
  for (const match of matches) {
    while (at + 1 < values.length && match.start >= values[at]!.end) at++;
    if (match.start < values[at]!.end) values[at]!.matches.push(match);
  }
  return values.filter((passage) => passage.matches.length > 0);
}

function* highlightText({
  field,
  values,
  wanted,
  settings,
  html,
}: {
  field: FieldType;
  values: readonly string[];
  wanted: Wanted;
  settings: HighlightField;
  html: boolean;
}): Steps<string[]> {
  const { text, tokens, starts } = yield* joined(field, values);
  const matches = matchesIn(tokens, wanted);
  if (matches.length === 0) {
    if (settings.noMatchSize === 0 || text === "") return [];
    const [first = ""] = values;
    const [passage] = yield* passagesOf(first, [{ start: 0, end: 0, term: "" }], settings.noMatchSize);
    return passage ? [marked(first, { ...passage, matches: [] }, settings, html)] : [];
  }
  if (settings.numberOfFragments === 0)
    return wholeValues(text, starts, matches).map((passage) => marked(text, passage, settings, html));
  // No passage reaches over the end of a value.
  const total = countTerms(matches);
  const passages: { passage: Passage; score: number }[] = [];
  for (const value of wholeValues(text, starts, matches)) {
    const shift = (by: number, { start, end, matches: found }: Passage): Passage => ({
      start: start + by,
      end: end + by,
      matches: found.map((match) => ({ ...match, start: match.start + by, end: match.end + by })),
    });
    const own = shift(-value.start, value).matches;
    for (const found of yield* passagesOf(text.slice(value.start, value.end), own, settings.fragmentSize)) {
      const passage = shift(value.start, found);
      passages.push({ passage, score: passageScore(passage, total, text.length) });
    }
    yield;
  }
  passages.sort((a, b) => b.score - a.score || a.passage.start - b.passage.start);
  const top = passages.slice(0, settings.numberOfFragments);
  if (!settings.orderByScore) top.sort((a, b) => a.passage.start - b.passage.start);
  return top.map(({ passage }) => marked(text, passage, settings, html));
}

/** From a source to its highlighted fields. */
export type Highlighter = (source: JsonObject) => Steps<Record<string, string[]> | undefined>;

/** Prepares highlighting on one index. */
export function* createHighlighter({
  shard,
  request,
}: {
  shard: Shard;
  request: HighlightRequest;
}): Steps<Highlighter> {
  const plans: { name: string; field: FieldType; settings: HighlightField; wanted: Wanted }[] = [];
  for (const settings of request.fields) {
    const { pattern } = settings;
    const { mapping } = shard.index;
    const fields = pattern.includes("*")
      ? mapping.matching(pattern).filter((field) => field.kind === "text" || field.kind === "keyword")
      : [mapping.field(pattern)].filter((field) => field !== undefined);
    const node = settings.query
      ? yield* expandQuery(settings.query.rewrite(shard.context), shard.context.snapshot)
      : shard.node;
    for (const field of fields) {
      if (field.kind === "text" || field.kind === "keyword")
        plans.push({
          name: pattern.includes("*") ? field.path : pattern,
          field,
          settings,
          wanted: wantedIn(node, (path) => !settings.requireFieldMatch || path === field.path),
        });
    }
  }
  return function* (source) {
    const found: Record<string, string[]> = {};
    for (const { name, field, settings, wanted } of plans) {
      const limit = field.ignoreAbove ?? Infinity;
      const values = valuesAtPath(source, field.parent ?? field.path)
        .flatMap((value) => textOf(value) ?? [])
        .filter((value) => value.length <= limit);
      if (values.length === 0) continue;
      const fragments = yield* highlightText({ field, values, wanted, settings, html: request.encodeHtml });
      if (fragments.length > 0) found[name] = fragments;
      yield;
    }
    return Object.keys(found).length > 0 ? found : undefined;
  };
}
