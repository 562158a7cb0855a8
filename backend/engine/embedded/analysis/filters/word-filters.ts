import { EngineError, illegalArgument } from "../../errors";
import { foldToAscii } from "./ascii-folding";
import { pluginHint } from "../plugins";
import { javaExpression, javaReplacement } from "../expressions/java-expression";
import {
  aboutKeywords,
  booleanSetting,
  eachAlone,
  listSetting,
  mapTerms,
  refusePath,
  stringSetting,
  type FilterFactory,
} from "../parts";
import type { StreamToken, TokenFilter } from "../types";
import { stemmerOf, withoutPossessive } from "./stemmers";

/** Changes terms except those marked as keywords. */
function stemTerms(stem: (term: string) => string): TokenFilter {
  return aboutKeywords(
    eachAlone((tokens) => {
      for (const token of tokens) if (!token.keyword) token.term = stem(token.term);
      return tokens;
    }),
  );
}

const stemmer: FilterFactory = (settings) => {
  const language = stringSetting(settings, "language") ?? stringSetting(settings, "name") ?? "porter";
  const stem = stemmerOf(language);
  if (stem === withoutPossessive) return mapTerms(stem);
  if (stem) return stemTerms(stem);
  const name = language.charAt(0).toUpperCase() + language.slice(1);
  const instead = INSTEAD.get(language.toLowerCase());
  if (instead !== undefined)
    throw illegalArgument(
      `Invalid stemmer class specified: ${name}; the embedded engine does not have it: use [${instead}], or a remote engine`,
    );
  throw illegalArgument(`Invalid stemmer class specified: ${name}${pluginHint(name)}`);
};

// Stemmers of Elasticsearch that are left out, with the nearest one.
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["kstem", "english"],
  ["light_english", "english"],
  ["lovins", "english"],
  ["kp", "dutch"],
  ["dutch_kp", "dutch"],
]);

const snowball: FilterFactory = (settings) => {
  const language = stringSetting(settings, "language") ?? "English";
  const stem = stemmerOf(language === "English" ? "porter2" : language);
  if (!stem) throw illegalArgument(`Invalid stemmer class specified: ${language}`);
  return stemTerms(stem);
};

const keywordMarker: FilterFactory = (settings) => {
  const fold = booleanSetting(settings, "ignore_case", false);
  const pattern = stringSetting(settings, "keywords_pattern");
  const words = listSetting(settings, "keywords");
  refusePath(settings, "keywords_path");
  if (pattern !== undefined && words)
    throw illegalArgument("cannot specify both `keywords_pattern` and `keywords` or `keywords_path`");
  if (pattern === undefined && !words)
    throw illegalArgument(
      "keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured",
    );
  const set = new Set((words ?? []).map((word) => (fold ? word.toLowerCase() : word)));
  const expression = pattern === undefined ? undefined : javaExpression(pattern);
  return aboutKeywords((tokens) => {
    for (const token of tokens)
      if (expression ? expression.fits(token.term) : set.has(fold ? token.term.toLowerCase() : token.term))
        token.keyword = true;
    return tokens;
  });
};

const stemmerOverride: FilterFactory = (settings) => {
  const rules = listSetting(settings, "rules");
  refusePath(settings, "rules_path");
  if (!rules) throw illegalArgument("stemmer override filter requires either `rules` or `rules_path` to be configured");
  const stems = new Map<string, string>();
  for (const [place, rule] of rules.entries()) {
    const [words, stem, ...rest] = rule.split("=>").map((side) => side.trim());
    // Elasticsearch says so with 500; what a caller wrote is no fault of the server.
    if (!words || !stem || stem.includes(",") || rest.length > 0)
      throw new EngineError(400, "runtime_exception", `Line [${place + 1}]: Invalid keyword override rule: ${rule}`);
    for (const word of words.split(",")) stems.set(word.trim(), stem);
  }
  return aboutKeywords((tokens) => {
    for (const token of tokens) {
      const stem = token.keyword ? undefined : stems.get(token.term);
      if (stem === undefined) continue;
      token.term = stem;
      token.keyword = true;
    }
    return tokens;
  });
};

/** Each token twice: once kept from the stemmers, once for them. */
const keywordRepeat: TokenFilter = (tokens) =>
  tokens.flatMap((token) => [
    { ...token, keyword: true },
    { ...token, keyword: false },
  ]);

/** What stands twice in one place stands there once. */
const removeDuplicates: TokenFilter = (tokens) => {
  let position = -1;
  let seen = new Set<string>();
  return tokens.filter((token) => {
    if (token.position !== position) seen = new Set();
    position = token.position;
    if (seen.has(token.term)) return false;
    seen.add(token.term);
    return true;
  });
};

// A dictionary would lie in the folder of the settings, which the embedded engine has not.
const hunspell: FilterFactory = (settings) => {
  const locale =
    stringSetting(settings, "locale") ?? stringSetting(settings, "language") ?? stringSetting(settings, "lang");
  if (locale === undefined)
    throw illegalArgument("missing [locale | language | lang] configuration for hunspell token filter");
  throw new EngineError(
    400,
    "illegal_state_exception",
    `Failed to load hunspell dictionary for locale: ${locale}; the embedded engine reads no dictionaries: use the filter [stemmer], or a remote engine`,
  );
};

/** Articles before an apostrophe, by language, as Lucene has them. */
export const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  french: ["l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu"],
  italian: [
    "c",
    "l",
    "all",
    "dall",
    "dell",
    "nell",
    "sull",
    "coll",
    "pell",
    "gl",
    "agl",
    "dagl",
    "degl",
    "negl",
    "sugl",
    "un",
    "m",
    "t",
    "s",
    "v",
    "d",
  ],
  catalan: ["d", "l", "m", "n", "s", "t"],
  irish: ["d", "m", "b"],
};

const elision: FilterFactory = (settings) => {
  const given = listSetting(settings, "articles");
  refusePath(settings, "articles_path");
  // By its bare name the filter is French.
  if (!given && settings["type"] !== undefined)
    throw illegalArgument("elision filter requires [articles] or [articles_path] setting");
  const articles = given ?? ARTICLES["french"] ?? [];
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
  if (pattern === undefined)
    throw illegalArgument("pattern is missing for [pattern_replace] token filter of type 'pattern_replace'");
  const expression = javaExpression(pattern, stringSetting(settings, "flags"));
  const replacement = javaReplacement(stringSetting(settings, "replacement") ?? "");
  const all = booleanSetting(settings, "all", true);
  return mapTerms((term) => {
    let out = "";
    let from = 0;
    for (const match of expression.all(term)) {
      out += term.slice(from, match.start) + replacement(match);
      if (out.length > LONGEST_TERM)
        throw illegalArgument(
          `The replacements of a [pattern_replace] filter make a token longer than the allowed maximum of [${LONGEST_TERM}] characters`,
        );
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
  ...["arabic", "brazilian", "czech", "dutch", "french", "persian", "russian"].map(
    (language): [string, FilterFactory] => [
      `${language}_stem`,
      () => stemTerms(stemmerOf(language) ?? ((term) => term)),
    ],
  ),
  ["keyword_marker", keywordMarker],
  ["hunspell", hunspell],
  ["keyword_repeat", () => keywordRepeat],
  ["remove_duplicates", () => removeDuplicates],
  ["stemmer_override", stemmerOverride],
  ["elision", elision],
  ["asciifolding", asciiFolding],
  ["pattern_replace", patternReplace],
]);
