import { type EngineError, illegalArgument } from "../errors";
import type { FieldType } from "./types";

/** The words by which Elasticsearch refuses sorting and aggregating on text. */
export function fielddataError(field: string): EngineError {
  return illegalArgument(
    `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

/** Refuses fields that have no values by document. */
export function requireDocValues(field: FieldType): void {
  if (field.kind === "text" && !field.fielddata) throw fielddataError(field.path);
  if (!field.docValues && field.kind !== "text")
    throw illegalArgument(
      `Can't load fielddata on [${field.path}] because fielddata is unsupported on fields of type [${field.type}]. Use doc values instead.`,
    );
}
