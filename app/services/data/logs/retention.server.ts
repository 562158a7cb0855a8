import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

const PATH = "/_logs/retention";
const limits = { days: z.number(), records: z.number(), bytes: z.number() };
export const limitsSchema = z.object(limits);
/** How much of the request log is kept; whichever is reached first counts. */
export type LogLimits = z.output<typeof limitsSchema>;

const retentionSchema = z.object({
  ...limits,
  /** What the operator of the back end has set, or its default. */
  usual: limitsSchema,
  held: z.object({ records: z.number(), bytes: z.number(), oldest: z.number().nullable() }),
  /**
   * What these limits remove of it, and the moment in ms from which all requests stay; a back end of before does not
   * say.
   */
  removes: z.object({ records: z.number(), bytes: z.number(), from: z.number().nullable() }).optional(),
});
export type LogRetention = z.output<typeof retentionSchema>;

/**
 * How much of the request log is kept, and how much there is; with `limits`, what would be removed under these. Null
 * where the server does not say: only our own back end does. Throws BackendError.
 */
export async function getRetention({ http }: Pick<Scope, "http">, limits?: LogLimits): Promise<LogRetention | null> {
  const query = limits && { days: String(limits.days), records: String(limits.records), bytes: String(limits.bytes) };
  return whereOffered(http.call({ path: PATH, schema: retentionSchema, ...(query && { query }) }));
}

/** The limits alone, without what the log holds. */
export function onlyLimits({ days, records, bytes }: LogLimits): LogLimits {
  return { days, records, bytes };
}

/** What new limits remove that those of now would leave; null where that is nothing. */
export function removedBy({ removes }: LogRetention, now: LogRetention): NonNullable<LogRetention["removes"]> | null {
  return removes !== undefined && removes.records > (now.removes?.records ?? 0) ? removes : null;
}

/** Sets how much of the request log is kept. What is beyond goes within minutes, for good. */
export function toSetRetention({ limits: to, before }: { limits: LogLimits; before: LogLimits }): Change<LogRetention> {
  return {
    resource: { kind: "request-log", id: "retention", name: "Request log retention" },
    verb: "update",
    noun: "request log retention",
    right: "logs:write",
    request: { method: "PUT", path: PATH, json: to },
    before,
    after: to,
    read: (answer) => {
      const parsed = retentionSchema.safeParse(answer.body);
      if (!parsed.success) throw answer.failed("malformed");
      return parsed.data;
    },
    stored: async (http) => {
      const now = await getRetention({ http });
      return now === null ? undefined : onlyLimits(now);
    },
    undo: () => ({ kind: "set-log-retention", value: { limits: before, set: to } }),
  };
}
