import * as z from "zod";

// Numbers of which clients send some as text: they are kept as text, for an index that maps what comes in takes each
// field in one kind alone.
const numberText = z.union([z.number(), z.string()]).transform((value) => String(value).trim());
const positive = numberText.refine(
  (text) => text !== "" && Number.isFinite(Number(text)) && Number(text) >= 0,
  "must be a number, and not negative",
);
const fuzziness = numberText
  .transform((text) => text.toUpperCase())
  .refine((text) => /^([012]|AUTO(:\d{1,3},\d{1,3})?)$/.test(text), "must be AUTO, 0, 1 or 2");
const texts = z.array(z.string());
const whole = z.int("must be a whole number");
const upToThousand = whole.min(0, "must be between 0 and 1000").max(1000, "must be between 0 and 1000");
const notNegative = whole.min(0, "must not be negative");
const gram = z
  .union([
    whole,
    z
      .string()
      .regex(/^\d{1,3}$/, "must be a whole number")
      .transform(Number),
  ])
  .pipe(whole.min(1, "must be at least 1").max(100, "must be at most 100"));
const grams = z
  .object({ min_gram: gram, max_gram: gram })
  .partial()
  .refine(
    ({ min_gram = 1, max_gram = Infinity }) => min_gram <= max_gram,
    "must have a min_gram that is not above its max_gram",
  );
const queryFormat = z.enum(["or", "and", ""], "must be or, and");
const curve = z.object({ pivot: positive, exponent: positive, scaling_factor: positive }).partial();

/** The sections of settings and what each may hold; every member may lack. */
export const SECTIONS = {
  search: z
    .object({
      dataField: texts,
      fieldWeights: z.array(positive),
      searchOperators: z.boolean(),
      queryString: z.boolean(),
      fuzziness,
      queryFormat,
      rankFeature: z.record(
        z.string(),
        z.object({ saturation: curve, log: curve, sigmoid: curve, boost: positive }).partial(),
      ),
      distinctField: z.string(),
    })
    .partial(),
  aggregations: z
    .object({
      dataField: z.record(z.string(), z.enum(["term", "range"], "must be term or range")),
      size: upToThousand,
      sortBy: z.enum(["count", "asc", "desc", ""], "must be count, asc or desc"),
      includeNullValues: z.boolean(),
      queryFormat,
    })
    .partial(),
  results: z
    .object({
      size: upToThousand,
      includeFields: texts,
      excludeFields: texts,
      highlight: z.boolean(),
      highlightFields: texts,
      highlightOptions: z
        .object({ number_of_fragments: notNegative, fragment_size: notNegative, pre_tags: texts, post_tags: texts })
        .partial(),
      sortOptions: z.array(z.object({ label: z.string(), dataField: z.string(), sortBy: z.string() }).partial()),
    })
    .partial(),
  language: z
    .object({
      language: z.string().toLowerCase(),
      applyStopwords: z.boolean(),
      customStopwords: texts,
      stemmingExceptions: texts,
      normalizeDiacritics: z.boolean(),
    })
    .partial(),
  synonyms: z.object({ enabled: z.boolean() }).partial(),
  rules: z.object({ enabled: z.boolean() }).partial(),
  indexSettings: z
    .object({
      enableNgram: z.boolean(),
      enableAutoSuggestion: z.boolean(),
      ngramSettings: grams,
      autosuggestionSettings: grams,
    })
    .partial(),
};

/** Settings of an index; what lacks was not said. */
export const RelevanceSchema = z.object(SECTIONS).partial();
export type Relevance = z.infer<typeof RelevanceSchema>;
export type SectionName = keyof typeof SECTIONS;
