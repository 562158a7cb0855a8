import * as z from "zod";
import { parseInstant } from "~/lib/values/dates";
import { rowsOf } from "~/services/analytics/wire.server";
import { maskedBody } from "~/services/data/logs/body-view.server";
import { textOrJson } from "~/services/data/logs/record.server";
import { searchedIn } from "~/services/data/search/recorded.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import type { RunKind } from "./words";

// Contract 40, 1.5: `GET /_pipeline/{id}/logs`.

/** No run beyond this one can be asked for. */
export const DEEPEST = 10_000;

/** A run in a line. Times in ms; null where the server tells none. */
export type RunRow = {
  id: string;
  at: number | null;
  method: string;
  path: string;
  /** What was searched for, where its body is a search. */
  words: string | null;
  category: string;
  code: number;
  took: number | null;
  version: number | null;
  /** The first stage that failed; our own back end alone tells it in a list. */
  failed: string | null;
};

const text = z.string().catch("");
export const figure = z.coerce.number().nullish().catch(null);
/** A time as servers tell it: in words, or as a number. */
export const instant = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) => (value == null ? null : (parseInstant(value) ?? null)));

const rowSchema = z
  .object({
    id: z.string(),
    timestamp: instant,
    category: text,
    route: text,
    took: figure,
    version: figure,
    request: z.object({ method: text, uri: text, body: textOrJson }).catch({ method: "", uri: "", body: "" }),
    response: z.object({ code: z.coerce.number().catch(0) }).catch({ code: 0 }),
    failed_stage: z.object({ id: z.string() }).nullish().catch(null),
  })
  .transform(({ id, timestamp, category, route, took, version, request, response, failed_stage }): RunRow => {
    const words = searchedIn(request.body)?.q ?? "";
    return {
      id,
      at: timestamp,
      method: request.method,
      path: maskedBody(request.uri === "" ? route : request.uri),
      words: words === "" ? null : words,
      category,
      code: response.code,
      took: took ?? null,
      version: version ?? null,
      failed: failed_stage?.id ?? null,
    };
  });
const listSchema = z.object({ total: z.coerce.number().catch(0), logs: rowsOf(rowSchema) });

/** A page of the runs of a pipeline that were kept, the newest first. Throws BackendError. */
export async function listRuns(
  { http }: Pick<Scope, "http">,
  { id, kind, from, size }: { id: string; kind: RunKind | ""; from: number; size: number },
): Promise<{ rows: RunRow[]; total: number }> {
  const query = { size, from, ...(kind !== "" && { category: kind }) };
  const { logs, total } = await http.call({ path: apiPath`/_pipeline/${id}/logs`, query, schema: listSchema });
  return { rows: logs, total };
}
