// The section Search relevance.

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  { path: "languages", file: "routes/search-relevance/settings/languages.tsx", on: ["app"] },
  {
    path: "search",
    file: "routes/search-relevance/settings/search.tsx",
    on: ["app"],
    children: [
      { path: "review", file: "routes/search-relevance/settings/review.tsx" },
      { path: "discard", file: "routes/search-relevance/settings/discard.tsx" },
      { path: "set-up", file: "routes/search-relevance/settings/set-up.tsx" },
      { path: "reset", file: "routes/search-relevance/settings/reset.tsx" },
      { path: "compare", file: "routes/search-relevance/compare/compare.tsx" },
      { path: "file", file: "routes/search-relevance/file/file.tsx" },
      { path: "file/review", file: "routes/search-relevance/file/review.tsx" },
      { path: "file/done", file: "routes/search-relevance/file/done.tsx" },
      { path: "copy-from", file: "routes/search-relevance/file/copy-from.tsx" },
      { path: "versions", file: "routes/search-relevance/settings/versions.tsx" },
      { path: "versions/:versionNumber", file: "routes/search-relevance/settings/version.tsx" },
    ],
  },
  { path: "aggs", file: "routes/search-relevance/settings/aggs.tsx", on: ["app"] },
  {
    path: "schema",
    file: "routes/search-relevance/schema/schema.tsx",
    on: ["app"],
    children: [
      { path: "new", file: "routes/search-relevance/schema/new.tsx" },
      { path: ":field", file: "routes/search-relevance/schema/field.tsx" },
    ],
  },
  { path: "results", file: "routes/search-relevance/settings/results.tsx", on: ["app"] },
  { path: "index-settings", file: "routes/search-relevance/index-settings/index-settings.tsx", on: ["app"] },
  {
    path: "suggestions",
    file: "routes/search-relevance/suggestions/preferences.tsx",
    on: ["cluster"],
    children: [
      { path: "review", file: "routes/search-relevance/suggestions/review.tsx" },
      { path: "recent", file: "routes/search-relevance/suggestions/preferences.tsx" },
      { path: "recent/review", file: "routes/search-relevance/suggestions/review.tsx" },
      { path: "index", file: "routes/search-relevance/suggestions/preferences.tsx" },
      { path: "index/review", file: "routes/search-relevance/suggestions/review.tsx" },
      { path: "preview", file: "routes/search-relevance/suggestions/preview.tsx" },
      { path: "featured", file: "routes/search-relevance/suggestions/featured/choose.tsx" },
      { path: "featured/:boxId", file: "routes/search-relevance/suggestions/featured/edit.tsx" },
      { path: "featured/:boxId/review", file: "routes/search-relevance/suggestions/featured/review.tsx" },
      { path: "featured/:boxId/delete", file: "routes/search-relevance/suggestions/featured/delete.tsx" },
    ],
  },
  {
    path: "synonyms",
    file: "routes/search-relevance/synonyms/list.tsx",
    on: ["app"],
    children: [
      { path: "new", file: "routes/search-relevance/synonyms/new.tsx" },
      { path: "review", file: "routes/search-relevance/synonyms/review.tsx" },
      { path: "apply", file: "routes/search-relevance/synonyms/apply.tsx" },
      { path: "delete-all", file: "routes/search-relevance/synonyms/delete-all.tsx" },
      { path: ":synonymId/edit", file: "routes/search-relevance/synonyms/edit.tsx" },
      { path: ":synonymId/delete", file: "routes/search-relevance/synonyms/delete.tsx" },
    ],
  },
  { path: "grade-evaluation", file: "routes/search-relevance/grade/evaluation.tsx", on: ["cluster"] },
  {
    path: "rules",
    file: "routes/search-relevance/rules/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/search-relevance/rules/new.tsx" },
      { path: "functions", file: "routes/search-relevance/functions/list.tsx" },
      { path: "functions/:functionName", file: "routes/search-relevance/functions/function.tsx" },
      { path: "functions/:functionName/delete", file: "routes/search-relevance/functions/delete.tsx" },
      { path: ":ruleId", file: "routes/search-relevance/rules/rule.tsx" },
      { path: ":ruleId/review", file: "routes/search-relevance/rules/review.tsx" },
      { path: ":ruleId/delete", file: "routes/search-relevance/rules/delete.tsx" },
    ],
  },
  {
    path: "relevance-tests",
    file: "routes/search-relevance/tests/list.tsx",
    on: ["app"],
    children: [
      { path: "new", file: "routes/search-relevance/tests/new.tsx" },
      { path: "run", file: "routes/search-relevance/tests/run.tsx" },
      { path: "import", file: "routes/search-relevance/tests/import.tsx" },
      { path: "searches", file: "routes/search-relevance/tests/searches.tsx" },
      { path: "history", file: "routes/search-relevance/tests/history.tsx" },
      { path: "schedule", file: "routes/search-relevance/tests/schedule.tsx" },
      { path: ":testId", file: "routes/search-relevance/tests/test.tsx" },
      { path: ":testId/delete", file: "routes/search-relevance/tests/delete.tsx" },
    ],
  },
];

export const resources = [
  { path: "resources/:appName/synonyms/file", file: "routes/search-relevance/synonyms/file.ts" },
  { path: "resources/:appName/search/file", file: "routes/search-relevance/file/download.ts" },
  { path: "resources/:appName/relevance-tests/file", file: "routes/search-relevance/tests/file.ts" },
  { path: "resources/:appName/relevance-tests/run.json", file: "routes/search-relevance/tests/run-json.ts" },
  { path: "resources/:appName/relevance-tests/run.xml", file: "routes/search-relevance/tests/run-xml.ts" },
];
