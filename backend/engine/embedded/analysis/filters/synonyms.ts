import type { JsonObject } from "@common/json";
import { illegalArgument } from "../../errors";
import { booleanSetting, listSetting, stringSetting, type FilterFactory, type PartContext, type StreamToken } from "../parts";

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
  if (output.length > 0 && !at.rule.outputs.some((known) => known.join("\0") === output.join("\0"))) at.rule.outputs.push([...output]);
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
  return [...parts, part];
}

const unescape = (text: string) => text.trim().replace(/\\([\s\S])/g, "$1");

/** Reads rules in Solr's form: `a, b` are equal, `a, b => c` replaces. */
function readRules(lines: readonly string[], { expand, lenient, words }: { expand: boolean; lenient: boolean; words: (text: string) => string[] }): Trie {
  const trie = emptyTrie();
  for (const line of lines) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const sides = split(line, "=>");
    if (sides.length > 2) {
      if (lenient) continue;
      throw illegalArgument("Failed to build synonyms", { cause: `more than one explicit mapping specified on the same line: ${line}` });
    }
    const read = (text: string) => split(text, ",").map((each) => words(unescape(each)));
    const [left = [], right] = sides.map(read);
    if ([...left, ...(right ?? [])].some((each) => each.length === 0) && !lenient)
      throw illegalArgument("Failed to build synonyms", { cause: `term was completely eliminated by analyzer: ${line}` });
    const inputs = left.filter((each) => each.length > 0);
    if (right) {
      for (const input of inputs) for (const output of right) addRule(trie, input, output, false);
      continue;
    }
    for (const input of inputs) {
      if (!expand) addRule(trie, input, inputs[0] ?? input, false);
      else for (const output of inputs) if (output !== input) addRule(trie, input, output, true);
    }
  }
  return trie;
}

function longestMatch(trie: Trie, tokens: readonly StreamToken[], from: number): { rule: Rule; length: number } | undefined {
  let at: Trie | undefined = trie;
  let found: { rule: Rule; length: number } | undefined;
  for (let length = 0; at; length++) {
    if (at.rule && length > 0) found = { rule: at.rule, length };
    const token = tokens[from + length];
    // Words of a rule stand side by side; a hole or a stacked token ends the match.
    if (!token || (length > 0 && token.position !== (tokens[from + length - 1]?.position ?? 0) + 1)) break;
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
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    const match = longestMatch(trie, tokens, at);
    if (!match) {
      out.push(shift === 0 ? token : { ...token, position: token.position + shift });
      at++;
      continue;
    }
    const made = graphOutput(match, tokens, at, token.position + shift);
    out.push(...made.tokens);
    shift += made.width - match.length;
    at += match.length;
  }
  return out;
}

/** The older filter: outputs are laid over the text word by word, longer ones run on into what follows. */
function applyFlat(trie: Trie, tokens: readonly StreamToken[]): StreamToken[] {
  const stacks = new Map<number, { own?: StreamToken; added: StreamToken[] }>();
  const stack = (position: number) => {
    let entry = stacks.get(position);
    if (!entry) stacks.set(position, (entry = { added: [] }));
    return entry;
  };
  const out: StreamToken[] = [];
  // Places that a shorter replacement closed.
  let closed = 0;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    const match = longestMatch(trie, tokens, at);
    const start = token.position - closed;
    if (!match) {
      const entry = stack(start);
      if (entry.own) entry.added.push({ ...token, position: start });
      else entry.own = { ...token, position: start };
      at++;
      continue;
    }
    const last = tokens[at + match.length - 1] ?? token;
    for (let place = 0; place < match.length; place++) {
      const matched = tokens[at + place];
      if (matched && match.rule.keepOriginal) stack(start + place).own = { ...matched, position: start + place };
    }
    for (const words of match.rule.outputs) {
      words.forEach((term, place) => {
        const over = tokens[at + place] ?? tokens[tokens.length - 1] ?? last;
        const single = words.length === 1;
        stack(start + place).added.push({
          ...over,
          term,
          position: start + place,
          positionLength: single && match.rule.keepOriginal ? match.length : 1,
          endOffset: single ? last.endOffset : over.endOffset,
          type: "SYNONYM",
        });
      });
    }
    if (!match.rule.keepOriginal) closed += Math.max(0, match.length - Math.max(1, ...match.rule.outputs.map(({ length }) => length)));
    at += match.length;
  }
  for (const [, { own, added }] of [...stacks].sort(([a], [b]) => a - b)) {
    if (own) out.push(own);
    for (const token of added) if (token.term !== own?.term || token.positionLength !== 1) out.push(token);
  }
  return out;
}

function readSettings(settings: JsonObject, context: PartContext): Trie {
  const lines = listLines(settings);
  if (!lines) throw illegalArgument("synonym requires either `synonyms` or `synonyms_path` to be configured");
  const format = stringSetting(settings, "format") ?? "solr";
  if (format !== "solr" && format !== "") throw illegalArgument(`[${context.name}] synonyms in format [${format}] are not supported`);
  const words = (text: string) =>
    context
      .before(text)
      .filter((token, place, all) => place === 0 || token.position !== all[place - 1]?.position)
      .map(({ term }) => term);
  return readRules(lines, { expand: booleanSetting(settings, "expand", true), lenient: booleanSetting(settings, "lenient", false), words });
}

// A rule holds commas itself, so one text is one rule.
function listLines(settings: JsonObject): string[] | undefined {
  const value = settings["synonyms"];
  return typeof value === "string" ? [value] : listSetting(settings, "synonyms");
}

export const synonymFilter: FilterFactory = (settings, context) => {
  const trie = readSettings(settings, context);
  return (tokens) => (trie.next.size === 0 ? tokens : applyFlat(trie, tokens));
};

export const synonymGraphFilter: FilterFactory = (settings, context) => {
  const trie = readSettings(settings, context);
  return (tokens) => (trie.next.size === 0 ? tokens : applyGraph(trie, tokens));
};
