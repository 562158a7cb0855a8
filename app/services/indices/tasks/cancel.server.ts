import { isJsonObject } from "@common/text/json";
import type { Change } from "~/services/platform/changes/types";
import { apiPath } from "~/services/platform/http/path";

/**
 * Asks a running task to stop. What it has done stays done, so there is no way back. Answers 404 for one that runs no
 * longer.
 */
export function toCancelTask({ id, action }: { id: string; action: string }): Change<void> {
  return {
    resource: { kind: "task", id },
    verb: "end",
    noun: "task",
    right: "tasks:write",
    request: { method: "POST", path: apiPath`/_tasks/${id}/_cancel` },
    read({ body, failed }) {
      if (!isJsonObject(body)) throw failed("malformed");
      const [failure] = [body["node_failures"], body["task_failures"]].flatMap((list) =>
        Array.isArray(list) ? list : [],
      );
      if (failure !== undefined) throw failed("status", { status: 404, detail: `Task ${id} runs no longer.` });
      if (!isJsonObject(body["nodes"])) throw failed("malformed");
    },
    summary: () => action,
  };
}
