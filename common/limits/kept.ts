import type { Limits } from "./limit";

const PAGE = "pages of the console and answers stay small";
const ENGINE = "calls of the engine stay small";

/** What is kept of grades, synonyms and suggestions. */
export const KEPT_LIMITS = {
  gradeQuery: { what: "search term of a grade", where: "`/_grade`", most: 500, unit: "characters", answer: "400", protects: PAGE },
  gradeDocuments: { what: "documents that one call grades", where: "`PUT /_grade/:index`", most: 1_000, unit: "pieces", answer: "400", protects: ENGINE },
  gradeTerms: {
    what: "search terms with grades that are listed",
    where: "`GET /_grade/:index`",
    most: 10_000,
    unit: "pieces",
    answer: "the rest is left out",
    protects: PAGE,
  },
  gradesAtOnce: {
    what: "grades that are read or deleted at a time",
    where: "`/_grade`",
    most: 1_000,
    unit: "pieces",
    answer: "the rest is in further calls",
    protects: ENGINE,
  },
  synonyms: { what: "synonyms of one call", where: "`PUT /_synonym/:index`", most: 50_000, unit: "pieces", answer: "400", protects: ENGINE },
  synonym: { what: "one synonym with all its words", where: "`PUT /_synonym/:index`", most: 5_000, unit: "characters", answer: "400", protects: PAGE },
  synonymsAtOnce: {
    what: "synonyms that are read, written or deleted at a time",
    where: "`/_synonyms`",
    most: 5_000,
    unit: "pieces",
    answer: "the rest is in further calls",
    protects: ENGINE,
  },
  suggestions: {
    what: "recent, popular or index suggestions that preferences ask for",
    where: "`/_popular_suggestions/preferences` and its like, and searches",
    most: 100,
    unit: "pieces",
    answer: "500 on saving; in a search the rest is left out",
    protects: PAGE,
    source: "the status is that of ReactiveSearch",
  },
  sections: {
    what: "sections of a group of featured suggestions",
    where: "`/_featured_suggestions_group`",
    most: 50,
    unit: "pieces",
    answer: "400",
    protects: PAGE,
  },
  sectionSuggestions: { what: "suggestions of a section", where: "`/_featured_suggestions_group`", most: 200, unit: "pieces", answer: "400", protects: PAGE },
  featuredText: {
    what: "one text of a featured suggestion",
    where: "`/_featured_suggestions_group`",
    most: 4_000,
    unit: "characters",
    answer: "400",
    protects: PAGE,
  },
  popularSearches: {
    what: "popular searches that are kept",
    where: "their collection",
    most: 5_000,
    unit: "pieces",
    answer: "the less frequent are left out",
    protects: ENGINE,
  },
  popularIndices: {
    what: "indices that are told of a popular search",
    where: "their collection",
    most: 100,
    unit: "pieces",
    answer: "the less frequent are left out",
    protects: ENGINE,
  },
  popularLookedUp: {
    what: "popular searches whose numbers of results are looked up at a time",
    where: "their collection",
    most: 1_000,
    unit: "pieces",
    answer: "the rest is in further calls",
    protects: ENGINE,
  },
  popularAtOnce: {
    what: "popular searches that are written at a time",
    where: "their collection",
    most: 1_000,
    unit: "pieces",
    answer: "the rest is in further calls",
    protects: ENGINE,
  },
} satisfies Limits;
