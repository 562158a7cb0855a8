import { illegalArgument } from "../errors";
import { htmlStrip } from "./html-strip";
import { javaRegExp } from "./java-regexp";
import { listSetting, stringSetting, type CharFilter, type CharFilterFactory } from "./parts";
import { createRewriter } from "./rewriter";

function readMapping(rule: string): [string, string] {
  const match = /^([\s\S]*?)\s*=>\s*([\s\S]*)$/.exec(rule);
  if (!match) throw illegalArgument(`Invalid Mapping Rule : [${rule}]`);
  return [unescape(match[1] ?? ""), unescape((match[2] ?? "").trim())];
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\\": "\\" };

function unescape(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, char: string | undefined) => (code === undefined ? (ESCAPES[char ?? ""] ?? char ?? "") : String.fromCharCode(parseInt(code, 16))));
}

/** `mapping`: replaces texts by others, the longest first. */
const mapping: CharFilterFactory = (settings) => {
  const rules = listSetting(settings, "mappings");
  if (!rules) throw illegalArgument("mapping requires either `mappings` or `mappings_path` to be configured");
  const map = new Map(rules.map(readMapping));
  const longest = [...map.keys()].sort((a, b) => b.length - a.length).map((key) => key.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (longest.length === 0) return createRewriter(/(?!)/g, () => "");
  return createRewriter(new RegExp(longest.join("|"), "g"), (match) => map.get(match[0]) ?? "");
};

/** `pattern_replace`: a Java expression and its replacement (`$1`). */
export function javaReplacement(replacement: string): (match: RegExpExecArray | RegExpMatchArray) => string {
  return (match) => replacement.replace(/\\(.)|\$(\d)|\$\{(\w+)\}/g, (_, literal: string | undefined, digit: string | undefined, name: string | undefined) => literal ?? (digit === undefined ? match.groups?.[name ?? ""] : match[Number(digit)]) ?? "");
}

const patternReplace: CharFilterFactory = (settings) => {
  const pattern = stringSetting(settings, "pattern");
  if (!pattern) throw illegalArgument("pattern is missing for [pattern_replace] char filter of type 'pattern_replace'");
  return createRewriter(javaRegExp(pattern, stringSetting(settings, "flags")), javaReplacement(stringSetting(settings, "replacement") ?? ""));
};

const html: CharFilterFactory = (settings): CharFilter => htmlStrip(new Set((listSetting(settings, "escaped_tags") ?? []).map((tag) => tag.toLowerCase())));

export const charFilterFactories: ReadonlyMap<string, CharFilterFactory> = new Map<string, CharFilterFactory>([
  ["html_strip", html],
  ["mapping", mapping],
  ["pattern_replace", patternReplace],
]);
