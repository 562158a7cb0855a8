import { createHash } from "node:crypto";
import { candidateFields, defaultColumns } from "~/lib/data/documents/values";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import type { Scope } from "~/session/scope.server";
import { settle } from "~/services/platform/http/settle.server";
import { searchDocuments } from "./search.server";

const SAMPLE = 50;
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 500;

type Bound = Pick<Scope, "http" | "session">;
type Of = { index: string; fields: readonly MappingField[] };

type Sampled = {
  columns: string[];
  /** False where there was nothing to see: the choice must not outlast the first documents. */ lasts: boolean;
};

const kept = new Map<string, { at: number; sampled: Promise<Sampled> }>();

/**
 * The columns of an index when nobody chose: from its mapping and a sample of its documents, whatever page, order or
 * filters one looks at. Kept for ten minutes for each user, for a field may be hidden from one of them; a changed
 * mapping is another key.
 */
export async function defaultColumnsOf(scope: Bound, of: Of): Promise<string[]> {
  const { url, username } = scope.session;
  const mapping = createHash("sha256");
  for (const { path, type } of of.fields) mapping.update(`${path}:${type};`);
  const key = JSON.stringify([url, username, of.index, mapping.digest("base64url")]);
  const found = kept.get(key);
  if (found && Date.now() - found.at < KEPT_MS) return (await found.sampled).columns;
  const sampled = chosenBySample(scope, of);
  kept.delete(key);
  kept.set(key, { at: Date.now(), sampled });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  const { columns, lasts } = await sampled;
  if (!lasts) kept.delete(key);
  return columns;
}

async function chosenBySample({ http }: Bound, { index, fields }: Of): Promise<Sampled> {
  const read = candidateFields(fields).map((field) => field.path);
  const asked = await settle(
    searchDocuments({ http }, { index, body: { size: SAMPLE, track_total_hits: false, _source: read } }),
  );
  const sources = asked.ok ? asked.value.hits.map((hit) => hit.source) : [];
  return { columns: defaultColumns(fields, sources), lasts: sources.length > 0 };
}
