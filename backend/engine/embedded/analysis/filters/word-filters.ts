import { illegalArgument } from "../../errors";
import { foldToAscii } from "./ascii-folding";
import { javaExpression, javaReplacement } from "../expressions/java-expression";
import { booleanSetting, eachAlone, listSetting, mapTerms, stringSetting, type FilterFactory, type StreamToken, type TokenFilter } from "../parts";
import { stemmerOf, withoutPossessive } from "./stemmers";

/** Changes terms except those marked as keywords. */
function stemTerms(stem: (term: string) => string): TokenFilter {
  return eachAlone((tokens) => {
    for (const token of tokens) if (!token.keyword) token.term = stem(token.term);
    return tokens;
  });
}

const stemmer: FilterFactory = (settings) => {
  const language = stringSetting(settings, "language") ?? stringSetting(settings, "name") ?? "porter";
  const stem = stemmerOf(language);
  // Languages that Lucene stems and no package does are let through unchanged; the documentation names them.
  if (stem) return stemTerms(stem);
  if (UNSTEMMED.has(language.toLowerCase())) return (tokens) => tokens;
  const name = language.charAt(0).toUpperCase() + language.slice(1);
  throw illegalArgument(`Invalid stemmer class specified: ${name}`);
};

const UNSTEMMED: ReadonlySet<string> = new Set(["bengali", "galician", "minimal_galician", "latvian", "sorani", "estonian", "persian"]);

const snowball: FilterFactory = (settings) => {
  const language = stringSetting(settings, "language") ?? "English";
  const stem = stemmerOf(language === "English" ? "porter2" : language);
  if (!stem) throw illegalArgument(`Can't find available stemmer class: ${language}`);
  return stemTerms(stem);
};

const keywordMarker: FilterFactory = (settings) => {
  const fold = booleanSetting(settings, "ignore_case", false);
  const pattern = stringSetting(settings, "keywords_pattern");
  const words = listSetting(settings, "keywords");
  if (pattern !== undefined && words) throw illegalArgument("cannot specify both `keywords_pattern` and `keywords` or `keywords_path`");
  if (pattern === undefined && !words)
    throw illegalArgument("keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured");
  const set = new Set((words ?? []).map((word) => (fold ? word.toLowerCase() : word)));
  const expression = pattern === undefined ? undefined : javaExpression(pattern);
  return (tokens) => {
    for (const token of tokens) if (expression ? expression.fits(token.term) : set.has(fold ? token.term.toLowerCase() : token.term)) token.keyword = true;
    return tokens;
  };
};

const stemmerOverride: FilterFactory = (settings) => {
  const rules = listSetting(settings, "rules");
  if (!rules) throw illegalArgument("stemmer override filter requires either `rules` or `rules_path` to be configured");
  const stems = new Map<string, string>();
  for (const rule of rules) {
    const [words, stem, ...rest] = rule.split("=>").map((side) => side.trim());
    if (!words || !stem || rest.length > 0) throw illegalArgument(`Invalid Keyword override Rule:${rule}`);
    for (const word of words.split(",")) stems.set(word.trim(), stem);
  }
  return (tokens) => {
    for (const token of tokens) {
      const stem = token.keyword ? undefined : stems.get(token.term);
      if (stem === undefined) continue;
      token.term = stem;
      token.keyword = true;
    }
    return tokens;
  };
};

/** Articles before an apostrophe, by language, as Lucene has them. */
export const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  french: ["l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu"],
  italian: ["c", "l", "all", "dall", "dell", "nell", "sull", "coll", "pell", "gl", "agl", "dagl", "degl", "negl", "sugl", "un", "m", "t", "s", "v", "d"],
  catalan: ["d", "l", "m", "n", "s", "t"],
  irish: ["d", "m", "b"],
};

const elision: FilterFactory = (settings) => {
  const articles = listSetting(settings, "articles") ?? ARTICLES["french"] ?? [];
  const fold = booleanSetting(settings, "articles_case", false) || settings["articles"] === undefined;
  const set = new Set(fold ? articles.map((article) => article.toLowerCase()) : articles);
  return mapTerms((term) => {
    const at = term.search(/['\u2019]/);
    if (at < 0) return term;
    const article = term.slice(0, at);
    return set.has(fold ? article.toLowerCase() : article) ? term.slice(at + 1) : term;
  });
};

const asciiFolding: FilterFactory = (settings) => {
  if (!booleanSetting(settings, "preserve_original", false)) return mapTerms(foldToAscii);
  return (tokens) =>
    tokens.flatMap((token): StreamToken[] => {
      const term = foldToAscii(token.term);
      return term === token.term ? [token] : [{ ...token, term }, token];
    });
};

/** Units of a term that replacements make. */
const LONGEST_TERM = 1_000_000;

const patternReplace: FilterFactory = (settings) => {
  const pattern = stringSetting(settings, "pattern");
  if (pattern === undefined) throw illegalArgument("pattern is missing for [pattern_replace] token filter of type 'pattern_replace'");
  const expression = javaExpression(pattern, stringSetting(settings, "flags"));
  const replacement = javaReplacement(stringSetting(settings, "replacement") ?? "");
  const all = booleanSetting(settings, "all", true);
  return mapTerms((term) => {
    let out = "";
    let from = 0;
    for (const match of expression.all(term)) {
      out += term.slice(from, match.start) + replacement(match);
      if (out.length > LONGEST_TERM)
        throw illegalArgument(`The replacements of a [pattern_replace] filter make a token longer than the allowed maximum of [${LONGEST_TERM}] characters`);
      from = match.end;
      if (!all) break;
    }
    return from === 0 && out === "" ? term : out + term.slice(from);
  });
};

export const wordFilters: ReadonlyMap<string, FilterFactory> = new Map<string, FilterFactory>([
  ["stemmer", stemmer],
  ["snowball", snowball],
  ["porter_stem", () => stemTerms(stemmerOf("porter") ?? ((term) => term))],
  ["keyword_marker", keywordMarker],
  ["stemmer_override", stemmerOverride],
  ["elision", elision],
  ["asciifolding", asciiFolding],
  ["pattern_replace", patternReplace],
  ["english_possessive", () => mapTerms(withoutPossessive)],
]);
