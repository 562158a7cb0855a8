import { getLog } from "~/services/data/logs/get.server";
import type { LogRecord } from "~/services/data/logs/record.server";
import type { Scope } from "~/session/scope.server";

/** One record, or the 404 of the frame. Throws BackendError. */
export async function requireLog(scope: Scope, id: string): Promise<LogRecord> {
  const record = await getLog(scope, id);
  if (record === undefined)
    throw new Response(
      "There is no request of this ID in the log. It may have been removed since; servers before 7.58.0 do not give out single requests.",
      {
        status: 404,
      },
    );
  return record;
}
