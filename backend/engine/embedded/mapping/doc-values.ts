import { EngineError, illegalArgument } from "../errors";
import type { FieldType } from "./types";

/** The words by which Elasticsearch refuses sorting and aggregating on text. */
export function fielddataError(field: string): EngineError {
  return illegalArgument(
    `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

function vectorError({ path, type }: FieldType, use: "order" | "values"): EngineError {
  if (type === "dense_vector")
    return illegalArgument(`Field [${path}] of type [dense_vector] doesn't support docvalue_fields or aggregations`);
  const reason =
    use === "order"
      ? "knn vector field doesn't support this operation"
      : `knn vector field '${path}' doesn't support sorting`;
  return new EngineError(500, "unsupported_operation_exception", reason);
}

/** Refuses fields that have no values by document. */
export function requireDocValues(field: FieldType, use: "order" | "values" = "values"): void {
  if (field.kind === "vector") throw vectorError(field, use);
  if (field.kind === "text" && !field.fielddata) throw fielddataError(field.path);
  if (field.kind === "rank_feature" || field.kind === "rank_features")
    throw illegalArgument(`[${field.type}] fields do not support sorting, scripting or aggregating`);
  if (!field.docValues && field.kind !== "text")
    throw illegalArgument(
      `Can't load fielddata on [${field.path}] because fielddata is unsupported on fields of type [${field.type}]. Use doc values instead.`,
    );
}
