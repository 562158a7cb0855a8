// The section Search relevance.

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  { path: "languages", file: "routes/relevance/settings/languages.tsx", on: ["app"] },
  {
    path: "search",
    file: "routes/relevance/settings/search.tsx",
    on: ["app"],
    children: [
      { path: "review", file: "routes/relevance/settings/review.tsx" },
      { path: "discard", file: "routes/relevance/settings/discard.tsx" },
      { path: "reset", file: "routes/relevance/settings/reset.tsx" },
      { path: "compare", file: "routes/relevance/compare/compare.tsx" },
      { path: "file", file: "routes/relevance/file/file.tsx" },
      { path: "file/review", file: "routes/relevance/file/review.tsx" },
      { path: "file/done", file: "routes/relevance/file/done.tsx" },
      { path: "copy-from", file: "routes/relevance/file/copy-from.tsx" },
      { path: "versions", file: "routes/relevance/settings/versions.tsx" },
      { path: "versions/:versionNumber", file: "routes/relevance/settings/version.tsx" },
    ],
  },
  { path: "aggs", file: "routes/relevance/settings/aggs.tsx", on: ["app"] },
  {
    path: "schema",
    file: "routes/relevance/schema/schema.tsx",
    on: ["app"],
    children: [
      { path: "new", file: "routes/relevance/schema/new.tsx" },
      { path: ":field", file: "routes/relevance/schema/field.tsx" },
    ],
  },
  { path: "results", file: "routes/relevance/settings/results.tsx", on: ["app"] },
  { path: "index-settings", file: "routes/relevance/index-settings/index-settings.tsx", on: ["app"] },
  {
    path: "suggestions",
    file: "routes/relevance/suggestions/preferences.tsx",
    on: ["cluster"],
    children: [
      { path: "review", file: "routes/relevance/suggestions/review.tsx" },
      { path: "recent", file: "routes/relevance/suggestions/preferences.tsx" },
      { path: "recent/review", file: "routes/relevance/suggestions/review.tsx" },
      { path: "index", file: "routes/relevance/suggestions/preferences.tsx" },
      { path: "index/review", file: "routes/relevance/suggestions/review.tsx" },
      { path: "preview", file: "routes/relevance/suggestions/preview.tsx" },
      { path: "featured", file: "routes/relevance/suggestions/featured/choose.tsx" },
      { path: "featured/:boxId", file: "routes/relevance/suggestions/featured/edit.tsx" },
      { path: "featured/:boxId/review", file: "routes/relevance/suggestions/featured/review.tsx" },
      { path: "featured/:boxId/delete", file: "routes/relevance/suggestions/featured/delete.tsx" },
    ],
  },
  {
    path: "synonyms",
    file: "routes/relevance/synonyms/list.tsx",
    on: ["app"],
    children: [
      { path: "new", file: "routes/relevance/synonyms/new.tsx" },
      { path: "review", file: "routes/relevance/synonyms/review.tsx" },
      { path: "apply", file: "routes/relevance/synonyms/apply.tsx" },
      { path: "delete-all", file: "routes/relevance/synonyms/delete-all.tsx" },
      { path: ":synonymId/edit", file: "routes/relevance/synonyms/edit.tsx" },
      { path: ":synonymId/delete", file: "routes/relevance/synonyms/delete.tsx" },
    ],
  },
  { path: "grade-evaluation", file: "routes/relevance/grade/evaluation.tsx", on: ["cluster"] },
  {
    path: "rules",
    file: "routes/relevance/rules/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/relevance/rules/new.tsx" },
      { path: "functions", file: "routes/relevance/functions/list.tsx" },
      { path: "functions/:functionName", file: "routes/relevance/functions/function.tsx" },
      { path: "functions/:functionName/delete", file: "routes/relevance/functions/delete.tsx" },
      { path: ":ruleId", file: "routes/relevance/rules/rule.tsx" },
      { path: ":ruleId/review", file: "routes/relevance/rules/review.tsx" },
      { path: ":ruleId/delete", file: "routes/relevance/rules/delete.tsx" },
    ],
  },
  {
    path: "relevance-tests",
    file: "routes/relevance/tests/list.tsx",
    on: ["app"],
    children: [
      { path: "new", file: "routes/relevance/tests/new.tsx" },
      { path: "run", file: "routes/relevance/tests/run.tsx" },
      { path: "import", file: "routes/relevance/tests/import.tsx" },
      { path: ":testId", file: "routes/relevance/tests/test.tsx" },
      { path: ":testId/delete", file: "routes/relevance/tests/delete.tsx" },
    ],
  },
];

export const resources = [
  { path: "resources/:appName/synonyms/file", file: "routes/relevance/synonyms/file.ts" },
  { path: "resources/:appName/search/file", file: "routes/relevance/file/download.ts" },
  { path: "resources/:appName/relevance-tests/file", file: "routes/relevance/tests/file.ts" },
  { path: "resources/:appName/relevance-tests/run.json", file: "routes/relevance/tests/run-json.ts" },
  { path: "resources/:appName/relevance-tests/run.xml", file: "routes/relevance/tests/run-xml.ts" },
];
