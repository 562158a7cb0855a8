import * as z from "zod";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Change } from "~/services/platform/changes/types";
import type { BackendAnswer } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { searchDocuments } from "./search.server";

/** A deleted document, as it was stored. */
export const keptDocument = z.object({ id: z.string(), routing: z.string().optional(), source: z.string() });
export type KeptDocument = z.output<typeof keptDocument>;

/** How many were restored, and how many were not, for there is a document with their ID again. */
export type Restored = { restored: number; taken: number };

/** Characters of one call at most, and IDs of one search. */
const MOST_SENT = 4_000_000;
const MOST_ASKED = 1000;
const SPARE = 20;
const TIMEOUT = 2 * 60_000;

/** Tells two documents of one index apart. */
export const documentKey = ({ id, routing }: { id: string; routing?: string | null | undefined }) =>
  JSON.stringify([id, routing ?? null]);

/**
 * The keys of the documents that exist now. What a search does not find yet is not overwritten either:
 * `toRestoreDocuments` only creates. Throws BackendError.
 */
export async function storedKeys(
  scope: Pick<Scope, "http">,
  { index, documents }: { index: string; documents: readonly KeptDocument[] },
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < documents.length; at += MOST_ASKED) {
    const values = documents.slice(at, at + MOST_ASKED).map(({ id }) => id);
    const { hits } = await searchDocuments(scope, {
      index,
      body: { query: { ids: { values } }, size: values.length + SPARE, _source: false },
    });
    for (const hit of hits) found.add(documentKey(hit));
  }
  return found;
}

/**
 * The lines of a `_bulk` that creates one. Line breaks stand only between the parts of a JSON text, never in one: a
 * space does as well.
 */
const linesOf = ({ id, routing, source }: KeptDocument) =>
  `${JSON.stringify({ create: { _id: id, ...(routing === undefined ? {} : { routing }) } })}\n${source.replace(/[\r\n]+/g, " ")}\n`;

function bodiesOf(documents: readonly KeptDocument[]): string[] {
  const bodies: string[] = [];
  let body = "";
  for (const lines of documents.map(linesOf)) {
    if (body !== "" && body.length + lines.length > MOST_SENT) {
      bodies.push(body);
      body = "";
    }
    body += lines;
  }
  return [...bodies, body];
}

const errorSchema = z.union([
  z.string(),
  z.object({ reason: z.string().nullish() }).transform(({ reason }) => reason ?? ""),
]);
const answerSchema = z.object({
  items: z.array(z.object({ create: z.object({ status: z.number(), error: errorSchema.optional() }) })),
});

function readItems({ body, failed }: BackendAnswer) {
  const found = answerSchema.safeParse(body);
  if (!found.success) throw failed("malformed");
  return found.data.items.map(({ create }) => create);
}

/**
 * Creates deleted documents, none over one that is there. Throws BackendError where the engine takes some of them no
 * more; the others are restored.
 */
export function toRestoreDocuments({
  index,
  documents,
}: {
  index: string;
  documents: readonly KeptDocument[];
}): Change<Restored> {
  const bodies = bodiesOf(documents);
  const requestOf = (body: string) => ({
    method: "POST" as const,
    path: apiPath`/${index}/_bulk`,
    query: { refresh: "wait_for" },
    body,
    contentType: "application/x-ndjson",
    timeout: TIMEOUT,
  });
  return {
    noun: "documents",
    right: "documents:write",
    resource: { kind: "document", id: "", name: index, index },
    verb: "restore",
    request: requestOf(bodies.join("")),
    read: () => ({ restored: 0, taken: 0 }),
    async call(http) {
      const counts = { restored: 0, taken: 0 };
      for (const body of bodies) {
        const answer = await http.send(requestOf(body));
        const items = readItems(answer);
        counts.restored += items.filter(({ status }) => status < 300).length;
        counts.taken += items.filter(({ status }) => status === 409).length;
        const refused = items.filter(({ status }) => status >= 300 && status !== 409);
        if (refused.length > 0) throw answer.failed("status", { status: 400, detail: refusal({ refused, counts }) });
      }
      return counts;
    },
    // What exists again is told by the summary.
    came: ({ taken }) => (taken === 0 ? { kind: "all" } : { kind: "part", message: "" }),
    summary: ({ restored, taken }) =>
      `${countOf(restored, "document")}${taken === 0 ? "" : `, ${formatNumber(taken)} exist again`}`,
  };
}

type Refused = { refused: readonly { error?: string | undefined }[]; counts: Restored };

/** What is restored stays so, and another undo goes on with the rest. */
function refusal({ refused, counts }: Refused) {
  const why = refused.find(({ error }) => error)?.error ?? "it does not say why";
  return `${why} (${countOf(refused.length, "document")} refused, ${formatNumber(counts.restored)} restored)`;
}
