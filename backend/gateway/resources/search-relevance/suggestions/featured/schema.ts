import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";

/** Sections of a search box, suggestions of a section and letters of a text at most. */
const MOST_SECTIONS = KEPT_LIMITS.sections.most;
const MOST_SUGGESTIONS = KEPT_LIMITS.sectionSuggestions.most;
const LONGEST = KEPT_LIMITS.featuredText.most;

const text = z.string().max(LONGEST).nullish();
const name = z.string().trim().min(1, "must not be empty").max(LONGEST);

// Whoever chooses a suggestion is led there: `javascript:` and its like would run in the page of the shop. Browsers
// leave out blanks and control signs.
function isSafe(url: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\0-\x20]/g, ""))?.[1];
  return scheme === undefined || ["http", "https", "mailto", "tel"].includes(scheme.toLowerCase());
}
const address = text.refine(
  (url) => url == null || isSafe(url),
  "must be a path, or begin with https:, http:, mailto: or tel:",
);

const SuggestionSchema = z.object({
  id: text,
  label: name,
  value: text,
  url: address,
  icon: text,
  iconURL: address,
  action: text,
  subAction: text,
  description: text,
});
const SectionSchema = z.object({ id: name, label: text, suggestions: z.array(SuggestionSchema).max(MOST_SUGGESTIONS) });

/** Featured suggestions of a search box, in sections. */
export const GroupSchema = z.object({
  sections: z
    .array(SectionSchema)
    .max(MOST_SECTIONS)
    .refine((sections) => new Set(sections.map(({ id }) => id)).size === sections.length, "must have different ids"),
});
export type Group = z.infer<typeof GroupSchema>;
export type FeaturedSuggestion = z.infer<typeof SuggestionSchema>;

/** Reads a group that is to be kept. Throws 400. */
export function readGroup(body: string): Group {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest("Can't parse request body");
  }
  const parsed = GroupSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(
    issue && issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : "Can't parse request body",
  );
}
