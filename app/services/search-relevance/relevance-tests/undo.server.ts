import { parseJson } from "@common/text/json";
import * as z from "zod";
import { RelevanceTestSchema } from "~/services/search-relevance/relevance-tests/records.server";
import { testsOf, toChangeTests } from "~/services/search-relevance/relevance-tests/changes.server";
import { getRelevanceTest } from "~/services/search-relevance/relevance-tests/store.server";
import { notChanged, type UndoKind, undoKind } from "../../platform/changes/undo-kind.server";

const removal = z.object({ id: z.string(), version: z.number() });
const wayBack = z.object({
  index: z.string(),
  put: z.array(removal.extend({ past: z.number().optional(), test: RelevanceTestSchema })),
  remove: z.array(removal),
});

/** Puts relevance tests back as they were, where nobody has saved or deleted them since. */
const setTests = undoKind(z.string(), (scope, kept) => {
  const { index, put, remove } = wayBack.parse(parseJson(kept));
  const of = testsOf(scope, index);
  const versionNow = (id: string) => getRelevanceTest(scope.context.config, { ...of, id })?.version ?? 0;
  const ready = [...put, ...remove].every(({ id, version }) => versionNow(id) === version);
  const [only] = put;
  const label = put.length + remove.length === 1 ? only?.test.label : undefined;
  return Promise.resolve({
    ready,
    note: ready
      ? notChanged
      : "The relevance tests have been changed since. Undo would overwrite that change, so it is off.",
    change: toChangeTests(scope, {
      index,
      verb: remove.length > 0 && put.length === 0 ? "delete" : "restore",
      put,
      remove,
      ...(label !== undefined && { label }),
    }),
  });
});

export const testUndoKinds: Record<string, UndoKind> = { "set-relevance-tests": setTests };
