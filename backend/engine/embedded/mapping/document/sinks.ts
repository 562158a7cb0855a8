import type { FieldValues } from "../../store/types";
import type { FieldType } from "../types";
import { type Collected, emptyCollected, toFieldValues } from "../values";

/** What was read so far, by field. */
export type Sink = Map<string, { field: FieldType; collected: Collected }>;
/** What of a field was read, empty at first. */
export function collectedOf(sink: Sink, field: FieldType): Collected {
  let entry = sink.get(field.path);
  if (!entry) sink.set(field.path, (entry = { field, collected: emptyCollected() }));
  return entry.collected;
}

/** The values of a sink as they are stored. */
export function finish(sink: Sink): Map<string, FieldValues> {
  const fields = new Map<string, FieldValues>();
  for (const [path, { field, collected }] of sink) {
    const values = toFieldValues(collected, field);
    if (values) fields.set(path, values);
  }
  return fields;
}
