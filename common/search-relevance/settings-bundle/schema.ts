import { KEPT_LIMITS } from "@common/limits/kept";
import { RULES_LIMITS } from "@common/limits/rules";
import { ACTIONS, TRIGGERS } from "@common/search-relevance/rule-kinds";
import * as z from "zod";

// Shapes alone: how far a value may go is for the server to say. Whether a file holds more than this is looked at in
// read.ts; servers may.

/** Parts of a bundle, in the order in which they are written and applied. */
export const PARTS = ["settings", "synonyms", "rules", "suggestions"] as const;
export type Part = (typeof PARTS)[number];
/** Words of more than one call's worth are refused by servers. */
const MOST_SYNONYMS = KEPT_LIMITS.synonyms.most;
const MOST_RULES = RULES_LIMITS.rules.most;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Null counts as not said, here as in the calls.
function withoutNulls(value: unknown): unknown {
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}

const texts = z.array(z.string());
const flag = z.boolean();
const whole = z.int();
// Kept as text by servers, and a number for whoever reads the file.
const number = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, "must be a number")]).transform(Number);
const fuzziness = z
  .union([z.number(), z.string()])
  .transform((value) => (/^\d+$/.test(String(value)) ? Number(value) : value));
const curve = z.object({ pivot: number, exponent: number, scaling_factor: number }).partial();
const grams = z.object({ min_gram: number, max_gram: number }).partial();

function section<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(withoutNulls, z.object(shape).partial());
}

const SettingsSchema = z
  .object({
    search: section({
      dataField: texts,
      fieldWeights: z.array(number),
      searchOperators: flag,
      queryString: flag,
      fuzziness,
      queryFormat: z.string(),
      rankFeature: z.record(
        z.string(),
        z.object({ saturation: curve, log: curve, sigmoid: curve, boost: number }).partial(),
      ),
      distinctField: z.string(),
    }),
    aggregations: section({
      dataField: z.record(z.string(), z.string()),
      size: whole,
      sortBy: z.string(),
      includeNullValues: flag,
      queryFormat: z.string(),
    }),
    results: section({
      size: whole,
      includeFields: texts,
      excludeFields: texts,
      highlight: flag,
      highlightFields: texts,
      highlightOptions: z
        .object({ number_of_fragments: whole, fragment_size: whole, pre_tags: texts, post_tags: texts })
        .partial(),
      sortOptions: z.array(z.object({ label: z.string(), dataField: z.string(), sortBy: z.string() }).partial()),
    }),
    language: section({
      language: z.string(),
      applyStopwords: flag,
      customStopwords: texts,
      stemmingExceptions: texts,
      normalizeDiacritics: flag,
    }),
    synonyms: section({ enabled: flag }),
    rules: section({ enabled: flag }),
    indexSettings: section({
      enableNgram: flag,
      enableAutoSuggestion: flag,
      ngramSettings: grams,
      autosuggestionSettings: grams,
    }).transform(
      // Servers do not keep a switch that is off.
      (value): typeof value => Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== false)),
    ),
  })
  .partial();

const json = z.json().optional();
const ActionSchema = z.object({
  type: z.enum(ACTIONS),
  data: json,
  script: z.string().optional(),
  request: json,
  response: json,
  envs: json,
});

/** A rule, without what only one server knows of it: id, place, times. */
export const RuleSchema = z.object({
  name: z.string().min(1, "must not be empty"),
  description: z.string().optional(),
  enabled: flag.default(true),
  show_advance_editor: flag.optional(),
  trigger: z.object({
    type: z.enum(TRIGGERS),
    expression: z.string().optional(),
    timeframe: z.object({ start_time: whole, end_time: whole.optional() }).optional(),
  }),
  actions: z.array(ActionSchema).min(1, "must not be empty"),
});
export type Rule = z.infer<typeof RuleSchema>;

const shared = { indices: texts, minHits: whole, minChars: whole, size: whole };

/** Suggestions are set for a whole server, not for one index. */
const SuggestionsSchema = z
  .object({
    popular: section({
      ...shared,
      numberOfDays: whole,
      minCount: whole,
      blacklist: texts,
      transformDiacritics: flag,
      externalSuggestions: z.array(z.object({ key: z.string(), count: z.number(), indices: texts.optional() })),
    }),
    recent: section(shared),
    index: section({
      indices: texts,
      showDistinctSuggestions: flag,
      enablePredictiveSuggestions: flag,
      applyStopwords: flag,
      enableSynonyms: flag,
      maxPredictedWords: whole,
      size: whole,
      customStopwords: texts,
      includeFields: texts,
      excludeFields: texts,
      categoryField: z.string(),
      urlField: z.string(),
      customQuery: z.string(),
    }),
  })
  .partial();

/** One line of words: `sofa,couch` mean the same, `tv => television` looks for other words. */
const SynonymSchema = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .regex(/^[^\n\r\0]*$/, "must be one line");

/** A name of one index, which an expression of a rule can quote. */
export const IndexNameSchema = z
  .string()
  .max(255)
  .regex(/^(?![-_+.])[^\s*?,"'`<>|\\/#:\p{Lu}\p{Cc}]+$/u, "must be the name of one index");

/** The settings of one index. A part that lacks is not spoken of; one that is there is whole. */
export const BundleSchema = z.object({
  version: z.literal(1, "must be 1, the only version that there is"),
  index: IndexNameSchema,
  settings: SettingsSchema.optional(),
  synonyms: z
    .array(SynonymSchema)
    .max(MOST_SYNONYMS)
    .transform((all) => [...new Set(all)])
    .optional(),
  rules: z.array(RuleSchema).max(MOST_RULES).optional(),
  suggestions: SuggestionsSchema.optional(),
});
export type Bundle = z.infer<typeof BundleSchema>;

/** A bundle's parts that are wanted, and no others. */
export function withParts(bundle: Bundle, parts: readonly Part[]): Bundle {
  const { version, index, ...rest } = bundle;
  return {
    version,
    index,
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => parts.some((part) => part === name))),
  };
}

/** Refuses a file, an answer or a wish; the message is for whoever runs the command. */
export class BundleError extends Error {}

/** The first place where something cannot be read, and why. */
export function firstIssue(error: z.ZodError): { path: readonly PropertyKey[]; reason: string } {
  const [issue] = error.issues;
  return { path: issue?.path ?? [], reason: issue?.message.replace(/^Invalid input: /, "") ?? "cannot be read" };
}

/** A place in words: `rules[2].trigger.type`. */
export function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${String(step)}`))
    .join("");
}
