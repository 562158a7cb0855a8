import * as z from "zod";
import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import { badRequest } from "../../platform/http/errors";
import { bytesOfJson, excessOfEvents } from "./bounds";

const {
  body,
  term,
  userId,
  id,
  index,
  place,
  filters,
  filterText,
  impressions,
  clicks,
  meta: metaBytes,
  favorite,
  name,
} = ANALYTICS_LIMITS;

/** A check of ours with its sentence, which follows the name of the member. */
const bound = (error: string) => ({ error, params: { bound: true } });
const within = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  schema.refine(
    (value) => value === null || value === undefined || bytesOfJson(value) <= most,
    bound(`may be at most ${most} bytes long`),
  );

const events = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .nullish()
  .superRefine((given, context) => {
    const excess = excessOfEvents(given);
    if (excess !== null) context.addIssue({ code: "custom", message: excess, params: { bound: true } });
  });
const idText = z.string().max(id.most);
const meta = within(z.record(z.string(), z.unknown()).nullish(), metaBytes.most);
// `event_data` is the older name.
const common = { user_id: z.string().max(userId.most).nullish(), custom_events: events, event_data: events, meta };
const fewEntries = (most: number) =>
  [(given: object) => Object.keys(given).length <= most, bound(`may hold at most ${most} entries`)] as const;
const isShortFilter = ([key, value]: [string, unknown]) =>
  key.length <= filterText.most && String(value).length <= filterText.most;

export const SearchBodySchema = z.object({
  ...common,
  query: z.string().max(term.most).nullish(),
  query_id: idText.nullish(),
  filters: z
    .record(z.string(), z.unknown())
    .refine(...fewEntries(filters.most))
    .refine(
      (given) => Object.entries(given).every(isShortFilter),
      bound(`may hold names and values of at most ${filterText.most} characters`),
    )
    .nullish(),
  impressions: z
    .array(z.object({ id: idText.min(1), index: z.string().min(1).max(index.most) }))
    .max(impressions.most)
    .nullish(),
  total_hits: z.number().int().nullish(),
  // What was found, from older clients, which tell no total.
  hits: z.array(z.unknown()).nullish().catch(undefined),
});
export const ClickBodySchema = z.object({
  ...common,
  query: z.string().max(term.most).nullish(),
  query_id: idText.nullish(),
  click_on: z
    .record(z.string(), z.number().int())
    .refine((given) => Object.keys(given).length > 0)
    .refine(...fewEntries(clicks.most))
    .refine(
      (given) => Object.keys(given).every((one) => one.length <= id.most),
      bound(`may hold ids of at most ${id.most} characters`),
    )
    .refine(
      (given) => Object.values(given).every((at) => Math.abs(at) <= place.most),
      bound(`may hold places of at most ${place.most}`),
    ),
  click_type: z.enum(["result", "suggestion"]).nullish(),
});
export const ConversionBodySchema = z.object({
  ...common,
  query_id: idText.min(1),
  conversion_on: z.array(idText).min(1).max(clicks.most),
});
export const SaveSearchBodySchema = z.object({
  ...common,
  query_id: idText.min(1),
  save_search_id: idText.nullish(),
  save_search_name: z.string().max(name.most).nullish(),
  save_search_meta: meta,
});
/** The body of a removal, which names the visitor at most. */
export const RemoveBodySchema = z.looseObject({ user_id: idText.nullish() });
export const FavoriteBodySchema = z.object({
  ...common,
  query_id: idText.min(1),
  favorite_on: idText.min(1),
  source: within(z.record(z.string(), z.unknown()), favorite.most),
  id: idText.nullish(),
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

/** What a bound says of a body, or null where it is no bound that the body goes beyond. */
function excess(issue: z.core.$ZodIssue): string | null {
  const member = issue.path.map(String).join(".");
  if (issue.code === "custom") return issue.params?.["bound"] === true ? `${member} ${issue.message}` : null;
  if (issue.code !== "too_big") return null;
  const most = String(issue.maximum);
  return issue.origin === "string"
    ? `${member} may be at most ${most} characters long`
    : `${member} may hold at most ${most} entries`;
}

function parsedBy<Body>(schema: z.ZodType<Body>, value: unknown): z.ZodSafeParseResult<Body> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    // Lists in lists, deeper than can be written.
    if (error instanceof RangeError) throw badRequest("the request body is nested too deeply");
    throw error;
  }
}

/** The body of a recording call, checked. Throws 400 that names what is wrong. */
export function readBody<Body>(text: string, schema: z.ZodType<Body>): Body {
  if (Buffer.byteLength(text) > body.most) throw badRequest(`the request body may be at most ${body.most} bytes long`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("Can't parse request body");
  }
  const parsed = parsedBy(schema, value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const said = first && excess(first);
  if (said) throw badRequest(said);
  const [field] = first?.path ?? [];
  throw badRequest(
    PLAIN[String(field)] ?? (field === undefined ? "Can't parse request body" : `${String(field)} is not valid`),
  );
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
