import { change } from "~/services/platform/changes/change.server";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { startJob } from "./jobs.server";
import { kindOf } from "./kinds.server";
import type { JobRow } from "./table.server";

const TOO_MANY = "Too many jobs are waiting. Try again when some have finished.";

type Start = {
  /** What the job does, as the one change that it is. */
  declared: Omit<Change, "call" | "job">;
  /**
   * Puts the job in the queue; its id, or null when too many wait already. `http` may write, for what has to be done
   * before.
   */
  start: (http: BackendClient) => Promise<string | null>;
};

/**
 * Starts a job through `change`: protected mode, right and log are as for any other. Its id; null when too many wait
 * already. Throws BackendError.
 */
export async function startAsChange(scope: Scope, { declared, start }: Start): Promise<string | null> {
  const { method, path } = declared.request;
  const asked: Change<string> = {
    ...declared,
    read: () => "",
    call: async (http) => {
      const id = await start(http);
      if (id !== null) return id;
      throw new BackendError({
        failure: { kind: "status", status: 429, method, path, requestId: scope.context.requestId, detail: TOO_MANY },
      });
    },
    summary: () => declared.summary?.(undefined),
    undo: () => undefined,
    job: (id) => id,
  };
  try {
    return (await change(scope, asked)).value;
  } catch (error) {
    if (isBackendError(error, 429) && error.failure.detail === TOO_MANY) return null;
    throw error;
  }
}

/** Resumes an interrupted job as this session's user. As `startAsChange`. */
export async function resumeJob(scope: Scope, row: JobRow): Promise<string | null> {
  const { id, target, label } = row;
  return startAsChange(scope, {
    declared: {
      resource: { kind: "index", id: target, index: target },
      verb: "resume",
      noun: "job",
      right: "documents:write",
      request: { method: "POST", path: kindOf(row)?.path?.(row) ?? apiPath`/${target}/_bulk` },
      read: () => undefined,
      summary: () => label,
    },
    start: async () => (startJob(scope, id) ? id : null),
  });
}
