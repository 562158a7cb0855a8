import * as z from "zod";
import type { EngineResponse } from "@backend/engine/port";
import { type ErrorCause, HttpError, statusText } from "./errors";

type RawCause = {
  type?: string | undefined;
  reason?: string | null | undefined;
  line?: number;
  col?: number;
  index?: string;
  caused_by?: RawCause | undefined;
};

const CauseSchema: z.ZodType<RawCause> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    reason: z.string().nullish(),
    line: z.number().optional().catch(undefined),
    col: z.number().optional().catch(undefined),
    index: z.string().optional().catch(undefined),
    caused_by: CauseSchema.optional().catch(undefined),
  }),
);

const ErrorBodySchema = z.looseObject({
  error: z.intersection(
    CauseSchema,
    z.looseObject({
      root_cause: z.array(CauseSchema).optional().catch(undefined),
      failed_shards: z
        .array(z.looseObject({ reason: CauseSchema }))
        .optional()
        .catch(undefined),
    }),
  ),
});

// Changes by query name what stopped them in a list, with no `error` (Elasticsearch 7.10, `BulkByScrollResponse`).
const FailuresSchema = z.looseObject({ failures: z.array(z.looseObject({ cause: CauseSchema })).min(1) });

const PLACE = /\[(\d+):(\d+)\]/;
// JSON parsers name the place at the end of their sentence: `line: 1, column: 10`.
const JACKSON_PLACE = /line: (\d+), column: (\d+)/;

// Elasticsearch calls these its own failures, but a body of the wrong shape makes them.
const CALLERS_FAULT = new Set(["settings_exception", "class_cast_exception"]);

function innermost(cause: RawCause): RawCause {
  let inner = cause;
  for (let depth = 0; depth < 10 && inner.caused_by?.type && inner.caused_by.reason; depth++) inner = inner.caused_by;
  return inner;
}

function toCause(raw: RawCause): ErrorCause {
  const inner = innermost(raw);
  const reason = inner.reason ?? raw.reason ?? "";
  const named = PLACE.exec(raw.reason ?? "") ?? PLACE.exec(reason) ?? JACKSON_PLACE.exec(reason);
  const line = inner.line ?? raw.line ?? (named ? Number(named[1]) : undefined);
  const column = inner.col ?? raw.col ?? (named ? Number(named[2]) : undefined);
  return {
    type: inner.type ?? raw.type ?? "",
    reason,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(raw.index === undefined ? {} : { index: raw.index }),
  };
}

/**
 * The engine's refusal in the server's words: `elastic: Error 404 (Not Found): no such index [books]
 * [type=index_not_found_exception]`, without the second part where the engine names no type. What that sentence loses
 * (which shard failed and why) is kept as `cause`.
 */
export function engineError(response: EngineResponse): HttpError {
  const body = parseLeniently(response.body);
  const listed = FailuresSchema.safeParse(body);
  const parsed = ErrorBodySchema.safeParse(listed.success ? { error: listed.data.failures[0]?.cause } : body);
  const status =
    response.status === 500 && parsed.success && CALLERS_FAULT.has(parsed.data.error.type ?? "")
      ? 400
      : response.status;
  const head = `elastic: Error ${status} (${statusText(status)})`;
  if (!parsed.success || !parsed.data.error.type) return new HttpError(status, head, { cause: plainCause(response) });
  const { error } = parsed.data;
  const sentence = error.reason ? `${head}: ${error.reason} [type=${error.type}]` : head;
  const root = error.root_cause?.[0] ?? error.failed_shards?.[0]?.reason;
  const cause = error.caused_by || !root ? toCause(error) : toCause(root);
  return new HttpError(status, sentence, { cause });
}

/** The engine's refusal as `cause` alone, for answers that keep a message of their own. */
export function causeOf(response: EngineResponse): ErrorCause | undefined {
  return engineError(response).detail;
}

// Unsupported paths are refused with a bare sentence under `error`.
function plainCause(response: EngineResponse): ErrorCause | undefined {
  const parsed = z.looseObject({ error: z.string() }).safeParse(parseLeniently(response.body));
  return parsed.success ? { type: "unsupported", reason: parsed.data.error } : undefined;
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
