import type { JsonObject } from "@common/text/json";

/** What an index is made of, as its server tells it. `version` is another word as soon as one of the others differs. */
export type IndexDefinition = { mapping: JsonObject; analysis: JsonObject; maxNgramDiff: number; version: string };
