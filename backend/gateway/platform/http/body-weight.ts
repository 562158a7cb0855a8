import { type JsonBounds, overweight, type Overweight } from "@common/text/json-weight";
import { CALLS_LIMITS } from "@common/limits/calls";
import { ENGINE_LIMITS } from "@common/limits/engine";
import { SEARCH_LIMITS } from "@common/limits/search";
import { refusedByEngine } from "./errors";
import type { Route, Use } from "./types";

/**
 * What a body may weigh: bytes are counted while it is read, the rest by one walk over its text before anything reads
 * it.
 */
export type BodyWeight = { bytes: number } & JsonBounds;

const digits = SEARCH_LIMITS.digits.most;

/** The weights by use. Public and open uses have the smallest; a document's numbers are its own. */
export const WEIGHTS = {
  open: { bytes: SEARCH_LIMITS.openBody.most, values: SEARCH_LIMITS.openValues.most, digits },
  api: {
    bytes: SEARCH_LIMITS.apiBody.most,
    values: SEARCH_LIMITS.apiValues.most,
    text: SEARCH_LIMITS.apiText.most,
    digits,
  },
  search: { bytes: SEARCH_LIMITS.body.most, values: SEARCH_LIMITS.values.most, text: SEARCH_LIMITS.text.most, digits },
  analyze: { bytes: SEARCH_LIMITS.analyzeText.most, values: SEARCH_LIMITS.values.most, digits },
  document: { bytes: ENGINE_LIMITS.document.most, values: ENGINE_LIMITS.documentValues.most },
  bulk: { bytes: ENGINE_LIMITS.bulk.most },
  definition: {
    bytes: ENGINE_LIMITS.definition.most,
    values: ENGINE_LIMITS.definitionValues.most,
    text: ENGINE_LIMITS.definitionText.most,
    digits,
  },
  own: {
    bytes: CALLS_LIMITS.ownBody.most,
    values: CALLS_LIMITS.ownValues.most,
    text: CALLS_LIMITS.ownText.most,
    digits,
  },
  synonyms: { bytes: CALLS_LIMITS.synonymsBody.most, text: CALLS_LIMITS.ownText.most, digits },
} as const satisfies Record<Use, BodyWeight>;

/** What the body of a call to a route may weigh. */
export function weightOf({ access, weighs }: Pick<Route, "access" | "weighs">): BodyWeight {
  if (access.kind === "open") return WEIGHTS.open;
  return WEIGHTS[weighs ?? "own"];
}

const TELLS: Readonly<Record<Overweight["of"], (counted: number, most: number) => string>> = {
  values: (counted, most) => `the body holds more than [${most}] values`,
  text: (counted, most) =>
    `String value length (${counted}) exceeds the maximum allowed (${most}, from \`StreamReadConstraints.getMaxStringLength()\`)`,
  digits: (counted, most) =>
    `Number value length (${counted}) exceeds the maximum allowed (${most}, from \`StreamReadConstraints.getMaxNumberLength()\`)`,
};

/**
 * Refuses a body that holds more than it may; its bytes were counted when it was read. Throws 400 in the words of
 * engines.
 */
export function requireWeight(text: string, bounds: JsonBounds): void {
  const over = overweight(text, bounds);
  if (over)
    throw refusedByEngine({
      type: "x_content_parse_exception",
      reason: TELLS[over.of](over.counted, bounds[over.of] ?? 0),
    });
}
