import { isJsonObject, type JsonObject } from "@common/text/json";
import { budgetFor } from "../../budget";
import { EngineError, illegalArgument } from "../../errors";
import type { AnswerValue } from "../../http/raw-json";
import type { RouteAnswer, RouteContext } from "../../http/types";
import { requireIndex } from "../../index/registry";
import { tokenOf } from "../../query/parse/errors";
import { textOf } from "../../query/parse/values";
import type { ReadingRoute, ReadingState } from "../../state";
import { validationError, versionConflict } from "../errors";
import { readDocument } from "../get";
import { parseSource } from "../writer";
import { readTermVectorsRequest, TERM_VECTORS_PARAMETERS } from "./request";
import { termVectors } from "./vectors";

type Context = RouteContext<ReadingState>;
type Wanted = { expression: string; id: string | undefined; body: JsonObject };

/** What one call, or one of several in a call, is answered. */
async function vectorsOf(context: Context, { expression, id, body }: Wanted): Promise<Record<string, AnswerValue>> {
  const began = Date.now();
  const request = readTermVectorsRequest({ body, query: context.query, id });
  if (id === undefined && !request.doc) throw validationError("id or doc is missing");
  const index = requireIndex(context.engine.indices, expression);
  const head = { _index: index.name, ...(id !== undefined && { _id: id }) };
  let source: JsonObject | undefined = request.doc;
  let version = 0;
  if (id !== undefined) {
    const found = readDocument(context.engine, { index, id });
    if (!found) return { ...head, _version: 0, found: false, took: Date.now() - began };
    const asked = context.query["version"] === undefined ? body["version"] : context.integer("version", 0);
    if (asked !== undefined && asked !== found.version)
      throw versionConflict({
        index,
        id,
        why: `current version [${found.version}] is different than the one provided [${String(asked)}]`,
      });
    source = parseSource(found.source);
    version = found.version;
  }
  const vectors = await budgetFor({ signal: context.signal }).finish(termVectors(index, source ?? {}, request));
  return { ...head, _version: version, found: true, took: Date.now() - began, term_vectors: vectors };
}

/** The terms of a stored document, or of one that is given. */
async function termVectorsRoute(context: Context): Promise<RouteAnswer> {
  const { id, index: expression = "" } = context.params;
  return { body: await vectorsOf(context, { expression, id, body: context.object() }) };
}

/**
 * The documents of a call for several: `docs` with what each is asked for, or `ids` that are all asked for
 * `parameters`.
 */
function wantedVectors(context: Context): Wanted[] {
  const { ids = [], docs = [], parameters = {}, ...others } = context.object();
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !Array.isArray(ids) || !Array.isArray(docs) || !isJsonObject(parameters)) {
    const name = unknown ?? (!Array.isArray(ids) ? "ids" : !Array.isArray(docs) ? "docs" : "parameters");
    throw new EngineError(
      400,
      "parse_exception",
      `no parameter named [${name}] and type ${tokenOf(context.object()[name] ?? null).replace("START_", "")}`,
    );
  }
  const expression = context.params["index"] ?? "";
  const given = context.query["ids"]?.split(",") ?? [];
  const wanted = [...ids.map(String), ...given].map((id): Wanted => ({ expression, id, body: parameters }));
  for (const doc of docs) {
    if (!isJsonObject(doc)) throw illegalArgument("docs array element should include an object");
    const { _index = expression, _id, ...body } = doc;
    wanted.push({ expression: textOf(_index) ?? "", id: textOf(_id), body: { ...parameters, ...body } });
  }
  if (wanted.length === 0) throw validationError("multi term vectors: no documents requested");
  return wanted;
}

/** The terms of several documents: one that is refused tells so in its place. */
async function multiTermVectorsRoute(context: Context): Promise<RouteAnswer> {
  const wanted = wantedVectors(context);
  for (const { body, id } of wanted) readTermVectorsRequest({ body, query: context.query, id });
  const docs: AnswerValue[] = [];
  for (const one of wanted) {
    try {
      docs.push(await vectorsOf(context, one));
    } catch (error) {
      if (!(error instanceof EngineError) || error.type === "task_cancelled_exception") throw error;
      const { "resource.type": _type, "resource.id": _id, ...cause } = error.toCause();
      const { caused_by: _, ...root } = cause;
      docs.push({ _index: one.expression, _id: one.id ?? null, error: { root_cause: [root], ...cause } });
    }
  }
  return { body: { docs } };
}

export const termVectorsRoutes: ReadingRoute[] = [
  ...["/{index}/_termvectors", "/{index}/_termvectors/{id}"].map((path) => ({
    path,
    query: TERM_VECTORS_PARAMETERS,
    handler: termVectorsRoute,
  })),
  ...["/_mtermvectors", "/{index}/_mtermvectors"].map((path) => ({
    path,
    query: [...TERM_VECTORS_PARAMETERS, "ids"],
    handler: multiTermVectorsRoute,
  })),
].map((route): ReadingRoute => ({ methods: ["GET", "POST"], ...route }));
