import { appLevel, clusterLevel, type LevelRef, screenPath } from "~/navigation/paths";

type Thing = { kind: string; resource: string; index_name: string | null; verb: string };

/** The screen of what a change was made to; the log where it has none. */
export function placeOf(at: LevelRef, { kind, resource, index_name: index, verb }: Thing): string {
  if (index === null) return screenPath(at, "changes");
  // What was added is gone once that is undone.
  if (kind === "document" && resource !== "" && verb !== "add") return screenPath(appLevel(index), "browse", { rest: [resource] });
  if (kind === "document") return screenPath(appLevel(index), "browse");
  return kind === "index" ? screenPath(clusterLevel) : screenPath(at, "changes");
}
