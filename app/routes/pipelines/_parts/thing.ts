import { thing } from "~/navigation/thing";

/** What answers a path in the place of the server's own routes. */
export const pipelines = thing({
  screen: "pipelines",
  noun: "pipeline",
  plural: "pipelines",
  title: "Pipelines",
  pages: ["new", "validate", "versions", "logs", "review", "delete"],
});

/** Values that all pipelines may use. */
export const globalEnvs = thing({
  screen: "global-envs",
  noun: "global variable",
  plural: "global variables",
  title: "Global variables",
  pages: ["new", "delete"],
});
