import * as z from "zod";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { type Reader, toldWords } from "@backend/gateway/platform/fields/readers";
import { namesClause, ownRecords } from "@backend/gateway/platform/access/index-clauses";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { eventField, eventOfField } from "../event-fields";
import { type ReportParts, searchRecords } from "./scope";

/** Values that are proposed at a time. */
const MOST_VALUES = 10;

const MappingSchema = z.record(
  z.string(),
  z.object({ mappings: z.object({ properties: z.record(z.string(), z.unknown()).default({}) }) }),
);
const LabelsSchema = z.object({ aggregations: z.record(z.string(), z.object({ doc_count: z.number() })).default({}) });
const ValuesSchema = z.object({
  aggregations: z.object({ values: z.object({ buckets: z.array(z.object({ key: z.string() })) }) }),
});

type Asked = { caller: Caller; reader: Reader | null; signal: AbortSignal };
/**
 * `own`: clauses of what the caller did himself, where he may not see who else there is; `indices`: those of the
 * searches that count, null for all.
 */
type AskedValues = Asked & { label: string; prefix: string; own: object[]; indices: readonly string[] | null };

/** Names of the custom events that searches which the caller may see were made with. */
export async function filterLabels(parts: ReportParts, { caller, reader, signal }: Asked): Promise<string[]> {
  const { engine, places } = parts;
  const path = `/${places.of(SYSTEM.analytics).definition.name}/_mapping`;
  const mappings = MappingSchema.parse((await callEngine(engine, { method: "GET", path, signal })).body);
  const isTold = (name: string) => {
    const event = eventOfField(name);
    return event !== null && toldWords(event, reader) !== "";
  };
  const names = new Set(
    Object.values(mappings).flatMap(({ mappings: { properties } }) => Object.keys(properties).filter(isTold)),
  );
  if (names.size === 0) return [];
  // By their place: a name may hold signs that names of aggregations may not.
  const all = [...names];
  const aggs = Object.fromEntries(all.map((name, at) => [`l${at}`, { filter: { exists: { field: name } } }]));
  const { aggregations } = await searchRecords(parts, {
    scope: { filter: ownRecords(caller), signal },
    body: { aggs },
    schema: LabelsSchema,
  });
  return all
    .filter((_, at) => (aggregations[`l${at}`]?.doc_count ?? 0) > 0)
    .flatMap((name) => eventOfField(name) ?? []);
}

/** The values of a custom event, of `user_id` or of `ip` that begin with a text, the most frequent first. */
export async function filterValues(
  parts: ReportParts,
  { label, prefix, own, indices, caller, reader, signal }: AskedValues,
): Promise<string[]> {
  if (toldWords(label, reader) === "") return [];
  const isPerson = label === "user_id" || label === "ip";
  const field = isPerson ? label : eventField(label);
  const about = indices === null ? [] : [namesClause(indices)];
  const filter = [
    ...ownRecords(caller),
    ...about,
    ...(isPerson ? own : []),
    ...(prefix === "" ? [] : [{ prefix: { [field]: { value: prefix } } }]),
  ];
  // A search may hold several values of an event, of which only one begins so.
  const size = prefix === "" ? MOST_VALUES : 1000;
  const body = { aggs: { values: { terms: { field, size } } } };
  const { aggregations } = await searchRecords(parts, { scope: { filter, signal }, body, schema: ValuesSchema });
  return aggregations.values.buckets
    .map(({ key }) => key)
    .filter((key) => key.startsWith(prefix) && !reader?.isNamed(key))
    .slice(0, MOST_VALUES);
}
