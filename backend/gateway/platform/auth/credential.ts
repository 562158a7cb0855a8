import * as z from "zod";
import { ACLS, CATEGORIES, type Category, OPS } from "@common/access-control/categories";
import { storedLimit, storedText, storedTexts, storedWords } from "@backend/gateway/platform/store/stored";

/** Limits on the search API of one credential. */
export const ReactivesearchConfigSchema = z.object({
  maxSize: z.number().int().optional(),
  maxAggregationSize: z.number().int().optional(),
  disableQueryDSL: z.boolean().optional(),
});
export type ReactivesearchConfig = z.infer<typeof ReactivesearchConfigSchema>;

// A limit that is null is none.
function withoutNulls(config: unknown): unknown {
  if (typeof config !== "object" || config === null) return config ?? {};
  return Object.fromEntries(Object.entries(config).filter(([, limit]) => limit !== null));
}

/** An API credential as stored; `expired` is worked out when it is answered. */
// An empty list limits nothing, as null does, which is how it is answered.
const storedFields = storedLimit.transform((list) => (list === null || list.length === 0 ? null : list));

export const CredentialSchema = z.object({
  username: z.string(),
  password: z.string(),
  owner: storedText,
  creator: storedText,
  role: storedText,
  categories: storedWords(CATEGORIES),
  acls: storedWords(ACLS),
  ops: storedWords(OPS),
  indices: storedTexts,
  sources: storedTexts,
  sources_xff_value: z.number().int().nullable().default(null),
  referers: storedTexts,
  created_at: storedText,
  // Without a time to live it is over, as zero is.
  ttl: z.number().default(0),
  limits: z
    .record(z.string(), z.number())
    .nullish()
    .transform((limits) => limits ?? {}),
  description: storedText,
  include_fields: storedFields,
  exclude_fields: storedFields,
  /** Queries, too, find no field but those of `include_fields`; kept where it is on. */
  search_include_fields_only: z.preprocess((value) => (value ? true : undefined), z.boolean().optional()).optional(),
  reactivesearchConfig: z.preprocess(withoutNulls, ReactivesearchConfigSchema).optional(),
  /** Good for only as long as its creator is there and has its rights himself; kept where it is on. */
  bound_to_creator: z.preprocess((value) => (value ? true : undefined), z.boolean().optional()).optional(),
  updated_at: storedText,
  /**
   * The password before the last change of it, and until when it is good still; empty where it is not. Never answered.
   */
  previous_password: z.string().optional().catch(undefined),
  previous_until: z.string().optional().catch(undefined),
});
export type Credential = z.infer<typeof CredentialSchema>;

/** Key of a category's rate limit; the ui-builder one has an old name. */
export function limitKey(category: Category): string {
  return category === "uibuilder" ? "ecommintegration_limit" : `${category}_limit`;
}

const LIMIT_KEYS = ["ip_limit", ...CATEGORIES.map(limitKey)];

// An unknown category is read as docs [recorded].
const LenientCategorySchema = z
  .string()
  .transform((name): Category => CATEGORIES.find((known) => known === name) ?? "docs");

// Go's int64, in which a time of 105 days and more in nanoseconds is no safe integer of JavaScript any more.
const Int64Schema = z.number().refine((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 63);

// Unknown limits may be anything, and null is a limit that is not given.
const LimitsSchema = z
  .record(z.string(), z.unknown())
  .transform((limits) =>
    Object.fromEntries(Object.entries(limits).filter(([name, limit]) => LIMIT_KEYS.includes(name) && limit !== null)),
  )
  .pipe(z.record(z.string(), Int64Schema));

const ConfigBodySchema = z.object({
  maxSize: z.number().int().nullish(),
  maxAggregationSize: z.number().int().nullish(),
  disableQueryDSL: z.boolean().nullish(),
});

/** Body of POST and PATCH. The fields that PATCH refuses are let through here and refused by name. */
export const CredentialBodySchema = z.object({
  username: z.string().nullish(),
  password: z.string().nullish(),
  creator: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  expired: z.boolean().nullish(),
  owner: z.string().nullish(),
  role: z.string().nullish(),
  categories: z.array(LenientCategorySchema).nullish(),
  acls: z.array(z.enum(ACLS)).nullish(),
  ops: z.array(z.enum(OPS)).nullish(),
  indices: z.array(z.string()).nullish(),
  sources: z.array(z.string()).nullish(),
  sources_xff_value: z.number().int().nullish(),
  referers: z.array(z.string()).nullish(),
  ttl: Int64Schema.nullish(),
  limits: LimitsSchema.nullish(),
  description: z.string().nullish(),
  include_fields: z.array(z.string()).nullish(),
  exclude_fields: z.array(z.string()).nullish(),
  search_include_fields_only: z.boolean().nullish(),
  bound_to_creator: z.boolean().nullish(),
  reactivesearchConfig: ConfigBodySchema.nullish(),
});
export type CredentialBody = z.infer<typeof CredentialBodySchema>;

/** Calls of one address in an hour unless a credential says otherwise. */
const IP_LIMIT = 7200;

/** The limits on the search API after a change: what is given lies over what was there, null is not given. */
export function mergedConfig(
  existing: ReactivesearchConfig | undefined,
  sent: CredentialBody["reactivesearchConfig"],
): { reactivesearchConfig?: ReactivesearchConfig } {
  if (!sent) return existing ? { reactivesearchConfig: existing } : {};
  return {
    reactivesearchConfig: ReactivesearchConfigSchema.parse({
      ...existing,
      ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
    }),
  };
}

/** All limits of a record: what was sent where it is above 0, else the defaults for the creator. */
export function withDefaultLimits({
  sent,
  base,
}: {
  sent: Record<string, number>;
  base: number;
}): Record<string, number> {
  return Object.fromEntries(LIMIT_KEYS.map((key) => [key, sent[key] || (key === "ip_limit" ? IP_LIMIT : base)]));
}

/** The password before the last change of it, while it is good still. */
export function previousPassword(
  { previous_password: password, previous_until: until }: Credential,
  now = Date.now(),
): string | null {
  return password && until && now < Date.parse(until) ? password : null;
}

/** True once `ttl` nanoseconds since the creation have passed; −1 never passes. */
export function isExpired(credential: Credential, now = Date.now()): boolean {
  // Where the beginning cannot be read it is over.
  return credential.ttl >= 0 && !(now <= Date.parse(credential.created_at) + credential.ttl / 1e6);
}
