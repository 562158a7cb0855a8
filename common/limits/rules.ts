import type { Limits } from "./limit";

const PROTECTS = "the loop: conditions are asked of each reading";

const PATTERNS = "the loop: a pattern takes time by its size and its text";
const RULE = "`_rule`";

/** What rules may hold, and what is gone through to find whether one holds, however a search is written. */
export const RULES_LIMITS = {
  queriesRead: {
    what: "Queries of a search that are read one by one for rules that hide or filter",
    where: "`_reactivesearch`",
    most: 50,
    unit: "pieces",
    answer: "such rules hold for the whole search, whatever their condition",
    protects: PROTECTS,
  },
  indicesAlone: {
    what: "Indices of a search that are looked at one by one, each by all of its names",
    where: "`_reactivesearch`",
    most: 64,
    unit: "pieces",
    answer:
      "rules that hide or filter and say of which indices they do not hold are in force, whatever else their condition says",
    protects: PROTECTS,
  },
  indicesWithQueries: {
    what: "The same times the queries of the search",
    where: "`_reactivesearch`",
    most: 256,
    unit: "pieces",
    answer: "the same",
    protects: PROTECTS,
  },
  settingsLookedAt: {
    what: "Indices of a search whose own settings may switch rules off",
    where: "`_reactivesearch`",
    most: 64,
    unit: "pieces",
    answer: "rules that hide or filter stay on",
    protects: "the store: settings are read for each",
  },
  promotedInSearch: {
    what: "Documents that rules promote in one search",
    where: "`_reactivesearch`",
    most: 1_000,
    unit: "pieces",
    answer: "those of the last positions are not promoted",
    protects: "the engine: promoted documents are read for each search",
  },
  failuresKept: {
    what: "Failures of a rule's script that are kept with their message, beside their count",
    where: "a rule",
    most: 20,
    unit: "pieces",
    answer: "the oldest go",
    protects: "the store: a script may fail at every search",
  },
  failureLines: {
    what: "Lines that a script printed before it failed that are kept",
    where: "a failure of a rule",
    most: 20,
    unit: "pieces",
    answer: "the first ones are kept",
    protects: "the store",
  },
  failureText: {
    what: "Characters of a line or a message of a failure that are kept",
    where: "a failure of a rule",
    most: 500,
    unit: "characters",
    answer: "the rest is left out",
    protects: "the store",
  },
  rules: {
    what: "Rules that are kept",
    where: "`_rule`, settings from a file",
    most: 1_000,
    unit: "pieces",
    answer: "400; smaller plans have their own number",
    protects: "the loop: all are read and asked",
  },
  expression: {
    what: "Expression of a trigger",
    where: RULE,
    most: 20_000,
    unit: "characters",
    answer: "400",
    protects: PROTECTS,
  },
  expressionDepth: {
    what: "Brackets within brackets of an expression",
    where: RULE,
    most: 100,
    unit: "levels",
    answer: "400",
    protects: "the stack of the loop",
  },
  pattern: {
    what: "Pattern behind `matches`",
    where: RULE,
    most: 1_000,
    unit: "characters",
    answer: "400",
    protects: PATTERNS,
  },
  patternSize: {
    what: "Instructions of the compiled pattern",
    where: RULE,
    most: 2_000,
    unit: "pieces",
    answer: "400",
    protects: PATTERNS,
  },
  patternText: {
    what: "Text that a pattern is held against",
    where: "`_reactivesearch`",
    most: 2_000,
    unit: "characters",
    answer: "its beginning alone is looked at",
    protects: PATTERNS,
  },
} as const satisfies Limits;
