import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";

type Draft = { id: string; /** Empty while no index was chosen. */ app: string };

/** Where the index of an upload is chosen. */
export function targetPath({ id }: Pick<Draft, "id">): string {
  return screenPath(clusterLevel, "import", { rest: [id, "target"] });
}

/**
 * The page on which an upload goes on: its index, or its fields once it has one. `given`: it was sent at its index, so
 * that choosing one is no step of its import.
 */
export function draftPath(draft: Draft, { given = false }: { given?: boolean } = {}): string {
  return draft.app === ""
    ? targetPath(draft)
    : screenPath(appLevel(draft.app), "import", {
        rest: [draft.id, "fields"],
        query: given ? { given: "1" } : {},
      });
}
