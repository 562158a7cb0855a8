import type { Context } from "@backend/gateway/platform/http/types";

/** The header that asks for what each stage did, and tells how it was answered. */
const HEADER = "x-pipeline-trace";

/** Whether a call asks for it: by the one value `true`. */
export const asksTrace = ({ headers }: Pick<Context, "headers">): boolean => headers[HEADER] === "true";

/** Headers without that one: no stage sees it, so that nothing but the trace differs by it. */
export const untraced = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== HEADER));
