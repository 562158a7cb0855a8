import { HttpError } from "../http/errors";
import { engineError } from "../http/engine-errors";
import { enginePath } from "../http/paths";
import { jsonText, type Reply, text } from "../http/reply";
import type { Route, SignedContext } from "../http/types";
import type { EngineRequest, EngineResponse } from "../../engine/port";
import type { Services } from "../services";
import { reach } from "../store/engine-client";
import { ELASTIC_ROUTES, type ElasticRoute } from "./table";

// Parts of paths that belong to other servers of this product, not to documents: POST there must not make an index called `arc`.
const RESERVED = new Set(["arc", "sls", "reactivesearch", "app"]);

function targetSegments(row: ElasticRoute, context: SignedContext): string[] {
  if (row.target === undefined) return [...context.segments];
  return row.target
    .slice(1)
    .split("/")
    .map((segment) => (segment.startsWith(":") ? (context.params[segment.slice(1)] ?? "") : segment));
}

// A second segment that begins with an underscore is an API of Elasticsearch that is not offered, never a document's type.
function requireOffered(context: SignedContext): void {
  const { type } = context.params;
  if (type === undefined) return;
  if (RESERVED.has(context.params["index"] ?? "")) throw new HttpError(405, "");
  if (!type.startsWith("_")) return;
  const reason = `no handler found for uri [${context.path}] and method [${context.method}]`;
  throw new HttpError(400, "elastic: Error 400 (Bad Request)", { cause: { type: "unsupported", reason } });
}

function queryOf(row: ElasticRoute, context: SignedContext): Record<string, string> {
  const query = { ...context.query };
  // The real server drops this header and answers text; clients that ask only by it get their JSON here.
  if (row.category === "cat" && query["format"] === undefined && /\bjson\b/.test(context.headers.accept ?? "")) query["format"] = "json";
  return query;
}

function replyOf(response: EngineResponse): Reply {
  if (response.status >= 400) throw engineError(response);
  const isJson = response.contentType === "" || response.contentType.includes("json");
  const reply = isJson ? jsonText(response.body, response.status) : text(response.body, response.status);
  return { ...reply, headers: { ...reply.headers, "X-Origin": "appbase.io" } };
}

/** Elasticsearch's routes, passed on to the engine once the caller's rights are checked. */
export function elasticsearchRoutes(services: Pick<Services, "engine">): Route[] {
  async function forward(row: ElasticRoute, context: SignedContext): Promise<Reply> {
    requireOffered(context);
    const body = row.body === "none" ? "" : await context.text();
    const request: EngineRequest = {
      method: context.method as EngineRequest["method"],
      path: enginePath(targetSegments(row, context)),
      query: queryOf(row, context),
      signal: context.signal,
      requestId: context.id,
      ...(body === "" ? {} : { body }),
    };
    return replyOf(await reach(services.engine, request));
  }

  return ELASTIC_ROUTES.map((row) => ({
    methods: row.methods,
    path: row.path,
    access: { kind: "search", category: row.category, acl: row.acl, op: row.op },
    handle: (context) => forward(row, context),
  }));
}
