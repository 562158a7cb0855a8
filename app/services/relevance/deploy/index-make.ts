import type { JsonObject } from "@common/json";

/** What an index is made of, as its server tells it. `version` is another word as soon as one of the others differs. */
export type IndexMake = { mapping: JsonObject; analysis: JsonObject; maxNgramDiff: number; version: string };
