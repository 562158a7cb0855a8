import * as z from "zod";
import { ACLS, CATEGORIES, type Category, OPS } from "../access/categories";

/** Limits on the search API of one credential. */
export const ReactivesearchConfigSchema = z.object({
  maxSize: z.number().int().optional(),
  maxAggregationSize: z.number().int().optional(),
  disableQueryDSL: z.boolean().optional(),
});
export type ReactivesearchConfig = z.infer<typeof ReactivesearchConfigSchema>;

/** An API credential as stored; `expired` is worked out when it is answered. */
export const PermissionSchema = z.object({
  username: z.string(),
  password: z.string(),
  owner: z.string(),
  creator: z.string(),
  role: z.string(),
  categories: z.array(z.enum(CATEGORIES)),
  acls: z.array(z.enum(ACLS)),
  ops: z.array(z.enum(OPS)),
  indices: z.array(z.string()),
  sources: z.array(z.string()),
  sources_xff_value: z.number().int().nullable(),
  referers: z.array(z.string()),
  created_at: z.string(),
  ttl: z.number(),
  limits: z.record(z.string(), z.number()),
  description: z.string(),
  include_fields: z.array(z.string()).nullable(),
  exclude_fields: z.array(z.string()).nullable(),
  reactivesearchConfig: ReactivesearchConfigSchema.optional(),
  updated_at: z.string(),
});
export type Permission = z.infer<typeof PermissionSchema>;

// An unknown category is read as docs [recorded].
const LenientCategorySchema = z.string().transform((name): Category => CATEGORIES.find((known) => known === name) ?? "docs");

/** Body of POST and PATCH. The fields that PATCH refuses are let through here and refused by name. */
export const PermissionBodySchema = z.object({
  username: z.unknown().optional(),
  password: z.unknown().optional(),
  creator: z.unknown().optional(),
  created_at: z.unknown().optional(),
  owner: z.string().nullish(),
  role: z.string().nullish(),
  categories: z.array(LenientCategorySchema).nullish(),
  acls: z.array(z.enum(ACLS)).nullish(),
  ops: z.array(z.enum(OPS)).nullish(),
  indices: z.array(z.string()).nullish(),
  sources: z.array(z.string()).nullish(),
  sources_xff_value: z.number().int().nullish(),
  referers: z.array(z.string()).nullish(),
  ttl: z.number().int().nullish(),
  limits: z.record(z.string(), z.number().int()).nullish(),
  description: z.string().nullish(),
  include_fields: z.array(z.string()).nullish(),
  exclude_fields: z.array(z.string()).nullish(),
  reactivesearchConfig: ReactivesearchConfigSchema.nullish(),
});
export type PermissionBody = z.infer<typeof PermissionBodySchema>;

/** Key of a category's rate limit; the ui-builder one has an old name. */
export function limitKey(category: Category): string {
  return category === "uibuilder" ? "ecommintegration_limit" : `${category}_limit`;
}

/** Calls of one address in an hour unless a credential says otherwise. */
const IP_LIMIT = 7200;

/** All limits of a record: what was sent where it is above 0, else the defaults for the creator. */
export function withDefaultLimits({ sent, base }: { sent: Record<string, number>; base: number }): Record<string, number> {
  const keys = CATEGORIES.map(limitKey);
  const limits: Record<string, number> = { ip_limit: sent["ip_limit"] || IP_LIMIT };
  for (const key of keys) limits[key] = sent[key] || base;
  return limits;
}

/** True once `ttl` nanoseconds since the creation have passed; −1 never passes. */
export function isExpired(permission: Permission, now = Date.now()): boolean {
  return permission.ttl >= 0 && now > Date.parse(permission.created_at) + permission.ttl / 1e6;
}
