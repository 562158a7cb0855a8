/** Tests of processes whose figures count: `npm test` runs them at the end, with nothing beside them. */
export const MEASURED = ["loop-stops", "remote-memory", "upload", "bounds/bounds"].map(
  (name) => `tests/system/${name}.test.ts`,
);
