import type { JsonObject } from "@common/json";
import { budgetFor } from "../../budget";
import type { RouteAnswer, RouteContext } from "../../http/types";
import { requireIndex } from "../../index/registry";
import type { EmbeddedRoute, EmbeddedState } from "../../state";
import { validationError, versionConflict } from "../errors";
import { readDocument } from "../get";
import { parseSource } from "../writer";
import { readTermVectorsRequest, TERM_VECTORS_PARAMETERS } from "./request";
import { termVectors } from "./vectors";

/** The terms of a stored document, or of one that is given. */
async function termVectorsRoute(context: RouteContext<EmbeddedState>): Promise<RouteAnswer> {
  const began = Date.now();
  const { id, index: expression = "" } = context.params;
  const body = context.object();
  const request = readTermVectorsRequest({ body, query: context.query, id });
  if (id === undefined && !request.doc) throw validationError("id or doc is missing");
  const index = requireIndex(context.engine.indices, expression);
  const head = { _index: index.name, ...(id !== undefined && { _id: id }) };
  let source: JsonObject | undefined = request.doc;
  let version = 0;
  if (id !== undefined) {
    const found = readDocument(context.engine, { index, id });
    if (!found) return { body: { ...head, _version: 0, found: false, took: Date.now() - began } };
    const asked = context.query["version"] === undefined ? body["version"] : context.integer("version", 0);
    if (asked !== undefined && asked !== found.version)
      throw versionConflict({ index, id, why: `current version [${found.version}] is different than the one provided [${String(asked)}]` });
    source = parseSource(found.source);
    version = found.version;
  }
  const vectors = await budgetFor({ signal: context.signal }).finish(termVectors(index, source ?? {}, request));
  return { body: { ...head, _version: version, found: true, took: Date.now() - began, term_vectors: vectors } };
}

export const termVectorsRoutes: EmbeddedRoute[] = ["/{index}/_termvectors", "/{index}/_termvectors/{id}"].map((path) => ({
  methods: ["GET", "POST"],
  path,
  query: TERM_VECTORS_PARAMETERS,
  handler: termVectorsRoute,
}));
