import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";

/** Rows of suggestions at most, whatever a record says that another program wrote. */
export const MOST_SUGGESTIONS = KEPT_LIMITS.suggestions.most;
const MAX_INT = 2 ** 31 - 1;

const names = z.array(z.string()).nullish();
const whole = z.int().min(-MAX_INT).max(MAX_INT).nullish();
const flag = z.boolean().nullish();
const text = z.string().nullish();
const EXTERNAL = z.object({ key: text, count: z.number().nullish(), indices: names });

/**
 * Preferences as they are kept; null where nothing was said. Null for a record's own fields is the same as a field that
 * lacks.
 */
export const POPULAR = z.object({
  indices: names,
  numberOfDays: whole,
  minCount: whole,
  minHits: whole,
  minChars: whole,
  size: whole,
  blacklist: names,
  transformDiacritics: flag,
  externalSuggestions: z.array(EXTERNAL).nullish(),
});
export const RECENT = z.object({ indices: names, minHits: whole, minChars: whole, size: whole });
export const INDEX = z.object({
  indices: names,
  showDistinctSuggestions: flag,
  enablePredictiveSuggestions: flag,
  applyStopwords: flag,
  enableSynonyms: flag,
  maxPredictedWords: whole,
  size: whole,
  customStopwords: names,
  includeFields: names,
  excludeFields: names,
  categoryField: text,
  urlField: text,
  customQuery: text,
});
export type Popular = z.infer<typeof POPULAR>;
export type Recent = z.infer<typeof RECENT>;
export type Index = z.infer<typeof INDEX>;

/** The record that stands where nothing was saved: what a server writes at its first start. */
export const POPULAR_AT_FIRST = { minChars: 3, minCount: 1, minHits: 5, numberOfDays: 30 } as const satisfies Popular;

type Bound = [field: string, value: number | null | undefined, min: number, max: number];

function requireBounds(bounds: readonly Bound[]): void {
  for (const [field, value, min, max] of bounds) {
    if (value == null || (value >= min && value <= max)) continue;
    // Such a server answers 500 where a value is out of bounds.
    throw new HttpError(
      500,
      max === MAX_INT ? `${field} must not be less than ${min}` : `${field} must be between ${min} and ${max}`,
    );
  }
}

function requireSaid(fields: Readonly<Record<string, string | null | undefined>>): void {
  for (const [field, value] of Object.entries(fields))
    if (value === "") throw new HttpError(500, `${field} must not be empty, leave it out or send null`);
}

function parsed<Body>(text: string, schema: z.ZodType<Body>): Body {
  try {
    const found = schema.safeParse(JSON.parse(text) ?? {});
    if (found.success) return found.data;
    const [issue] = found.error.issues;
    throw badRequest(
      issue && issue.path.length > 0
        ? `Can't parse request body: ${issue.path.join(".")} has the wrong type`
        : "Can't parse request body",
    );
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest("Can't parse request body");
  }
}

/** Reads preferences of popular suggestions. Throws 400 for what is no such object, 500 for values out of bounds. */
export function readPopular(body: string): Popular {
  const record = parsed(body, POPULAR);
  requireBounds([
    ["numberOfDays", record.numberOfDays, 1, 365],
    ["minCount", record.minCount, 0, 1000],
    ["minHits", record.minHits, 0, MAX_INT],
    ["minChars", record.minChars, 0, MAX_INT],
    ["size", record.size, 0, MOST_SUGGESTIONS],
  ]);
  for (const { key, count } of record.externalSuggestions ?? []) {
    if (key == null || key.trim() === "") throw new HttpError(500, "key is required for each of externalSuggestions");
    if (count == null || count < 0)
      throw new HttpError(500, `count is required for each of externalSuggestions, and not negative: ${key}`);
  }
  return record;
}

/** Reads preferences of recent suggestions, as `readPopular` does. */
export function readRecent(body: string): Recent {
  const record = parsed(body, RECENT);
  requireBounds([
    ["minHits", record.minHits, 0, MAX_INT],
    ["minChars", record.minChars, 0, MAX_INT],
    ["size", record.size, 1, MOST_SUGGESTIONS],
  ]);
  return record;
}

/** Reads preferences of index suggestions, as `readPopular` does. */
export function readIndex(body: string): Index {
  const record = parsed(body, INDEX);
  requireBounds([
    ["maxPredictedWords", record.maxPredictedWords, 1, 5],
    ["size", record.size, 1, MOST_SUGGESTIONS],
  ]);
  requireSaid({ categoryField: record.categoryField, customQuery: record.customQuery });
  return record;
}
