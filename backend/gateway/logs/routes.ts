import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/json";
import { fieldRights } from "../access/field-rights";
import { engineError } from "../http/engine-errors";
import { notFound } from "../http/errors";
import { json, type Reply } from "../http/reply";
import type { Route, SignedContext } from "../http/types";
import type { Services } from "../services";
import { reach } from "../store/engine-client";
import { logSearchBody } from "./query";

const ACCESS = { kind: "server", category: "logs", indices: "path" } as const;

const SourceSchema = z.custom<JsonObject>(isJsonObject);
const FoundSchema = z.object({
  took: z.number(),
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.object({ _source: SourceSchema })) }),
});

// The bodies of other people's calls hold documents whole.
function withinRights(record: JsonObject, { caller }: SignedContext): JsonObject {
  if (fieldRights(caller) === null) return record;
  const bare = (part: JsonValue | undefined): JsonValue => (part !== undefined && isJsonObject(part) ? { ...part, body: "" } : (part ?? null));
  const changes = (list: JsonValue | undefined): JsonValue => (Array.isArray(list) ? list.map(bare) : (list ?? null));
  const { request, response, requestChanges, responseChanges } = record;
  return { ...record, request: bare(request), response: bare(response), requestChanges: changes(requestChanges), responseChanges: changes(responseChanges) };
}

type LogServices = Pick<Services, "engine" | "recorder" | "logIndex">;

async function search({ engine, logIndex }: LogServices, body: unknown, context: SignedContext) {
  const response = await reach(engine, { method: "POST", path: `/${logIndex.alias()}/_search`, body: JSON.stringify(body), signal: context.signal });
  if (response.status >= 400) throw engineError(response);
  return FoundSchema.parse(parseJson(response.body));
}

// With `verbose`, records that hold deltas have them resolved and their bodies parsed; ours hold full texts, so the record is as stored.
async function one(services: LogServices, context: SignedContext): Promise<Reply> {
  const id = context.params["id"] ?? "";
  await services.recorder.flush();
  const found = await search(services, { query: { term: { id } }, size: 1, track_total_hits: true }, context);
  const record = found.hits.hits[0]?._source;
  if (!record) throw notFound(`Log not found with ID: ${id}`);
  return json(withinRights(record, context));
}

async function list(services: LogServices, context: SignedContext, latency: boolean): Promise<Reply> {
  const body = logSearchBody({ query: context.query, indices: context.indices, latency });
  await services.recorder.flush();
  const found = await search(services, body, context);
  return json({ logs: found.hits.hits.map((hit) => withinRights(hit._source, context)), total: found.hits.total.value, took: found.took });
}

/** The request log: list, slowest searches, one record. Its own calls are not logged. */
export function logRoutes(services: LogServices): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({ methods: ["GET"], path, access: ACCESS, log: false, handle });
  return [
    route("/_logs", (context) => list(services, context, false)),
    route("/:index/_logs", (context) => list(services, context, false)),
    route("/_logs/search", (context) => list(services, context, true)),
    route("/:index/_logs/search", (context) => list(services, context, true)),
    route("/_log/:id", (context) => one(services, context)),
  ];
}
