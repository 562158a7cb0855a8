import { importKind } from "~/services/import/run/kind.server";
import { deleteByQueryKind } from "./delete-by-query/kind.server";
import { updateByQueryKind } from "./update-by-query/kind.server";
import type { Kind } from "./kind.server";
import { cloneKind, reindexKind } from "./reindex/kind.server";

/** Every kind of job that this console runs. */
export const kinds: readonly Kind[] = [importKind(), deleteByQueryKind, updateByQueryKind, reindexKind, cloneKind];

/** The kind of a job; undefined for one that another version of the console made. */
export function kindOf({ kind }: { kind: string }): Kind | undefined {
  return kinds.find(({ name }) => name === kind);
}
