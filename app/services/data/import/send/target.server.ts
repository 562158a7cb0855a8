import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError, readBody } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { StoppedError } from "~/services/platform/jobs/kind.server";

/** An answer of the server to one call; status 0 when there was none, `text` saying why. */
export type TargetAnswer = { status: number; text: string; retryAfter: number | null };

/** Where rows go. */
export type Target = {
  bulk: (options: { body: string; signal: AbortSignal }) => Promise<TargetAnswer>;
  refresh: () => Promise<void>;
};

// A busy server may take long over a full piece; giving up early would only send it again.
const BULK_TIMEOUT_MS = 120_000;

/** The bulk calls of one index over the console's HTTP client, which must not be bound to a browser's request. */
export function indexTarget({ http, index }: { http: BackendClient; index: string }): Target {
  async function bulk({ body, signal }: { body: string; signal: AbortSignal }): Promise<TargetAnswer> {
    try {
      const response = await http.open({
        method: "POST",
        path: apiPath`/${index}/_bulk`,
        body,
        contentType: "application/x-ndjson",
        timeout: BULK_TIMEOUT_MS,
        signal,
      });
      const text = await response.text();
      const away =
        response.status < 400 ? undefined : await http.engineAwayIn({ status: response.status, body: readBody(text) });
      if (away !== undefined)
        return {
          status: 0,
          text: "The search server is there, but the cluster behind it cannot be reached.",
          retryAfter: null,
        };
      const after = Number(response.headers.get("retry-after") ?? "");
      return { status: response.status, text, retryAfter: after > 0 ? after : null };
    } catch (error) {
      // Who may not call it any more does not try again.
      if (error instanceof StoppedError) throw error;
      const message = isBackendError(error) ? error.message : "The answer broke off.";
      return { status: 0, text: message, retryAfter: null };
    }
  }

  async function refresh() {
    await http.send({ method: "POST", path: apiPath`/${index}/_refresh`, timeout: BULK_TIMEOUT_MS });
  }

  return { bulk, refresh };
}
