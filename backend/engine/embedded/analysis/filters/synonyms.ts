import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { booleanSetting, eachAlone, listSetting, stringSetting, type FilterFactory, type PartContext } from "../parts";
import type { StreamToken } from "../types";

type Rule = { outputs: string[][]; keepOriginal: boolean };
/** Rules by their words, one word a step. */
type Trie = { next: Map<string, Trie>; rule: Rule | undefined };

const emptyTrie = (): Trie => ({ next: new Map(), rule: undefined });

function addRule(trie: Trie, words: readonly string[], output: readonly string[], keepOriginal: boolean): void {
  let at = trie;
  for (const word of words) {
    let next = at.next.get(word);
    if (!next) at.next.set(word, (next = emptyTrie()));
    at = next;
  }
  at.rule ??= { outputs: [], keepOriginal: false };
  at.rule.keepOriginal ||= keepOriginal;
  if (!at.rule.outputs.some((known) => known.join("\0") === output.join("\0"))) at.rule.outputs.push([...output]);
}

function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === "\\") part += text.slice(at, (at += 1) + 1);
    else if (text.startsWith(separator, at)) {
      parts.push(part);
      part = "";
      at += separator.length - 1;
    } else part += text.charAt(at);
  }
  // As in Lucene, nothing at the end is no part.
  return part === "" ? parts : [...parts, part];
}

const unescape = (text: string) => text.trim().replace(/\\([\s\S])/g, "$1");

/** Reads rules in Solr's form: `a, b` are equal, `a, b => c` replaces. */
function readRules(
  lines: readonly string[],
  { expand, lenient, words }: { expand: boolean; lenient: boolean; words: (text: string) => string[] },
): Trie {
  const trie = emptyTrie();
  for (const line of lines) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const sides = split(line, "=>");
    if (sides.length > 2) {
      if (lenient) continue;
      throw illegalArgument("Failed to build synonyms", {
        cause: `more than one explicit mapping specified on the same line: ${line}`,
      });
    }
    const read = (text: string) => split(text, ",").map((each) => words(unescape(each)));
    const [left = [], right] = sides.map(read);
    if ([...left, ...(right ?? [])].some((each) => each.length === 0) && !lenient)
      throw illegalArgument("Failed to build synonyms", {
        cause: `term was completely eliminated by analyzer: ${line}`,
      });
    const inputs = left.filter((each) => each.length > 0);
    if (right) {
      for (const input of inputs)
        for (const output of right) if (output.length > 0) addRule(trie, input, output, false);
      continue;
    }
    const outputs = expand ? inputs : left.slice(0, 1).filter((each) => each.length > 0);
    for (const input of inputs)
      for (const output of outputs) if (!expand || output !== input) addRule(trie, input, output, expand);
  }
  return trie;
}

function longestMatch(
  trie: Trie,
  tokens: readonly StreamToken[],
  from: number,
): { rule: Rule; length: number } | undefined {
  let at: Trie | undefined = trie;
  let found: { rule: Rule; length: number } | undefined;
  for (let length = 0; at; length++) {
    if (at.rule && length > 0) found = { rule: at.rule, length };
    const token = tokens[from + length];
    if (!token) break;
    at = at.next.get(token.term);
  }
  return found;
}

/** Rules written as a graph: each output is a path of its own between the ends of what it stands for. */
function graphOutput(
  { rule, length }: { rule: Rule; length: number },
  tokens: readonly StreamToken[],
  from: number,
  start: number,
): { tokens: StreamToken[]; width: number } {
  const first = tokens[from];
  const last = tokens[from + length - 1];
  if (!first || !last) return { tokens: [], width: 0 };
  const matched = tokens.slice(from, from + length);
  // Inner places are numbered path by path; the original comes last.
  const paths = [
    ...rule.outputs.map((words) => ({ words, own: false })),
    ...(rule.keepOriginal ? [{ words: matched.map(({ term }) => term), own: true }] : []),
  ];
  const inner = paths.reduce((sum, { words }) => sum + words.length - 1, 0);
  const end = start + 1 + inner;
  const out: StreamToken[] = [];
  let free = start + 1;
  for (const { words, own } of paths) {
    let at = start;
    words.forEach((term, place) => {
      const to = place === words.length - 1 ? end : free++;
      const source = matched[place];
      out.push(
        own && source
          ? { ...source, position: at, positionLength: to - at }
          : { ...first, term, position: at, positionLength: to - at, endOffset: last.endOffset, type: "SYNONYM" },
      );
      at = to;
    });
  }
  out.sort((a, b) => a.position - b.position);
  return { tokens: out, width: end - start };
}

function applyGraph(trie: Trie, tokens: readonly StreamToken[]): StreamToken[] {
  const out: StreamToken[] = [];
  let shift = 0;
  let end = 0;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    const match = longestMatch(trie, tokens, at);
    if (!match) {
      out.push(shift === 0 ? token : { ...token, position: token.position + shift });
      end = token.position + shift + token.positionLength;
      at++;
      continue;
    }
    // As in Lucene, places that a filter before left empty go before a match and within it.
    const made = graphOutput(match, tokens, at, end);
    out.push(...made.tokens);
    end += made.width;
    at += match.length;
    shift = end - (tokens[at - 1]?.position ?? 0) - 1;
  }
  return out;
}

type Output = { term: string; endOffset: number | undefined; positionLength: number };

/** Lays the outputs of a rule word by word over the tokens from a place on; longer ones run on into what follows. */
function layOutputs(
  { rule, length }: { rule: Rule; length: number },
  { from, endOffset, laid }: { from: number; endOffset: number; laid: Output[][] },
): void {
  for (const words of rule.outputs) {
    const single = words.length === 1;
    for (const [place, term] of words.entries())
      (laid[from + place] ??= []).push({
        term,
        endOffset: single ? endOffset : undefined,
        positionLength: single && rule.keepOriginal ? length : 1,
      });
  }
}

/** The older filter: rules are laid flat over the text, place by place. */
function applyFlat(trie: Trie, tokens: readonly StreamToken[]): StreamToken[] {
  const laid: Output[][] = [];
  const out: StreamToken[] = [];
  let position = -1;
  const put = (token: StreamToken, { term, endOffset = token.endOffset, positionLength }: Output) =>
    out.push({ term, position, positionLength, startOffset: token.startOffset, endOffset, type: "SYNONYM" });
  const show = (at: number, keep: boolean) => {
    const token = tokens[at];
    const outputs = laid[at] ?? [];
    if (!token) return;
    if (keep) out.push({ ...token, position: (position += token.position - (tokens[at - 1]?.position ?? -1)) });
    else if (outputs.length > 0) position++;
    for (const output of outputs) put(token, output);
  };
  for (let at = 0; at < tokens.length;) {
    const match = longestMatch(trie, tokens, at);
    const length = match?.length ?? 1;
    if (match) layOutputs(match, { from: at, endOffset: tokens[at + length - 1]?.endOffset ?? 0, laid });
    for (let place = 0; place < length; place++) show(at + place, !match || match.rule.keepOriginal);
    at += length;
  }
  // What runs on beyond the text stands at its last token.
  const last = tokens.at(-1);
  for (const outputs of laid.slice(tokens.length)) {
    position++;
    if (last) for (const { term } of outputs) put(last, { term, endOffset: undefined, positionLength: 1 });
  }
  return out;
}

function readSettings(settings: JsonObject, context: PartContext): Trie {
  // The doubled word is Elasticsearch's.
  if (settings["synonyms_path"] !== undefined)
    throw illegalArgument("IOException while reading synonyms_path_path: file not readable");
  const lines = listLines(settings);
  if (!lines) throw illegalArgument("synonym requires either `synonyms` or `synonyms_path` to be configured");
  const words = (text: string) => {
    const tokens = context.before(text);
    // A place that a filter before left empty makes a rule that no text could meet.
    if (tokens.some(({ position }, at) => position > (tokens[at - 1]?.position ?? -1) + 1)) return [];
    return tokens
      .filter((token, place, all) => place === 0 || token.position !== all[place - 1]?.position)
      .map(({ term }) => term);
  };
  const options = {
    expand: booleanSetting(settings, "expand", true),
    lenient: booleanSetting(settings, "lenient", false),
    words,
  };
  return readRules(stringSetting(settings, "format") === "wordnet" ? wordNetRules(lines) : lines, options);
}

/**
 * Lines of WordNet's Prolog form, `s(100000001,1,'abstain',v,1,0).`, as rules: words with the number of one sense are
 * equal.
 */
function wordNetRules(lines: readonly string[]): string[] {
  const senses = new Map<string, string[]>();
  for (const line of lines) {
    const word = line.slice(line.indexOf("'") + 1, line.lastIndexOf("'")).replaceAll("''", "'");
    const sense = line.slice(2, 11);
    senses.set(sense, [...(senses.get(sense) ?? []), word.replace(/[\\,]|=>/g, "\\$&")]);
  }
  return [...senses.values()].map((group) => group.join(","));
}

// A rule holds commas itself, so one text is one rule.
function listLines(settings: JsonObject): string[] | undefined {
  const value = settings["synonyms"];
  return typeof value === "string" ? [value] : listSetting(settings, "synonyms");
}

export const synonymFilter: FilterFactory = (settings, context) => {
  const trie = readSettings(settings, context);
  return trie.next.size === 0 ? eachAlone((tokens) => tokens) : (tokens) => applyFlat(trie, tokens);
};

export const synonymGraphFilter: FilterFactory = (settings, context) => {
  const trie = readSettings(settings, context);
  return trie.next.size === 0 ? eachAlone((tokens) => tokens) : (tokens) => applyGraph(trie, tokens);
};
