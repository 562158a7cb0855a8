// The section Pipelines.

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "pipelines",
    file: "routes/pipelines/list/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/pipelines/editor/new.tsx" },
      { path: ":pipelineId", file: "routes/pipelines/editor/pipeline.tsx" },
      { path: ":pipelineId/review", file: "routes/pipelines/editor/review.tsx" },
      { path: ":pipelineId/delete", file: "routes/pipelines/list/delete.tsx" },
    ],
  },
  { path: "configure-search-engine-backend", file: "routes/pipelines/search-engine.tsx", on: ["cluster"] },
];
