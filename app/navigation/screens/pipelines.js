// The section Pipelines.

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  { path: "configure-search-engine-backend", file: "routes/pipelines/search-engine.tsx", on: ["cluster"] },
];
