import * as z from "zod";
import { badRequest } from "../http/errors";

const events = z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullish();
const text = z.string().nullish();
const meta = z.record(z.string(), z.unknown()).nullish();
// `event_data` is the older name.
const common = { user_id: text, custom_events: events, event_data: events, meta };

export const SearchBodySchema = z.object({
  ...common,
  query: text,
  query_id: text,
  filters: z.record(z.string(), z.unknown()).nullish(),
  impressions: z.array(z.object({ id: z.string().min(1), index: z.string().min(1) })).nullish(),
  total_hits: z.number().int().nullish(),
  // What was found, from older clients, which tell no total.
  hits: z.array(z.unknown()).nullish().catch(undefined),
});
export const ClickBodySchema = z.object({
  ...common,
  query: text,
  query_id: text,
  click_on: z.record(z.string(), z.number().int()).refine((clicks) => Object.keys(clicks).length > 0),
  click_type: z.enum(["result", "suggestion"]).nullish(),
});
export const ConversionBodySchema = z.object({ ...common, query_id: z.string().min(1), conversion_on: z.array(z.string()).min(1) });
export const SaveSearchBodySchema = z.object({ ...common, query_id: z.string().min(1), save_search_id: text, save_search_name: text, save_search_meta: meta });
export const FavoriteBodySchema = z.object({
  ...common,
  query_id: z.string().min(1),
  favorite_on: z.string().min(1),
  source: z.record(z.string(), z.unknown()),
  id: text,
});

const PLAIN: Record<string, string> = {
  click_on: 'click_on is required: an object of document ids and their places, e.g. {"b1": 1}',
  click_type: "click_type must be result or suggestion",
  conversion_on: "conversion_on is required: a list of document ids",
  query_id: "query_id is required",
  favorite_on: "favorite_on is required: the id of a document",
  source: "source is required: an object",
  impressions: "impressions must be a list of objects with id and index",
  custom_events: "custom_events must hold strings or lists of strings",
  event_data: "event_data must hold strings or lists of strings",
};

/** The body of a recording call, checked. Throws 400 that names what is wrong. */
export function readBody<Body>(body: string, schema: z.ZodType<Body>): Body {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest("Can't parse request body");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [field] = parsed.error.issues[0]?.path ?? [];
  throw badRequest(PLAIN[String(field)] ?? (field === undefined ? "Can't parse request body" : `${String(field)} is not valid`));
}

/** Custom events under either of their names. */
export function eventsOf({
  custom_events,
  event_data,
}: {
  custom_events?: z.infer<typeof events>;
  event_data?: z.infer<typeof events>;
}): Record<string, string | string[]> | undefined {
  return custom_events ?? event_data ?? undefined;
}
