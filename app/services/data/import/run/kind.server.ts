import { rm } from "node:fs/promises";
import { countOf } from "~/lib/values/numbers";
import { defineKind, type Kind, StoppedError, type Tools } from "~/services/platform/jobs/kind.server";
import { indexTarget, type Target } from "../send/target.server";
import type { setUpSearch } from "./set-up.server";
import { importSchemas, noProgress, type ImportInput } from "./import-store.server";
import { runJob } from "./run-job.server";

const PATIENCE_MS = 60 * 60_000;

export type ImportKindOptions = {
  targetOf?: (tools: Tools) => Target;
  patienceMs?: number;
  /** What sets up search at the end; not given in a place that has no search settings. */
  setUp?: typeof setUpSearch;
};

/** Imports as a kind of job: one step, which notes every piece itself, for pieces go out side by side. */
export function importKind({
  targetOf = ({ http, row }) => indexTarget({ http: http(), index: row.target }),
  patienceMs = PATIENCE_MS,
  setUp,
}: ImportKindOptions = {}): Kind {
  return defineKind({
    name: "import",
    label: "Import",
    right: "develop",
    unit: "bytes",
    schemas: importSchemas,
    prepare: async ({ row }) => Promise.resolve({ progress: noProgress, total: row.total }),
    async step(run) {
      const target = targetOf(run);
      try {
        const plan = planOf(run.input);
        const { progress, done, problem } = await runJob({ run, target, plan, patienceMs });
        const made = await setUp?.(run, { plan, indexed: progress.indexed });
        return { progress, done, result: { problem, ...(made && { setUp: made }) } };
      } catch (error) {
        throw isSystemError(error)
          ? new StoppedError(`The uploaded file could not be read any further (${error.code}).`)
          : error;
      }
    },
    describe: ({ row, progress }) => ({
      title: `Import ${row.label}`,
      detail: `into ${row.target}`,
      outcome: row.state === "draft" ? undefined : `${(progress?.indexed ?? 0).toLocaleString("en")} indexed`,
      made:
        progress === null || row.state === "draft"
          ? undefined
          : {
              done: progress.indexed,
              left: row.failed,
              words: `${countOf(progress.indexed, "document")} indexed${row.failed === 0 ? "" : `, ${countOf(row.failed, "row")} failed`}`,
            },
      unchanged:
        progress === null || progress.indexed === 0 ? "No rows were stored." : "Rows stored before stay in the index.",
      links: row.state === "done" ? [{ label: "Browse documents", screen: "browse" }] : [],
      page: { label: `Import ${row.label}`, screen: "import", rest: [row.id] },
    }),
    cleanUp: ({ path }) => rm(path, { force: true }),
  });
}

function planOf({ plan }: ImportInput) {
  if (!plan) throw new StoppedError("The import has no plan.");
  return plan;
}

/** An error of the disk or the file system; those of the console's own store are told apart before. */
function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code);
}
