// The section Pipelines.

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "pipelines",
    file: "routes/pipelines/list/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/pipelines/editor/new.tsx" },
      { path: "import", file: "routes/pipelines/archive/import.tsx" },
      { path: ":pipelineId", file: "routes/pipelines/editor/pipeline.tsx" },
      { path: ":pipelineId/review", file: "routes/pipelines/editor/review.tsx" },
      { path: ":pipelineId/validate", file: "routes/pipelines/validate/validate.tsx" },
      { path: ":pipelineId/sample", file: "routes/pipelines/validate/sample.tsx" },
      { path: ":pipelineId/versions", file: "routes/pipelines/versions/versions.tsx" },
      { path: ":pipelineId/versions/compare", file: "routes/pipelines/versions/compare.tsx" },
      { path: ":pipelineId/delete", file: "routes/pipelines/list/delete.tsx" },
      { path: ":pipelineId/logs", file: "routes/pipelines/logs/list.tsx" },
      { path: ":pipelineId/logs/:pipelineLogId", file: "routes/pipelines/logs/run.tsx" },
    ],
  },
  {
    path: "global-envs",
    file: "routes/pipelines/envs/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/pipelines/envs/new.tsx" },
      { path: ":envKey", file: "routes/pipelines/envs/edit.tsx" },
      { path: ":envKey/delete", file: "routes/pipelines/envs/delete.tsx" },
    ],
  },
  { path: "configure-search-engine-backend", file: "routes/pipelines/search-engine.tsx", on: ["cluster"] },
];

/** Addresses without a page. */
export const resources = [
  { path: "resources/pipelines/:pipelineId/export", file: "routes/pipelines/archive/export.ts" },
];
