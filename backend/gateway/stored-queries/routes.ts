import type { JsonObject } from "@common/json";
import type { Forward } from "../elasticsearch/routes";
import { badRequest, notFound } from "../http/errors";
import { isLocal } from "../http/local";
import { json, message, type Reply } from "../http/reply";
import type { Access, Route, SignedContext } from "../http/types";
import type { Services } from "../services";
import { maySee, requireIndex, requireMaySearch } from "./rights";
import { answered, objectOf, readBody, recordOf, required, type StoredQuery } from "./schema";
import { requireValid, runQuery } from "./run";
import { rendered } from "./template";
import { usageOf } from "./usage";

const ACCESS: Access = { kind: "server", category: "storedquery" };
// As for a search that is posted: nothing is written by it.
const READING: Access = { ...ACCESS, op: "read" };

/** `/_storedquery`, `/_storedqueries`: searches that are kept with placeholders, and run with parameters. */
export function storedQueryRoutes(services: Pick<Services, "engine" | "logIndex" | "recorder" | "storedQueries">, forward: Forward): Route[] {
  const { storedQueries } = services;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  async function known(context: SignedContext, missing: string): Promise<StoredQuery> {
    const stored = await storedQueries.get(idOf(context));
    if (!stored) throw notFound(missing);
    requireIndex(context.caller, stored.index);
    return stored;
  }

  async function put(context: SignedContext): Promise<Reply> {
    const done = message("Query is updated successfully");
    if (isLocal(context)) return done;
    requireMaySearch(context.caller);
    const before = await storedQueries.get(idOf(context));
    if (before) requireIndex(context.caller, before.index);
    const record = recordOf({ id: idOf(context), body: readBody(await context.text()), before });
    requireIndex(context.caller, record.index);
    await storedQueries.put(record);
    return done;
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const done = message("Query is deleted successfully");
    if (isLocal(context)) return done;
    const stored = await storedQueries.get(idOf(context));
    if (stored) requireIndex(context.caller, stored.index);
    if (!stored || !(await storedQueries.remove(stored.id))) throw badRequest("stored query not found");
    return done;
  }

  // A kept query with the parameters of the call over its own.
  async function filled(context: SignedContext): Promise<{ stored: StoredQuery; body: JsonObject }> {
    const stored = await known(context, "query not found");
    const { params } = readBody(await context.text());
    return { stored, body: rendered(objectOf(stored.query), { ...objectOf(stored.params), ...params }) };
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
    return runQuery(forward, { context, index: stored.index, body });
  }

  async function list({ caller }: SignedContext): Promise<Reply> {
    return json((await storedQueries.list()).filter(({ index }) => maySee(caller, index)).map(answered));
  }

  return [
    { methods: ["GET"], path: "/_storedqueries", access: ACCESS, handle: list },
    { methods: ["GET"], path: "/_storedquery/:id", access: ACCESS, handle: async (context) => json(answered(await known(context, "stored query not found"))) },
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
