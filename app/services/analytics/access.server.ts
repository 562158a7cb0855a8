import * as z from "zod";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { askReport, everybody } from "./ask.server";

/**
 * Whether the server still lets this credential read analytics here; true too where it does not answer at all, which
 * the page's own calls then tell.
 */
export async function mayReadAnalytics(scope: Scope): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const day = new Date(now).toISOString().slice(0, 10);
  const range = { from: now - 1000, to: now, zone: "UTC", days: { from: day, to: day } };
  try {
    await askReport(scope, {
      report: "popular-searches",
      query: { range, ...everybody },
      schema: z.unknown(),
      more: { size: 1 },
    });
    return true;
  } catch (error) {
    return !(isBackendError(error, 401) || isBackendError(error, 403));
  }
}
