import { BundleSchema } from "@common/search-relevance/settings-bundle/schema";
import type { Bundle } from "@common/search-relevance/settings-bundle/schema";
import * as z from "zod";
import { draftId, draftsOf } from "~/services/platform/store/draft-store.server";
import type { Scope } from "~/session/scope.server";

// Between upload, review and result: kept by this session, and gone after a day.

const fileSchema = z.object({ bundle: BundleSchema, /** Where it came from, in words. */ from: z.string() });
const resultSchema = z.object({
  done: z.array(z.string()),
  refused: z.object({ says: z.string(), reason: z.string() }).nullable(),
  left: z.array(z.string()),
  ids: z.array(z.string()),
  deploy: z.boolean(),
  /** The file, for another try. */
  file: z.string(),
});
export type Result = z.output<typeof resultSchema>;

const files = draftsOf({ kind: "settings-file", schema: fileSchema });
const results = draftsOf({ kind: "settings-file-result", schema: resultSchema });

type Asking = { index: string; request: Request };

/** Keeps a bundle and returns its id. */
export const keepBundle = (scope: Scope, { index, bundle, from }: { index: string; bundle: Bundle; from: string }) =>
  files.add(scope, { bundle, from }, index);

/** The bundle that an address names; undefined where it is no longer kept. */
export function keptBundle(scope: Scope, { index, request }: Asking) {
  const id = draftId(request);
  const kept = files.get(scope, id, index);
  return kept && id !== null ? { id, ...kept } : undefined;
}

export const keepResult = (scope: Scope, { index, result }: { index: string; result: Result }) =>
  results.add(scope, result, index);

export const keptResult = (scope: Scope, { index, request }: Asking) => results.get(scope, draftId(request), index);
