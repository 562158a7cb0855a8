import type { JsonObject } from "@common/text/json";
import type { Forward } from "../elasticsearch/routes";
import { requireAllTold } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { badRequest, HttpError, notFound, unauthorized } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { maySee, requireIndex, requireMaySearch, requireNamedWithin } from "./rights";
import { answered, objectOf, readBody, recordOf, required, type StoredQuery, told } from "./schema";
import { requireValid, runQuery } from "./run";
import { rendered } from "./template";
import { usageOf } from "./usage";

const ACCESS: Access = { kind: "server", category: "storedquery" };
// As for a search that is posted: nothing is written by it.
const READING: Access = { ...ACCESS, op: "read" };

/** `/_storedquery`, `/_storedqueries`: searches that are kept with placeholders, and run with parameters. */
export function storedQueryRoutes(
  services: Pick<Services, "engine" | "logIndex" | "recorder" | "readers" | "storedQueries">,
  forward: Forward,
): Route[] {
  const { storedQueries, readers } = services;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  async function known(context: SignedContext, missing: string): Promise<StoredQuery> {
    const stored = await storedQueries.get(idOf(context));
    if (!stored) throw notFound(missing);
    requireIndex(context.caller, stored.index);
    return stored;
  }

  // Whoever may not see all fields is told of a query that names others that it is there; he may run it, which his
  // rights bound.
  async function shown(context: SignedContext, queries: readonly StoredQuery[]): Promise<Record<string, unknown>[]> {
    const reader = await readers(context);
    return queries.map((stored) => (reader ? told(stored, reader) : answered(stored)));
  }

  async function requireTold(
    context: SignedContext,
    { query, params }: Pick<StoredQuery, "query" | "params">,
  ): Promise<void> {
    const reader = await readers(context);
    if (reader?.isNamed([objectOf(query), objectOf(params)]))
      throw unauthorized("credentials cannot access all fields of this stored query");
  }

  async function requireKept(context: SignedContext, stored: StoredQuery): Promise<void> {
    const reader = await readers(context);
    if (reader) requireAllTold({ kept: answered(stored), told: told(stored, reader), what: "this stored query" });
  }

  // What an engine says of a query that was written by somebody else may name what its reader may not see.
  async function untold(reader: Reader | null, run: () => Promise<Reply>): Promise<Reply> {
    if (!reader) return run();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof HttpError) || !reader.isNamed([error.message, error.detail?.reason ?? ""])) throw error;
      throw new HttpError(
        error.status,
        "the stored query cannot be run with the fields that these credentials can access",
      );
    }
  }

  async function put(context: SignedContext): Promise<Reply> {
    const done = message("Query is updated successfully");
    if (isLocal(context)) return done;
    requireMaySearch(context.caller);
    const before = await storedQueries.get(idOf(context));
    if (before) requireIndex(context.caller, before.index);
    if (before) await requireKept(context, before);
    const record = recordOf({ id: idOf(context), body: readBody(await context.text()), before });
    requireIndex(context.caller, record.index);
    requireNamedWithin([context.caller], rendered(objectOf(record.query), objectOf(record.params)));
    await storedQueries.put(record);
    return done;
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const done = message("Query is deleted successfully");
    if (isLocal(context)) return done;
    const stored = await storedQueries.get(idOf(context));
    if (stored) requireIndex(context.caller, stored.index);
    if (stored) await requireKept(context, stored);
    if (!stored || !(await storedQueries.remove(stored.id))) throw badRequest("stored query not found");
    return done;
  }

  // A kept query with the parameters of the call over its own.
  async function filled(context: SignedContext): Promise<{ stored: StoredQuery; body: JsonObject }> {
    const stored = await known(context, "query not found");
    const { params } = readBody(await context.text());
    const body = rendered(objectOf(stored.query), { ...objectOf(stored.params), ...params });
    requireNamedWithin([context.caller], body);
    return { stored, body };
  }

  async function validateGiven(context: SignedContext): Promise<Reply> {
    requireMaySearch(context.caller);
    const { query, params, index } = readBody(await context.text());
    const body = rendered(required(query, "query"), required(params, "params"));
    if (index) requireIndex(context.caller, index);
    await requireValid(forward, { context, index: index || null, body });
    return json(body);
  }

  async function validateKept(context: SignedContext): Promise<Reply> {
    const { stored, body } = await filled(context);
    await requireTold(context, stored);
    await requireValid(forward, { context, index: stored.index, body });
    return json(body);
  }

  async function executeGiven(context: SignedContext): Promise<Reply> {
    requireMaySearch(context.caller);
    const { query, params, index } = readBody(await context.text());
    const body = rendered(required(query, "query"), params ?? {});
    const asked = required(index, "index");
    requireIndex(context.caller, asked);
    return runQuery(forward, { context, index: asked, body });
  }

  async function executeKept(context: SignedContext): Promise<Reply> {
    const { stored, body } = await filled(context);
    context.record.storedQueries = [stored.id];
    return untold(await readers(context), () => runQuery(forward, { context, index: stored.index, body }));
  }

  async function one(context: SignedContext): Promise<Reply> {
    const [found] = await shown(context, [await known(context, "stored query not found")]);
    return json(found);
  }

  async function list(context: SignedContext): Promise<Reply> {
    const seen = (await storedQueries.list()).filter(({ index }) => maySee(context.caller, index));
    return json(await shown(context, seen));
  }

  return [
    { methods: ["GET"], path: "/_storedqueries", access: ACCESS, handle: list },
    { methods: ["GET"], path: "/_storedquery/:id", access: ACCESS, handle: one },
    { methods: ["PUT"], path: "/_storedquery/:id", access: ACCESS, handle: put },
    { methods: ["DELETE"], path: "/_storedquery/:id", access: ACCESS, handle: remove },
    { methods: ["POST"], path: "/_storedquery/validate", access: READING, handle: validateGiven },
    { methods: ["POST"], path: "/_storedquery/execute", access: READING, handle: executeGiven },
    { methods: ["POST"], path: "/_storedquery/:id/validate", access: READING, handle: validateKept },
    { methods: ["POST"], path: "/_storedquery/:id/execute", access: READING, handle: executeKept },
    {
      methods: ["GET"],
      path: "/_analytics/storedqueries/usage",
      access: { kind: "server", category: "analytics" },
      log: false,
      handle: async (context) => json({ storedqueries: await usageOf(services, context) }),
    },
  ];
}
