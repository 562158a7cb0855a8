import { setImmediate } from "node:timers/promises";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { NOT_OFFERED } from "@common/http/not-offered";
import { fieldRights } from "@backend/gateway/platform/access/field-rights";
import { patternsIn } from "@backend/gateway/platform/access/body-indices";
import { openExpressions, requireOpen } from "@backend/gateway/platform/access/behind-aliases";
import { checkIndices, requireIndexName, splitIndices } from "@backend/gateway/platform/access/indices";
import { mayHoldScript, requireNoScripts } from "@backend/gateway/platform/access/scripts";
import { isAdmin } from "@backend/gateway/platform/auth/types";
import { badRequest, HttpError, unauthorized } from "@backend/gateway/platform/http/errors";
import { engineError } from "@backend/gateway/platform/http/engine-errors";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { jsonText, type Reply, text } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { EngineRequest, EngineResponse } from "@backend/engine/port";
import type { Analytics } from "../../analytics/analytics";
import { requireMembers, requirePassing } from "@backend/gateway/platform/allow-list/bodies";
import { SEARCH } from "@backend/gateway/platform/allow-list/members";
import { passesOf, refuseParameter } from "@backend/gateway/platform/allow-list/parameters";
import type { Services } from "@backend/gateway/services";
import { createNamesBehind } from "../../indices/names-behind";
import { createIndexRules } from "../../search-relevance/rules/indexing";
import { reach } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { checkedBulk, gatheredBulk } from "./bulk-pieces";
import type { WriteCall } from "../../indices/reindex/writes";
import { beside, withBlockedAgain, writeOf } from "./writes-beside";
import { createFieldViews } from "@backend/gateway/platform/fields/views";
import { withinFields } from "./field-body";
import { createHeldScrolls } from "./held-scrolls";
import { isCut, queryWithin, replyWithin } from "./field-rights";
import { requireSettingsKept } from "./kept-settings";
import { isOwnHealth, ownHealth } from "./own-health";
import { prepareBody } from "./prepare-body";
import { beginRecording } from "./record-search";
import { refusalWithKnownNames, withKnownNames } from "./known-names";
import { type BodyKind, ELASTIC_ROUTES, type ElasticRoute } from "@backend/gateway/platform/http/engine-calls";
import { hasCallAsId, isReserved } from "@backend/gateway/platform/http/typed-calls";

// Names in the path, beside the index, that are indices too.
const NAMES_INDEX = /\/(_alias|_aliases|_rollover|_shrink|_split|_clone)\/:name$/;

// Lists of cat that take the index as a parameter too, as clients send it.
const CAT_OF_INDEX = new Set(["indices", "shards", "count", "segments", "recovery"]);

function indexOfCat({ category }: ElasticRoute, { segments, query }: SignedContext): string | undefined {
  return category === "cat" && segments.length === 2 && CAT_OF_INDEX.has(segments[1] ?? "")
    ? query["index"]
    : undefined;
}

function targetSegments(row: ElasticRoute, context: SignedContext): string[] {
  const inQuery = indexOfCat(row, context);
  if (row.target === undefined) return inQuery ? [...context.segments, inQuery] : [...context.segments];
  return row.target
    .slice(1)
    .split("/")
    .map((segment) => (segment.startsWith(":") ? (context.params[segment.slice(1)] ?? "") : segment));
}

// A second segment that begins with an underscore is an API of Elasticsearch that is not offered, never a document's
// type; nor is the name of one an ID.
function requireOffered(context: SignedContext): void {
  const { type, index = "" } = context.params;
  if (type !== undefined && isReserved(index)) throw new HttpError(405, NOT_OFFERED);
  if (!hasCallAsId(context.segments) && (type === undefined || (!type.startsWith("_") && !index.startsWith("_"))))
    return;
  const reason = `no handler found for uri [${context.path}] and method [${context.method}]`;
  throw new HttpError(400, "elastic: Error 400 (Bad Request)", { cause: { type: "unsupported", reason } });
}

function queryOf(row: ElasticRoute, context: SignedContext): Record<string, string> {
  // The body may come as a parameter, and the index of a list of `_cat`; both are taken out of there and checked like
  // any other.
  const { source: _body, source_content_type: _type, index, ...passed } = context.query;
  const query: Record<string, string> = passed;
  if (index !== undefined && indexOfCat(row, context) === undefined)
    refuseParameter("index", { row: passesOf(context.method, row.path), caller: context.caller, path: context.path });
  // The real server drops this header and answers text; clients that ask only by it get their JSON here.
  if (row.category === "cat" && query["format"] === undefined && /\bjson\b/.test(context.headers.accept ?? ""))
    query["format"] = "json";
  const rights = fieldRights(context.caller);
  return rights ? queryWithin(row, query, rights) : query;
}

/** A text that takes some milliseconds to read. */
const LONG_TEXT = 1_000_000;

async function bodyOf(row: ElasticRoute, context: SignedContext): Promise<string> {
  if (row.body === "none") return "";
  const sent = await context.text();
  const given = sent === "" && row.op === "read" ? (context.query["source"] ?? "") : sent;
  // Each reads the whole text, and so does the engine: other calls have their turn between them.
  const turn = async () => void (given.length > LONG_TEXT && (await setImmediate()));
  await turn();
  requirePassing({ row: passesOf(context.method, row.path), caller: context.caller, text: given });
  await turn();
  const prepared = prepareBody({ kind: row.body, caller: context.caller, text: given });
  await turn();
  return prepared;
}

// Names of aliases and of new indices in the path, cat's and the cluster's index lists, and query parameters that name
// indices.
function checkNames(row: ElasticRoute, context: SignedContext): void {
  const { name, rest } = context.params;
  if (name !== undefined && NAMES_INDEX.test(row.path) && row.op !== "read")
    checkIndices(context.caller, splitIndices(name));
  if (isAdmin(context.caller)) return;
  const last = rest?.split("/").at(-1);
  if (last !== undefined && rest !== undefined && (rest.includes("/") || row.category === "cat")) {
    checkIndices(
      context.caller,
      splitIndices(last).filter((one) => one.startsWith(".") || one.startsWith("<")),
    );
  }
  checkIndices(context.caller, splitIndices(context.query["index"] ?? ""));
}

// All scrolls are those of other callers and of this server too.
function requireOwnScrolls({ method, path, params, caller }: SignedContext, body: string): void {
  if (method !== "DELETE" || !path.startsWith("/_search/scroll") || isAdmin(caller)) return;
  if (/\b_all\b|\\u/.test(`${params["scroll"] ?? ""} ${body}`))
    throw unauthorized("credentials cannot access [_all] scrolls");
}

// A component is a part of anybody's templates, those of system indices too: who may change which of them cannot be
// told by their names.
function requireOwnTemplates({ path, op }: ElasticRoute, { caller }: SignedContext): void {
  if (path !== "/_component_template/:name" || op === "read" || isAdmin(caller)) return;
  throw unauthorized("only admins can change component templates");
}

function replyOf(response: EngineResponse): Reply {
  if (response.status >= 400) throw engineError(response);
  const isJson = response.contentType === "" || response.contentType.includes("json");
  const reply = isJson ? jsonText(response.body, response.status) : text(response.body, response.status);
  return {
    ...reply,
    headers: { ...reply.headers, "X-Origin": "appbase.io" },
    ...(response.rest ? { rest: response.rest } : {}),
  };
}

// A new document's place, which Elasticsearch tells in a header that does not come through the port; with the real name
// of its index and its routing.
function locationOf({ body, status }: EngineResponse, { query }: SignedContext): Record<string, string> {
  const made = status === 201 ? parseJson(body) : null;
  if (!isJsonObject(made) || typeof made["_index"] !== "string" || typeof made["_id"] !== "string") return {};
  const routing = query["routing"] ? `?routing=${encodeURIComponent(query["routing"])}` : "";
  return { Location: `${enginePath([made["_index"], "_doc", made["_id"]])}${routing}` };
}

/**
 * Bulks that are larger, in bytes, or do not say how large they are, are looked at as they come, and go on so where the
 * engine takes that.
 */
const LARGE = 1024 * 1024;

function isLarge({ headers }: SignedContext): boolean {
  return headers["content-encoding"] !== undefined || Number(headers["content-length"] ?? Infinity) > LARGE;
}

type ElasticServices = Pick<Services, "engine" | "reIndexed" | "log" | "places" | "sums" | "held" | "writes">;

/**
 * Passes a call on to the engine by a row of the table, within the fields and names that its caller may use; that he
 * may use the route is checked before.
 */
export type Forward = (row: ElasticRoute, context: SignedContext) => Promise<Reply>;

/** The way of a call to the engine and back. */
export function createForward(services: ElasticServices, { service }: Pick<Analytics, "service">): Forward {
  const views = createFieldViews(services.engine);
  const heldScrolls = createHeldScrolls(services);

  async function ask(
    row: ElasticRoute,
    context: SignedContext,
    sent: Pick<EngineRequest, "query" | "body" | "pieces" | "takesRest">,
    segments: string[],
  ): Promise<EngineResponse> {
    const request: EngineRequest = {
      method: context.method as EngineRequest["method"],
      path: enginePath(segments),
      query: queryOf(row, context),
      signal: context.signal,
      requestId: context.id,
      ...sent,
    };
    const call = writeOf(row, context, { ...sent, engine: services.engine });
    return call ? services.writes.around(call, () => resent(call, request)) : reach(services.engine, request);
  }

  // Of a bulk that was read whole, what came up against the end of a re-index is sent once more.
  async function resent(call: WriteCall, request: EngineRequest): Promise<EngineResponse> {
    const { pieces } = request;
    if (pieces)
      return reach(services.engine, { ...request, pieces: beside(pieces, { ...call, writes: services.writes }) });
    const response = await reach(services.engine, request);
    if (!request.path.endsWith("/_bulk") || request.body === undefined) return response;
    return withBlockedAgain({
      body: request.body,
      response,
      wait: () => services.writes.waitedFor(call),
      send: (body) => reach(services.engine, { ...request, body }),
    });
  }

  // What is sent, with the fields that the caller may not see as ones that are not there.
  async function sentOf(
    row: ElasticRoute,
    context: SignedContext,
    body: string,
  ): Promise<Pick<EngineRequest, "query" | "body">> {
    const rights = fieldRights(context.caller);
    if (!rights) return body === "" ? {} : { body };
    if (row.acl === "settings" && row.op === "write")
      await requireSettingsKept({ ...services, views, rights }, { context, body });
    const sent = await withinFields({
      row,
      rights,
      indices: context.indices,
      query: queryOf(row, context),
      body,
      views,
      signal: context.signal,
    });
    return sent.body === "" ? { query: sent.query } : sent;
  }

  // A template is filled in first, so that what is searched is what was checked.
  async function searchTemplate(row: ElasticRoute, context: SignedContext, template: string): Promise<EngineResponse> {
    if (mayHoldScript(template)) requireNoScripts(lenient(template));
    const rendered = await reach(services.engine, {
      method: "POST",
      path: "/_render/template",
      body: template,
      signal: context.signal,
    });
    if (rendered.status >= 400) return rendered;
    const answer = parseJson(rendered.body);
    const output = isJsonObject(answer) ? answer["template_output"] : undefined;
    if (!isJsonObject(output)) throw badRequest("the template gives no search body");
    requireMembers(SEARCH, output, { caller: context.caller, text: rendered.body });
    const body = prepareBody({ kind: "search", caller: context.caller, text: stringifyJson(output) });
    const found = await ask(
      row,
      { ...context, method: "POST" },
      await sentOf(row, context, body),
      context.segments.slice(0, -1),
    );
    // A template's answer says its status once more in the body.
    return found.status >= 400 ? found : { ...found, body: found.body.replace(/\}\s*$/, `,"status":${found.status}}`) };
  }

  // The path as it goes on, without the system indices that its patterns reach by their aliases.
  async function withinOpen(row: ElasticRoute, context: SignedContext): Promise<SignedContext> {
    const open = await openExpressions(context.indices, {
      caller: context.caller,
      behind: services.reIndexed.behindAliases,
    });
    if (open === context.indices) return context;
    const index = open.join(",");
    return {
      ...context,
      params: { ...context.params, index },
      segments: context.segments.with(row.path.split("/").indexOf(":index") - 1, index),
    };
  }

  async function answerTo(row: ElasticRoute, context: SignedContext): Promise<EngineResponse> {
    if (row.body === "bulk" && isLarge(context)) {
      const { caller } = context;
      const sent = services.engine.streams
        ? { pieces: checkedBulk({ caller, pieces: context.pieces() }), takesRest: true }
        : { body: await gatheredBulk({ caller, pieces: context.pieces({ held: true }) }) };
      return ask(row, context, sent, targetSegments(row, context));
    }
    const body = await bodyOf(row, context);
    requireOwnScrolls(context, body);
    if (!isAdmin(context.caller))
      await requireOpen(patternsIn(row.body, body), {
        caller: context.caller,
        behind: services.reIndexed.behindAliases,
      });
    return heldScrolls.around({ row, context, body }, async () => {
      if (row.body === "template-search") return searchTemplate(row, context, body);
      const isCutShort = (fieldRights(context.caller) !== null && isCut(row)) || isOwnHealth(row, context.caller);
      return ask(
        row,
        context,
        {
          ...(await sentOf(row, context, body)),
          ...(row.op === "read" && context.method !== "HEAD" && !isCutShort ? { takesRest: true } : {}),
        },
        targetSegments(row, context),
      );
    });
  }

  const isOfRecords = (index: string) => index.startsWith(services.places.of(SYSTEM.analytics).definition.name);

  return async function forward(row, context) {
    requireOffered(context);
    requireIndexName(context.params["index"] ?? "", row.path === "/:index" && context.method === "PUT");
    checkNames(row, context);
    requireOwnTemplates(row, context);
    const open = await withinOpen(row, context);
    const recorded = row.category === "search" ? beginRecording({ service, log: services.log, context }) : null;
    const response = await answerTo(row, open);
    if (row.op === "write" && context.indices.some(isOfRecords)) await services.sums.ledger.doubt();
    const rights = fieldRights(context.caller);
    const named = { row, context, reIndexed: services.reIndexed };
    const answered = replyOf(await refusalWithKnownNames(response, named));
    const told = isOwnHealth(row, context.caller) ? ownHealth(answered) : answered;
    const seen =
      rights && isCut(row)
        ? replyWithin(row, told, await views({ rights, indices: context.indices, signal: context.signal }))
        : told;
    const reply = await withKnownNames(seen, named);
    if (row.op === "write" && row.acl.startsWith("alias")) services.reIndexed.forget();
    if (recorded) return recorded(reply);
    return row.category === "docs"
      ? { ...reply, headers: { ...reply.headers, ...locationOf({ ...response, body: reply.body }, context) } }
      : reply;
  };
}

const USES: Readonly<Record<BodyKind, Route["weighs"]>> = {
  none: "api",
  search: "search",
  count: "search",
  change: "search",
  msearch: "search",
  mget: "search",
  "term-vectors": "search",
  "template-search": "search",
  bulk: "bulk",
  document: "document",
  update: "document",
  reindex: "definition",
  aliases: "definition",
  admin: "definition",
};

// Cursors of scrolls are the only bodies of searches that are passed on unread.
function weighs({ body, category, acl }: ElasticRoute): Route["weighs"] {
  if (acl === "analyze") return "analyze";
  return category === "search" ? "search" : USES[body];
}

/** Elasticsearch's routes, passed on to the engine once the caller's rights are checked. */
export function elasticsearchRoutes(
  forward: Forward,
  services: Omit<Parameters<typeof createIndexRules>[0], "namesBehind"> & Pick<Services, "engine">,
): Route[] {
  const withIndexRules = createIndexRules({ ...services, namesBehind: createNamesBehind(services.engine) });
  return ELASTIC_ROUTES.map((row) => ({
    methods: row.methods,
    path: row.path,
    access: { kind: "search", category: row.category, acl: row.acl, op: row.op, mayBeStream: true },
    weighs: weighs(row),
    handle: async (context) => forward(row, await withIndexRules(row, context)),
  }));
}

function lenient(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw badRequest("elastic: Error 400 (Bad Request): the body is not valid JSON [type=parsing_exception]");
  }
}
