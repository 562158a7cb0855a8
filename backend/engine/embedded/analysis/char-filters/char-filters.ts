import { illegalArgument } from "../../errors";
import { htmlStrip } from "./html-strip";
import { javaExpression, javaReplacement } from "../expressions/java-expression";
import { listSetting, stringSetting, type CharFilterFactory } from "../parts";
import type { CharFilter } from "../types";
import { createRewriter, type Replacement } from "./rewriter";

function readMapping(rule: string): [string, string] {
  const arrow = rule.indexOf("=>");
  if (arrow < 0) throw illegalArgument(`Invalid Mapping Rule : [${rule}]`);
  return [unescape(rule.slice(0, arrow).trimEnd()), unescape(rule.slice(arrow + 2).trim())];
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\\": "\\" };

function unescape(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, char: string | undefined) =>
    code === undefined ? (ESCAPES[char ?? ""] ?? char ?? "") : String.fromCharCode(parseInt(code, 16)),
  );
}

type Branch = { next: Map<number, Branch>; replacement: string | undefined };

/** Letters looked at between two chances for others. */
const STRETCH = 8_192;

/** `mapping`: replaces texts by others, the longest first. */
const mapping: CharFilterFactory = (settings) => {
  const rules = listSetting(settings, "mappings");
  if (!rules) throw illegalArgument("mapping requires either `mappings` or `mappings_path` to be configured");
  const root: Branch = { next: new Map(), replacement: undefined };
  for (const [key, replacement] of rules.map(readMapping)) {
    let branch = root;
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at);
      let next = branch.next.get(code);
      if (!next) branch.next.set(code, (next = { next: new Map(), replacement: undefined }));
      branch = next;
    }
    if (branch !== root) branch.replacement = replacement;
  }
  return createRewriter((text) => mapped(text, root));
};

function* mapped(text: string, root: Branch): Iterable<Replacement | undefined> {
  let steps = 0;
  for (let start = 0; start < text.length;) {
    let found: Replacement | undefined;
    let branch: Branch | undefined = root;
    for (let at = start; branch && at <= text.length; at++) {
      if (branch.replacement !== undefined) found = { start, end: at, text: branch.replacement };
      branch = branch.next.get(text.charCodeAt(at));
      if (++steps % STRETCH === 0) yield undefined;
    }
    if (found) yield found;
    start = found?.end ?? start + 1;
  }
}

/** `pattern_replace`: a Java expression and its replacement (`$1`). */
const patternReplace: CharFilterFactory = (settings) => {
  const pattern = stringSetting(settings, "pattern");
  if (!pattern) throw illegalArgument("pattern is missing for [pattern_replace] char filter of type 'pattern_replace'");
  const expression = javaExpression(pattern, stringSetting(settings, "flags"));
  const replacement = javaReplacement(stringSetting(settings, "replacement") ?? "");
  return createRewriter(function* (text, patienceMs) {
    for (const match of expression.all(text, patienceMs))
      yield { start: match.start, end: match.end, text: replacement(match) };
  });
};

const html: CharFilterFactory = (settings): CharFilter =>
  htmlStrip(new Set((listSetting(settings, "escaped_tags") ?? []).map((tag) => tag.toLowerCase())));

export const charFilterFactories: ReadonlyMap<string, CharFilterFactory> = new Map<string, CharFilterFactory>([
  ["html_strip", html],
  ["mapping", mapping],
  ["pattern_replace", patternReplace],
]);
