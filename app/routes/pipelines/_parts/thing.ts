import { thing } from "~/navigation/thing";

/** What a page's loader tells of the name of its pipeline. */
export function nameIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const parts = [
    data,
    "head" in data ? data.head : null,
    "page" in data ? data.page : null,
    "review" in data ? data.review : null,
  ];
  for (const part of parts)
    if (typeof part === "object" && part !== null && "name" in part && typeof part.name === "string") return part.name;
  return undefined;
}

/** What answers a path in the place of the server's own routes. */
export const pipelines = thing({
  screen: "pipelines",
  noun: "pipeline",
  plural: "pipelines",
  title: "Pipelines",
  pages: ["new", "import", "validate", "sample", "versions", "logs", "review", "delete"],
  nameIn,
});

/** Values that all pipelines may use. */
export const globalEnvs = thing({
  screen: "global-envs",
  noun: "global variable",
  plural: "global variables",
  title: "Global variables",
  pages: ["new", "delete"],
});
