import * as z from "zod";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { listIndices } from "./list.server";
import type { IndexRow } from "./index-row";

// `docs.count` of an engine counts each object of a nested field as a document. Our back end tells the documents beside
// it; of others they are asked for here, in one call for all. A search that returns nothing counts as `_count` does, at
// once where an index has no nested fields.

/** As many as a page shows at most. A longer list keeps the engine's figures; its page is asked for again by itself. */
const MOST_COUNTED = 100;
/** The list is worth more than its figures: it does not wait longer. */
const PATIENCE_MS = 5_000;

const total = z.union([z.number(), z.object({ value: z.number() }).transform(({ value }) => value)]);
const countsSchema = z.object({
  responses: z.array(
    z
      .object({ hits: z.object({ total }) })
      .nullable()
      .catch(null),
  ),
});

const isUncounted = ({ counted, open, documents }: IndexRow) =>
  counted !== true && open && documents !== null && documents > 0;

const askFor = ({ index }: IndexRow) => `${JSON.stringify({ index })}\n{"size":0,"track_total_hits":true}\n`;

/**
 * The rows with their documents counted; those of a long list, and where the server does not tell, as they are. Throws
 * nothing for a failed call.
 */
export async function countedRows({ http }: Pick<Scope, "http">, rows: readonly IndexRow[]): Promise<IndexRow[]> {
  const asked = rows.filter(isUncounted);
  if (asked.length === 0 || asked.length > MOST_COUNTED) return [...rows];
  const call = {
    path: "/_msearch",
    body: asked.map(askFor).join(""),
    contentType: "application/x-ndjson",
    timeout: PATIENCE_MS,
  } as const;
  const found = await settle(http.call({ method: "POST", ...call, schema: countsSchema }));
  if (!found.ok) return [...rows];
  const { responses } = found.value;
  const counts = new Map(asked.map(({ index }, at) => [index, responses[at]?.hits.total]));
  return rows.map((row) => {
    const documents = counts.get(row.index);
    return documents === undefined ? row : { ...row, documents, counted: true };
  });
}

/** As `listIndices`, counted. Throws BackendError. */
export async function listCountedIndices(scope: Pick<Scope, "http" | "identity">): Promise<IndexRow[]> {
  return countedRows(scope, await listIndices(scope));
}
