import * as z from "zod";
import { ACLS, ALLOWED_ACTIONS, CATEGORIES } from "@common/access-control/categories";
import { storedLimit, storedText, storedTexts, storedWords } from "@backend/gateway/platform/store/stored";

/** A user as stored and as answered, the password's hash included (the real server shows it too). */
export const UserSchema = z.object({
  username: z.string(),
  password: z.string(),
  password_hash_type: z
    .string()
    .nullish()
    .transform((type) => type ?? "bcrypt"),
  is_admin: z.boolean().default(false),
  categories: storedWords(CATEGORIES),
  allowed_actions: storedWords(ALLOWED_ACTIONS).nullable(),
  acls: storedWords(ACLS),
  email: storedText,
  indices: storedTexts,
  created_at: storedText,
  updated_at: storedText,
  sources: storedLimit,
  sources_xff_value: z.number().int().nullable().default(null),
});
export type User = z.infer<typeof UserSchema>;

/**
 * Body of POST and PATCH. Categories are derived from the actions, whatever is sent, if it has the right type; unknown
 * keys are ignored.
 */
export const UserBodySchema = z.object({
  username: z.string().nullish(),
  password: z.string().nullish(),
  is_admin: z.boolean().nullish(),
  allowed_actions: z.array(z.enum(ALLOWED_ACTIONS)).nullish(),
  acls: z.array(z.enum(ACLS)).nullish(),
  email: z.string().nullish(),
  indices: z.array(z.string()).nullish(),
  sources: z.array(z.string()).nullish(),
  sources_xff_value: z.number().int().nullish(),
  categories: z.array(z.string()).nullish(),
  password_hash_type: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});
export type UserBody = z.infer<typeof UserBodySchema>;
