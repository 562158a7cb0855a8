import * as z from "zod";
import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { GroupSchema } from "@backend/gateway/resources/search-relevance/suggestions/featured/schema";

const ID = /^[a-zA-Z0-9_-]{3,}$/;
const LONGEST_ID = UI_BUILDER_LIMITS.searchBoxId.most;

const named = z.string().trim().min(1, "must not be empty");
const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => z.number().int().min(least).max(most).nullish();
const texts = z.array(z.string()).nullish();

const PopularSchema = z.looseObject({
  index: z.string().nullish(),
  minCount: whole(0, 1_000),
  size: whole(0, 10),
  minChars: whole(0),
});
const RecentSchema = z.looseObject({
  index: z.string().nullish(),
  minHits: whole(0),
  size: whole(0, 10),
  minChars: whole(0, 10),
});
const EndpointSchema = z.looseObject({
  endpoint: z
    .looseObject({
      url: named,
      method: z.enum(["GET", "POST", "PUT", "DELETE"]),
      headers: z.record(z.string(), z.unknown()).nullish(),
      body: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
  customStopwords: texts,
  includeFields: texts,
  excludeFields: texts,
  maxPredictedWords: whole(1),
});
const FeaturedSchema = z.looseObject({
  design: z.looseObject({ credentials: named, enablePopularSuggestions: z.boolean().nullish() }),
  layout: z.looseObject({ sections: GroupSchema.shape.sections.nullish() }).nullish(),
});

/** A search box that is to be kept. What this does not know is kept as it was sent. */
export const SearchBoxSchema = z.looseObject({
  enabled: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  description: z.string().nullish(),
  searchbox: z
    .looseObject({
      popular: PopularSchema.nullish(),
      recent: RecentSchema.nullish(),
      endpoint: EndpointSchema.nullish(),
      featured: FeaturedSchema,
    })
    // Popular suggestions that are switched off need no index.
    .refine(
      ({ popular, featured }) =>
        popular == null ||
        featured.design.enablePopularSuggestions === false ||
        (popular.index ?? "").split(",").some((index) => index.trim() !== ""),
      { path: ["popular", "index"], message: "must name at least one index" },
    ),
});

/** Refuses an ID that no search box can have: a widget names it in a page. Throws 400. */
export function requireBoxId(id: string): void {
  if (!ID.test(id)) throw badRequest("the ID of a search box has at least 3 letters, digits, hyphens or underscores");
  if (id.length > LONGEST_ID) throw badRequest(`the ID of a search box has at most ${LONGEST_ID} characters`);
}

/**
 * What is kept under the ID of a search box. Its featured suggestions can be there before it is, in `sections`; from
 * then on they stand in the box alone. The box is kept as text, so that its numbers keep their digits. Times are unix
 * seconds.
 */
export const KeptBoxSchema = z.object({
  sections: GroupSchema.shape.sections.optional(),
  box: z.string().optional(),
  is_box: z.boolean().optional(),
  /** Was made hidden and never shown: what a preview is drawn from. */
  is_preview: z.boolean().optional(),
  created_at: z.number().int().optional(),
  updated_at: z.number().int().optional(),
});
export type KeptBox = z.infer<typeof KeptBoxSchema>;
