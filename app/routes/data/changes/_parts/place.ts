import { documentPath } from "~/navigation/document-paths";
import { appLevel, clusterLevel, type LevelRef, screenPath } from "~/navigation/paths";

type Thing = {
  kind: string;
  resource: string;
  index_name: string | null;
  verb: string;
  /** Of a document that is stored with one. */ routing: string | undefined;
};

/** The screen of what a change was made to; the log where it has none. */
export function placeOf(at: LevelRef, { kind, resource, index_name: index, verb, routing }: Thing): string {
  if (kind === "insight") return screenPath(index === null ? clusterLevel : appLevel(index), "analytics/insights");
  if (index === null) return screenPath(at, "changes");
  // What was added is gone once that is undone.
  if (kind === "document" && resource !== "" && verb !== "add")
    return documentPath(appLevel(index), { id: resource, routing });
  if (kind === "document") return screenPath(appLevel(index), "browse");
  if (kind === "relevance-test") return screenPath(appLevel(index), "relevance-tests");
  return kind === "index" ? screenPath(clusterLevel) : screenPath(at, "changes");
}
