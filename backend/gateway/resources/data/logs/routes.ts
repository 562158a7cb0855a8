import * as z from "zod";
import { isJsonObject, type JsonObject } from "@common/text/json";
import { notFound } from "@backend/gateway/platform/http/errors";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { withDeltas } from "./deltas";
import { ownFilters } from "./own-filters";
import { logSearchBody, rangeOf } from "./query";
import { shownRecord, sourceFilter, verboseRecord } from "./records";
import { type LogServices, searchLogs } from "./search";
import { visibleClauses } from "./visible";

const ACCESS = { kind: "server", category: "logs", indices: "path" } as const;

const SourceSchema = z.custom<JsonObject>(isJsonObject);
const FoundSchema = z.object({
  took: z.number(),
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.object({ _source: SourceSchema })) }),
});

type Parts = LogServices & Pick<Services, "readers">;

// One record of the server, or of an index for who may read no other.
async function one(services: Parts, context: SignedContext): Promise<Reply> {
  const id = context.params["id"] ?? "";
  const filter = [{ term: { id } }, ...visibleClauses(context)];
  const body = { query: { bool: { filter } }, size: 1, _source: sourceFilter(context) };
  const found = await searchLogs(services, { body, schema: FoundSchema, context });
  const record = found.hits.hits[0]?._source;
  if (!record) throw notFound(`Log not found with ID: ${id}`);
  const shown = shownRecord(record, context, await services.readers(context));
  return json(context.query["verbose"] === "false" ? withDeltas(shown) : verboseRecord(shown));
}

async function list(services: Parts, context: SignedContext, latency: boolean): Promise<Reply> {
  const own = ownFilters(context);
  const now = Date.now();
  const body = {
    ...logSearchBody({ query: context.query, visible: visibleClauses(context), latency, own: own.clauses, now }),
    _source: sourceFilter(context),
  };
  const to = rangeOf(context.query, now).lte;
  const found = await searchLogs(services, { body, schema: FoundSchema, context, to });
  const reader = await services.readers(context);
  const logs = found.hits.hits.map((hit) => shownRecord(hit._source, context, reader));
  return json({
    logs,
    total: found.hits.total.value,
    took: found.took,
    ...(own.names.length > 0 ? { filters: own.names } : {}),
  });
}

/** The request log: list, slowest searches, one record. Its own calls are not logged. */
export function logRoutes(services: Parts): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    methods: ["GET"],
    path,
    access: ACCESS,
    log: false,
    handle,
  });
  return [
    route("/_logs", (context) => list(services, context, false)),
    route("/:index/_logs", (context) => list(services, context, false)),
    route("/_logs/search", (context) => list(services, context, true)),
    route("/:index/_logs/search", (context) => list(services, context, true)),
    route("/_log/:id", (context) => one(services, context)),
    route("/:index/_log/:id", (context) => one(services, context)),
  ];
}
