import { encodeSegment } from "~/lib/address/ids";
import { type Query, queryString } from "~/navigation/paths";
import { thing } from "~/navigation/thing";

/** Searches of an index and what they are expected to find. */
export const relevanceTests = thing({
  screen: "relevance-tests",
  noun: "test",
  plural: "tests",
  title: "Relevance tests",
  pages: ["new", "run", "import", "searches", "history", "schedule", "delete"],
  nameIn: (data) =>
    typeof data === "object" && data !== null && "label" in data && typeof data.label === "string"
      ? data.label
      : undefined,
});

/** All of them as a file, or a run of them for a build server. */
export const testsFile = (index: string, file: "file" | "run.json" | "run.xml", query: Query = {}) =>
  `/resources/${encodeSegment(index)}/relevance-tests/${file}${queryString(query)}`;
