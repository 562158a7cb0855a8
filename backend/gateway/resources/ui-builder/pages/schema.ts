import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";

/** What is built: a page that searches, or recommendations beside a product. */
export const PAGE_KINDS = ["search", "recommendation"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

// Whoever builds it makes the ID.
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Refuses an ID that is no UUID of version 4. Throws 400. */
export function requirePageId(id: string): void {
  if (!ID.test(id)) throw badRequest("the ID must be a UUID of version 4");
}

const text = z.string().nullish();
const settings = z.record(z.string(), z.unknown()).nullish();

/**
 * A page that is to be kept. Templates differ in what they hold, and older ones have members in other places: what this
 * does not know is kept as it was sent.
 */
export const PageSchema = z.looseObject({
  name: z.string().trim().min(1, "must not be empty"),
  description: text,
  pipeline: text,
  backend: text,
  themeSettings: settings,
  globalSettings: settings,
  exportSettings: settings,
  pageSettings: settings,
  authenticationSettings: settings,
  recommendationSettings: settings,
});

/** What is kept of a page: its text as it was sent, so that numbers keep their digits. Times are unix seconds. */
export const KeptPageSchema = z.object({
  kind: z.enum(PAGE_KINDS),
  page: z.string(),
  created_at: z.number().int(),
  updated_at: z.number().int(),
});
export type KeptPage = z.infer<typeof KeptPageSchema>;
