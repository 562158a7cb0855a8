import { ENGINE_LIMITS } from "@common/limits/engine";
import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { didYouMean } from "../query/parse/errors";
import { EngineError, illegalArgument } from "../errors";
import { scriptRefused, validationError } from "./errors";

/** What a write expects of the document that is there. */
export type Expectation = {
  ifSeqNo?: number;
  ifPrimaryTerm?: number;
  version?: number;
  versionType: "internal" | "external" | "external_gte";
};

/** The body of an update. Scripts are refused. */
export type UpdateBody = {
  doc?: JsonObject;
  upsert?: JsonObject;
  docAsUpsert: boolean;
  detectNoop: boolean;
  source?: JsonValue;
};

/** One write of one document, before its index is looked up. */
export type Operation = { index: string; id: string | undefined; expectation: Expectation } & (
  { kind: "index" | "create"; source: () => string } | { kind: "update"; body: UpdateBody } | { kind: "delete" }
);

const MAX_ID_BYTES = ENGINE_LIMITS.id.most;

/** Throws where an id is longer than Elasticsearch takes. */
export function idProblem(id: string | undefined): string | undefined {
  const bytes = id === undefined || id.length * 3 <= MAX_ID_BYTES ? 0 : Buffer.byteLength(id);
  return bytes > MAX_ID_BYTES
    ? `id [${id}] is too long, must be no longer than ${MAX_ID_BYTES} bytes but was: ${bytes}`
    : undefined;
}

/** Checks what a write expects, from query parameters or a bulk line. Values are numbers or undefined. */
export function expectationOf({
  kind,
  ifSeqNo,
  ifPrimaryTerm,
  version,
  versionType,
}: {
  kind: Operation["kind"];
  ifSeqNo?: number;
  ifPrimaryTerm?: number;
  version?: number;
  versionType?: string;
}): Expectation {
  if (versionType !== undefined && !["internal", "external", "external_gt", "external_gte"].includes(versionType))
    throw illegalArgument(`No version type match [${versionType}]`);
  const type =
    versionType === "external_gt"
      ? "external"
      : versionType === "external" || versionType === "external_gte"
        ? versionType
        : "internal";
  const problems: string[] = [];
  if (type === "internal" && version !== undefined)
    problems.push(
      "internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead",
    );
  if (type !== "internal" && version === undefined)
    problems.push("version type [external] may not be used without a version".replace("external", type));
  if (kind === "create" && type !== "internal")
    problems.push(`create operations only support internal versioning. use index instead`);
  if (ifSeqNo !== undefined && ifPrimaryTerm === undefined) problems.push("ifSeqNo is set, but primary term is [0]");
  if (ifSeqNo === undefined && ifPrimaryTerm !== undefined)
    problems.push(`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`);
  if (kind === "create" && ifSeqNo !== undefined)
    problems.push("create operations do not support compare and set. use index instead");
  if (problems.length > 0) throw validationError(...problems);
  return {
    ...(ifSeqNo !== undefined && { ifSeqNo }),
    ...(ifPrimaryTerm !== undefined && { ifPrimaryTerm }),
    ...(version !== undefined && { version }),
    versionType: type,
  };
}

const UPDATE_KEYS = [
  "doc",
  "upsert",
  "doc_as_upsert",
  "detect_noop",
  "script",
  "scripted_upsert",
  "_source",
  "if_seq_no",
  "if_primary_term",
  "lang",
];

function objectAt(body: JsonObject, key: string): JsonObject | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (!isJsonObject(value))
    throw new EngineError(
      400,
      "x_content_parse_exception",
      `[1:2] [UpdateRequest] ${key} doesn't support values of type: VALUE_${typeof value === "string" ? "STRING" : "NUMBER"}`,
    );
  return value;
}

/** Reads the body of an update. Throws EngineError for unknown keys, for scripts and when there is nothing to do. */
export function parseUpdate(body: JsonObject): UpdateBody {
  const unknown = Object.keys(body).find((key) => !UPDATE_KEYS.includes(key));
  if (unknown !== undefined)
    throw new EngineError(
      400,
      "x_content_parse_exception",
      `[1:2] [UpdateRequest] unknown field [${unknown}]${didYouMean(unknown, UPDATE_KEYS)}`,
    );
  if (body["script"] !== undefined) throw scriptRefused();
  const doc = objectAt(body, "doc");
  const upsert = objectAt(body, "upsert");
  const docAsUpsert = body["doc_as_upsert"] === true;
  if (!doc)
    throw docAsUpsert
      ? validationError("script or doc is missing", "doc must be specified if doc_as_upsert is enabled")
      : validationError("script or doc is missing");
  return {
    doc,
    ...(upsert && { upsert }),
    docAsUpsert,
    detectNoop: body["detect_noop"] !== false,
    ...(body["_source"] !== undefined && { source: body["_source"] }),
  };
}
