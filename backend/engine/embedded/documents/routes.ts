import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument, indexNotFound } from "../errors";
import { type AnswerValue, RawJson } from "../http/raw-json";
import { writeJson } from "../http/serialize";
import type { RouteContext } from "../http/types";
import { requireIndex } from "../index/registry";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute, ReadingState } from "../state";
import { type BulkAnswers, requireAlias, runBulk } from "./bulk";
import { bulkItems } from "./bulk-lines";
import { byQueryRoutes } from "./by-query-routes";
import { taskRoutes } from "./task-routes";
import { termVectorsRoutes } from "./term-vectors/routes";
import { validationError, versionConflict } from "./errors";
import { documentJson, readDocument } from "./get";
import type { Expectation, Operation } from "./operation";
import { expectationOf, idProblem, parseUpdate } from "./operation";
import { showSource, SOURCE_PARAMETERS, sourceOptionsIn, sourceOptionsOf } from "./source-options";
import { whileWanted } from "../steps";
import { singleWrites } from "./single-writes";
import { outcomeJson, outcomeStatus } from "./writer";

type Context = RouteContext<EmbeddedState>;
type ReadingContext = RouteContext<ReadingState>;

function expectation(context: Context, kind: Operation["kind"]): Expectation {
  const number = (name: string) => (context.query[name] === undefined ? undefined : context.integer(name, 0));
  const [ifSeqNo, ifPrimaryTerm, version] = [number("if_seq_no"), number("if_primary_term"), number("version")];
  const versionType = context.query["version_type"];
  return expectationOf({
    kind,
    ...(ifSeqNo !== undefined && { ifSeqNo }),
    ...(ifPrimaryTerm !== undefined && { ifPrimaryTerm }),
    ...(version !== undefined && { version }),
    ...(versionType !== undefined && { versionType }),
  });
}

function refreshed(context: Context): boolean {
  const word = context.query["refresh"];
  if (word === undefined || word === "false" || word === "wait_for") return false;
  if (word === "" || word === "true") return true;
  throw illegalArgument(`Unknown value for refresh: [${word}].`);
}

async function write(context: Context, operation: Operation) {
  const { engine } = context;
  const long = idProblem(operation.id);
  if (long !== undefined) throw validationError(long);
  const forced = refreshed(context);
  if (context.flag("require_alias", false)) requireAlias(engine, operation.index);
  if (!engine.indices.target(operation.index, "write")) {
    if (operation.kind === "delete") throw indexNotFound(operation.index);
    await engine.indices.createFor(operation.index);
  }
  const outcome = await singleWrites(engine).write(operation, context.signal);
  return { outcome, status: outcomeStatus(outcome), body: outcomeJson(outcome, { forced }) };
}

function indexDocument(kind: "index" | "create") {
  return async (context: Context) => {
    const opType = context.query["op_type"];
    if (opType !== undefined && opType !== "index" && opType !== "create")
      throw illegalArgument(`opType must be 'create' or 'index', found: [${opType}]`);
    const id = context.params["id"];
    // Without an id there is nothing to replace: Elasticsearch makes it a create.
    const actual = kind === "create" || opType === "create" ? "create" : "index";
    if (context.body.length === 0) throw new EngineError(400, "parse_exception", "request body is required");
    const { status, body } = await write(context, {
      kind: actual,
      index: context.params["index"] ?? "",
      id,
      expectation: expectation(context, actual),
      source: () => context.text(),
    });
    return { status, body };
  };
}

async function deleteDocument(context: Context) {
  const { index = "", id } = context.params;
  const { status, body } = await write(context, {
    kind: "delete",
    index,
    id,
    expectation: expectation(context, "delete"),
  });
  return { status, body };
}

async function updateDocument(context: Context) {
  const { index = "", id } = context.params;
  const update = parseUpdate(context.object());
  const fromUrl = SOURCE_PARAMETERS.some((name) => context.query[name] !== undefined)
    ? sourceOptionsOf(context.query)
    : undefined;
  const shown = sourceOptionsIn(update.source, fromUrl);
  const { outcome, status, body } = await write(context, {
    kind: "update",
    index,
    id,
    expectation: expectation(context, "update"),
    body: update,
  });
  if (!shown || outcome.source === undefined) return { status, body };
  return {
    status,
    body: {
      ...body,
      get: { _seq_no: outcome.seqNo, _primary_term: 1, found: true, _source: showSource(outcome.source, shown) },
    },
  };
}

function getDocument(context: ReadingContext) {
  const { id = "" } = context.params;
  const index = requireIndex(context.engine.indices, context.params["index"] ?? "");
  const found = readDocument(context.engine, { index, id });
  const version = context.query["version"] === undefined ? undefined : context.integer("version", 0);
  if (found && version !== undefined && version !== found.version) {
    throw versionConflict({
      index,
      id,
      why: `current version [${found.version}] is different than the one provided [${version}]`,
    });
  }
  return {
    status: found ? 200 : 404,
    body: documentJson({ index, id, found, source: sourceOptionsOf(context.query) }),
  };
}

function getSource(context: ReadingContext) {
  const { id = "" } = context.params;
  const index = requireIndex(context.engine.indices, context.params["index"] ?? "");
  const found = readDocument(context.engine, { index, id });
  if (!found) throw new EngineError(404, "resource_not_found_exception", `Document not found [${index.name}]/[${id}]`);
  return { body: showSource(found.source, sourceOptionsOf(context.query) ?? { includes: [], excludes: [] }) };
}

function wantedDocuments(context: ReadingContext): { index: string; id: string; source: JsonValue | undefined }[] {
  const body = context.object();
  const unknown = Object.keys(body).find((key) => key !== "docs" && key !== "ids");
  if (unknown !== undefined)
    throw new EngineError(
      400,
      "parsing_exception",
      `unknown key [${unknown}] for a START_ARRAY, expected [docs] or [ids]`,
    );
  const index = context.params["index"];
  const docs = Array.isArray(body["docs"]) ? body["docs"] : [];
  const ids = Array.isArray(body["ids"]) ? body["ids"] : [];
  const list = [
    ...docs.map((entry) => {
      const doc: JsonObject = isJsonObject(entry) ? entry : { _id: entry };
      return { index: doc["_index"] ?? index, id: doc["_id"], source: doc["_source"] };
    }),
    ...ids.map((id) => ({ index, id, source: undefined })),
  ];
  if (list.length === 0) throw validationError("no documents to get");
  const problems = list.flatMap((doc, at) => [
    ...(doc.index === undefined ? [`index is missing for doc ${at}`] : []),
    ...(doc.id === undefined || doc.id === null ? [`id is missing for doc ${at}`] : []),
  ]);
  if (problems.length > 0) throw validationError(...problems);
  return list.map((doc) => ({ index: String(doc.index), id: String(doc.id), source: doc.source }));
}

function multiGet(context: ReadingContext) {
  const otherwise = sourceOptionsOf(context.query);
  const docs = wantedDocuments(context).map((wanted): AnswerValue => {
    try {
      const index = requireIndex(context.engine.indices, wanted.index);
      return documentJson({
        index,
        id: wanted.id,
        found: readDocument(context.engine, { index, id: wanted.id }),
        source: sourceOptionsIn(wanted.source, otherwise),
      });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const { caused_by: _, ...root } = error.toCause();
      return { _index: wanted.index, _id: wanted.id, error: { root_cause: [root], ...error.toCause() } };
    }
  });
  return { body: { docs } };
}

/** The items of a bulk's answer, as text: thousands of small objects would wait for the end of the call. */
function itemAnswers(forced: boolean): BulkAnswers<AnswerValue> {
  return {
    done: ({ action, operation }, outcome) => {
      const shown = operation.kind === "update" ? sourceOptionsIn(operation.body.source, undefined) : undefined;
      const json = outcomeJson(outcome, { forced });
      if (shown && outcome.source !== undefined)
        json["get"] = {
          _seq_no: outcome.seqNo,
          _primary_term: 1,
          found: true,
          _source: showSource(outcome.source, shown),
        };
      json["status"] = outcomeStatus(outcome);
      // Without a document in it the item is plain, and its text lies in one piece: one that was joined of many would
      // keep all of them.
      return new RawJson(shown ? writeJson({ [action]: json }) : JSON.stringify({ [action]: json }));
    },
    failed: ({ action, operation }, error) => ({
      [action]: { _index: operation.index, _id: operation.id ?? null, status: error.status, error: error.toCause() },
    }),
  };
}

async function bulk(context: Context) {
  const startedAt = Date.now();
  const source =
    context.query["_source"] === undefined
      ? undefined
      : context.query["_source"] === "true"
        ? true
        : context.query["_source"] === "false"
          ? false
          : context.query["_source"].split(",");
  const items = await whileWanted(
    bulkItems(context.body, {
      index: context.params["index"],
      source,
      requireAlias: context.flag("require_alias", false),
    }),
    context.signal,
  );
  const { errors, items: list } = await runBulk(context.engine, {
    items,
    signal: context.signal,
    answers: itemAnswers(refreshed(context)),
  });
  return { body: { took: Date.now() - startedAt, errors, items: list } };
}

const WRITE = [
  "refresh",
  "routing",
  "timeout",
  "version",
  "version_type",
  "if_seq_no",
  "if_primary_term",
  "op_type",
  "wait_for_active_shards",
  "require_alias",
];
const READ = [...SOURCE_PARAMETERS, "routing", "preference", "realtime", "refresh", "version", "version_type"];
const UPDATE = [
  "refresh",
  "routing",
  "timeout",
  "if_seq_no",
  "if_primary_term",
  "wait_for_active_shards",
  "require_alias",
  "retry_on_conflict",
  "lang",
  ...SOURCE_PARAMETERS,
];
const BULK = ["refresh", "routing", "timeout", "wait_for_active_shards", "require_alias", ...SOURCE_PARAMETERS];
const MULTI_GET = [...SOURCE_PARAMETERS, "routing", "preference", "realtime", "refresh"];

/** Documents by their ids, and their terms. */
export const readingRoutes: ReadingRoute[] = [
  { methods: ["GET", "HEAD"], path: "/{index}/_doc/{id}", query: READ, handler: getDocument },
  { methods: ["GET", "HEAD"], path: "/{index}/_source/{id}", query: READ, handler: getSource },
  ...["/_mget", "/{index}/_mget"].map((path): ReadingRoute => ({
    methods: ["GET", "POST"],
    path,
    query: MULTI_GET,
    handler: multiGet,
  })),
  ...termVectorsRoutes,
];

export const routes: EmbeddedRoute[] = [
  ...readingRoutes,
  { methods: ["POST"], path: "/{index}/_doc", query: WRITE, handler: indexDocument("index") },
  { methods: ["PUT", "POST"], path: "/{index}/_doc/{id}", query: WRITE, handler: indexDocument("index") },
  { methods: ["PUT", "POST"], path: "/{index}/_create/{id}", query: WRITE, handler: indexDocument("create") },
  { methods: ["DELETE"], path: "/{index}/_doc/{id}", query: WRITE, handler: deleteDocument },
  { methods: ["POST"], path: "/{index}/_update/{id}", query: UPDATE, handler: updateDocument },
  ...["/_bulk", "/{index}/_bulk"].map((path): EmbeddedRoute => ({
    methods: ["POST", "PUT"],
    path,
    query: BULK,
    handler: bulk,
  })),
  ...byQueryRoutes,
  ...taskRoutes,
];
