import { BundleSchema } from "@common/settings-bundle/schema";
import type { Bundle } from "@common/settings-bundle/schema";
import * as z from "zod";
import { addDraft, getDraft } from "~/services/store/draft-store.server";
import type { Scope } from "~/session/scope.server";

// Between upload, review and result: kept by this session, and gone after a day.

const FILE = "settings-file";
const RESULT = "settings-file-result";

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

type Asking = { index: string; request: Request };
const draftIn = (request: Request) => new URL(request.url).searchParams.get("draft");

/** Keeps a bundle and returns its id. */
export const keepBundle = (scope: Scope, { index, bundle, from }: { index: string; bundle: Bundle; from: string }) =>
  addDraft(scope, { kind: FILE, index, value: { bundle, from } });

/** The bundle that an address names; undefined where it is no longer kept. */
export function keptBundle(scope: Scope, { index, request }: Asking) {
  const id = draftIn(request);
  const kept = getDraft(scope, { id, kind: FILE, index, schema: fileSchema });
  return kept && id !== null ? { id, ...kept } : undefined;
}

export const keepResult = (scope: Scope, { index, result }: { index: string; result: Result }) => addDraft(scope, { kind: RESULT, index, value: result });

export const keptResult = (scope: Scope, { index, request }: Asking) => getDraft(scope, { id: draftIn(request), kind: RESULT, index, schema: resultSchema });
