// How a record of settings reads a visitor's text. Pure.
import type { OwnReading } from "@common/search-relevance/visitors/request";
import { readable } from "@common/search-relevance/settings/read";
import type { JsonObject } from "@common/text/json";

const FUZZINESS = ["0", "1", "2", "AUTO"] as const;

/** Fields with their weights (1 where it is not said), typing errors that are forgiven, and all words or any. */
export function liveReading(record: JsonObject): OwnReading {
  const { dataField = [], fieldWeights = [], fuzziness, queryFormat } = readable(record).search ?? {};
  return {
    fields: dataField.map((field, at) => ({ field, weight: Number(fieldWeights[at] ?? 1) })),
    // Where nothing is said, servers forgive no typing error.
    fuzziness: FUZZINESS.find((choice) => choice === String(fuzziness ?? "0")) ?? "0",
    operator: queryFormat === "and" ? "and" : "or",
  };
}
