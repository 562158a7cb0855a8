import * as z from "zod";

// Records of other programs and versions: a list that is empty may be null or missing, and words may be newer than this
// program.

/** A list of texts; missing or null is an empty one. */
export const storedTexts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

/** A text; missing or null is an empty one. */
export const storedText = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/**
 * A list of words of which only the known ones count. What is not known stays in the document, for a change writes only
 * what it changes.
 */
export function storedWords<const Word extends string>(known: readonly Word[]): z.ZodType<Word[]> {
  return z
    .array(z.unknown())
    .nullish()
    .transform((list) => (list ?? []).flatMap((word) => known.find((one) => one === word) ?? []));
}

/**
 * A list that limits: null, or missing, is no limit. Anything else that is no list of texts makes the record
 * unreadable.
 */
export const storedLimit = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? null);
