import { isJsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { searchedWords, toldHits } from "@common/data/searched-words";
import * as z from "zod";
import { parseInstant } from "~/lib/values/dates";

// A record of the request log, as servers in the field and ours send it (contract 10, 4.2). Servers, shippers and plans
// differ: what is missing is empty.

const text = z.string().catch("");
const count = z.number().nullable().catch(null);
/** `verbose` gives bodies and headers as objects. */
/** A body as text. */
export const textOrJson = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? value : value == null ? "" : stringifyJson(value)));
/** Headers, whose values are lists. */
export const headers = z
  .unknown()
  .optional()
  .transform((value): Record<string, string[]> => {
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [name, (Array.isArray(held) ? held : [held]).map(wordOf)]),
    );
  });
const wordOf = (value: JsonValue) => (typeof value === "string" ? value : stringifyJson(value));

const stageSchema = z.object({
  stage: text,
  uri: text,
  method: text,
  headers: textOrJson,
  body: textOrJson,
  took: count,
});
const stages = z
  .array(stageSchema)
  .nullish()
  .catch(null)
  .transform((list) => list ?? []);
export type RawStage = z.output<typeof stageSchema>;

const originSchema = z.object({
  kind: z.enum(["user", "credential"]).nullable().catch(null),
  name: z.string().nullable().catch(null),
  address: text,
  route: text,
  url: text,
  took: count,
  searched: z
    .object({ words: z.array(z.string()), hits: count })
    .optional()
    .catch(undefined),
});

export const recordSchema = z.object({
  id: text,
  indices: z.array(z.string()).nullish().catch(null),
  category: text,
  request: z.object({ uri: text, method: text, header: headers, body: textOrJson }),
  response: z.object({
    code: z.coerce.number().catch(0),
    status: text,
    Headers: headers,
    took: count.optional(),
    body: textOrJson,
  }),
  requestChanges: stages,
  responseChanges: stages,
  timestamp: z.union([z.string(), z.number()]).catch(""),
  console_logs: z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((lines) => (lines ?? []).map((line) => (typeof line === "string" ? line : stringifyJson(line)))),
  diffLogs: z.boolean().catch(false),
  /** Of our own back end alone. */
  origin: originSchema.optional().catch(undefined),
});
export type LogRecord = z.output<typeof recordSchema>;

/** The values of a header, whatever the case of its name. */
export function headerOf(given: Record<string, string[]>, name: string): string | undefined {
  return Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1][0];
}

/** Who called. Servers that do not say keep the header, which holds the name beside the password. */
function callerOf({ origin, request }: LogRecord): { name: string | null; kind: "user" | "credential" | null } {
  if (origin) return { name: origin.name, kind: origin.kind };
  const basic = /^Basic\s+(\S+)$/i.exec(headerOf(request.header, "authorization") ?? "")?.[1];
  const name = basic === undefined ? undefined : Buffer.from(basic, "base64").toString("utf8").split(":")[0];
  return { name: name === undefined || name === "" ? null : name, kind: null };
}

/** A record in a line. */
export type LogRow = {
  id: string;
  at: number | null;
  method: string;
  uri: string;
  category: string;
  /** Of the search, as every server tells it; ms. */
  took: number | null;
  /** Of the whole call; only our own back end measures it. */
  duration: number | null;
  code: number;
  caller: { name: string | null; kind: "user" | "credential" | null };
  address: string;
  /** What a search looked for, each of several; none of other requests. */
  words: string[];
  /** How many hits the answer tells of. */
  hits: number | null;
};

const SEARCHES = new Set(["search", "reactivesearch", "suggestion"]);

/** Told by our own back end; out of the bodies elsewhere, which other servers send along. */
function searchedOf({ category, origin, request, response }: LogRecord): Pick<LogRow, "words" | "hits"> {
  if (origin?.searched) return origin.searched;
  if (!SEARCHES.has(category)) return { words: [], hits: null };
  return { words: searchedWords(request.body), hits: toldHits(response.body) };
}

/** What a list shows of a record. */
export function rowOf(record: LogRecord): LogRow {
  const { id, category, request, response, origin, timestamp } = record;
  const forwarded = headerOf(request.header, "x-forwarded-for")?.split(",")[0]?.trim();
  return {
    id,
    at: parseInstant(timestamp) ?? null,
    method: request.method,
    uri: request.uri,
    category,
    took: response.took ?? null,
    duration: origin?.took ?? null,
    code: response.code,
    caller: callerOf(record),
    address: origin?.address ?? forwarded ?? "",
    ...searchedOf(record),
  };
}
