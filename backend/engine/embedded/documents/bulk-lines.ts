import { ENGINE_LIMITS } from "@common/limits/engine";
import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { parseBody } from "../http/json-errors";
import { validationError } from "./errors";
import type { Expectation, Operation } from "./operation";
import { expectationOf, idProblem, parseUpdate } from "./operation";
import type { Steps } from "../steps";

const NEWLINE = 10;
/** Problems that a refusal names. */
const MOST_TOLD = 100;
const KINDS = ["create", "delete", "index", "update"];
const decoder = new TextDecoder();

/** What the URL of a bulk call gives to lines that say nothing themselves. */
export type BulkDefaults = { index: string | undefined; source: JsonValue | undefined; requireAlias: boolean };

const MOST_ACTIONS = ENGINE_LIMITS.bulkActions.most;
const LONGEST_ACTION = ENGINE_LIMITS.actionLine.most;
/** Lines between two chances for others. */
const STRETCH = 64;

/** The lines of a bulk body, each decoded only when it is read. */
class Lines {
  private readonly bytes: Buffer;
  private next = 0;
  number = 0;
  /** The line that was come to: `from` to `end`. */
  from = 0;
  end = 0;

  constructor(body: Uint8Array) {
    this.bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }

  /** Moves to the next line; false behind the last. */
  advance(): boolean {
    const { bytes } = this;
    if (this.next >= bytes.length) return false;
    const found = bytes.indexOf(NEWLINE, this.next);
    this.from = this.next;
    this.end = found < 0 ? bytes.length : found;
    this.next = this.end + 1;
    this.number++;
    return true;
  }

  isBlank(): boolean {
    for (let at = this.from; at < this.end; at++) {
      const byte = this.bytes[at];
      if (byte !== 32 && byte !== 9 && byte !== 13) return false;
    }
    return true;
  }

  /**
   * Bytes as text. Those that begin with a byte order mark, which a decoder leaves out, are rare; the others need no
   * view of their own.
   */
  text(from = this.from, end = this.end): string {
    const { bytes } = this;
    return bytes[from] === 0xef ? decoder.decode(bytes.subarray(from, end)) : bytes.toString("utf8", from, end);
  }
}

function whole(value: JsonValue | undefined): number | undefined {
  return value === undefined || value === null ? undefined : Number(value);
}

/** A line as clients mostly write it, which need not be parsed: `{"index":{"_index":"a","_id":"1"}}`. */
const TEXT = String.raw`"([^"\\\u0000-\u001f]*)"`;
const PLAIN = new RegExp(
  String.raw`^\{"(index|create)": ?\{(?:"_index": ?${TEXT}(?:, ?"_id": ?${TEXT})?|"_id": ?${TEXT})?\}\}$`,
);

type Action = { kind: Operation["kind"]; meta: JsonObject };

function parsedAction(text: string, number: number): Action {
  const action = parseBody(text);
  if (!isJsonObject(action)) {
    const token = Array.isArray(action)
      ? "START_ARRAY"
      : typeof action === "string"
        ? "VALUE_STRING"
        : typeof action === "boolean"
          ? "VALUE_BOOLEAN"
          : action === null
            ? "VALUE_NULL"
            : "VALUE_NUMBER";
    throw illegalArgument(`Malformed action/metadata line [${number}], expected START_OBJECT but found [${token}]`);
  }
  const [kind, meta] = Object.entries(action)[0] ?? [];
  if (kind === undefined)
    throw illegalArgument(`Malformed action/metadata line [${number}], expected FIELD_NAME but found [END_OBJECT]`);
  if (!KINDS.includes(kind))
    throw illegalArgument(
      `Malformed action/metadata line [${number}], expected one of [create, delete, index, update] but found [${kind}]`,
    );
  if (!isJsonObject(meta))
    throw illegalArgument(
      `Malformed action/metadata line [${number}], expected START_OBJECT or END_OBJECT but found [VALUE_STRING]`,
    );
  return { kind: kind as Operation["kind"], meta };
}

const META: ReadonlySet<string> = new Set([
  "_index",
  "_id",
  "_type",
  "routing",
  "_routing",
  "op_type",
  "opType",
  "version",
  "_version",
  "version_type",
  "_version_type",
  "if_seq_no",
  "if_primary_term",
  "retry_on_conflict",
  "_retry_on_conflict",
  "pipeline",
  "_source",
  "require_alias",
]);

/** What an action line says. `expectation` throws where the line asks for what there is not. */
type Line = {
  action: Operation["kind"];
  kind: Operation["kind"];
  index: string | undefined;
  id: string | undefined;
  requireAlias: boolean;
  expectation: () => Expectation;
  meta: JsonObject;
};

const INTERNAL: Expectation = { versionType: "internal" };
const NO_MORE: JsonObject = {};

function lineOf(text: string, { number, defaults }: { number: number; defaults: BulkDefaults }): Line {
  const plain = PLAIN.exec(text);
  if (!plain) return operationOf({ ...parsedAction(text, number), number, defaults });
  const kind = plain[1] === "create" ? "create" : "index";
  const { requireAlias } = defaults;
  return {
    action: kind,
    kind,
    index: plain[2] ?? defaults.index,
    id: plain[3] ?? plain[4],
    requireAlias,
    expectation: () => INTERNAL,
    meta: NO_MORE,
  };
}

function operationOf({
  kind,
  meta,
  number,
  defaults,
}: {
  kind: Operation["kind"];
  meta: JsonObject;
  number: number;
  defaults: BulkDefaults;
}): Line {
  const unknown = Object.keys(meta).find((key) => !META.has(key));
  if (unknown !== undefined)
    throw illegalArgument(`Action/metadata line [${number}] contains an unknown parameter [${unknown}]`);
  const nested = Object.entries(meta).find(
    ([key, value]) => key !== "_source" && (isJsonObject(value) || Array.isArray(value)),
  );
  if (nested)
    throw illegalArgument(
      `Malformed action/metadata line [${number}], expected a simple value for field [${nested[0]}] but found [${Array.isArray(nested[1]) ? "START_ARRAY" : "START_OBJECT"}]`,
    );
  const index = meta["_index"] ?? defaults.index;
  const id = meta["_id"] ?? undefined;
  const ifSeqNo = whole(meta["if_seq_no"]);
  const ifPrimaryTerm = whole(meta["if_primary_term"]);
  const version = whole(meta["version"] ?? meta["_version"]);
  const versionType = meta["version_type"] ?? meta["_version_type"];
  const actual = kind === "index" && (meta["op_type"] ?? meta["opType"]) === "create" ? "create" : kind;
  return {
    action: kind,
    kind: actual,
    meta,
    requireAlias: meta["require_alias"] === undefined ? defaults.requireAlias : meta["require_alias"] === true,
    index: index === undefined || index === null ? undefined : String(index),
    id: id === undefined ? undefined : String(id),
    expectation: () =>
      expectationOf({
        kind: actual,
        ...(ifSeqNo !== undefined && { ifSeqNo }),
        ...(ifPrimaryTerm !== undefined && { ifPrimaryTerm }),
        ...(version !== undefined && { version }),
        ...(typeof versionType === "string" && { versionType }),
      }),
  };
}

/** One operation of a bulk body and what it is called in the answer. */
export type BulkItem = {
  action: string;
  operation: Operation;
  /** Only an alias may be written to. */ requireAlias?: boolean;
};

/**
 * Reads the lines of a bulk body. Documents stay bytes until they are indexed. A line that is no action, an update that
 * cannot be read and a missing index or id refuse the whole call, as in Elasticsearch. More actions than their bound do
 * too.
 */
export function* bulkItems(body: Uint8Array, defaults: BulkDefaults): Steps<BulkItem[]> {
  if (body.length === 0) throw new EngineError(400, "parse_exception", "request body is required");
  if (body[body.length - 1] !== NEWLINE)
    throw illegalArgument("The bulk request must be terminated by a newline [\\n]");
  const lines = new Lines(body);
  const items: BulkItem[] = [];
  const problems: string[] = [];
  while (lines.advance()) {
    if (lines.isBlank()) continue;
    if (items.length % STRETCH === STRETCH - 1) yield;
    if (items.length >= MOST_ACTIONS)
      throw new EngineError(413, "content_too_long_exception", `the bulk holds more than [${MOST_ACTIONS}] actions`);
    if (lines.end - lines.from > LONGEST_ACTION)
      throw illegalArgument(
        `Malformed action/metadata line [${lines.number}]: it is longer than [${LONGEST_ACTION}] bytes`,
      );
    const { action, kind, index, id, requireAlias, expectation, meta } = lineOf(lines.text(), {
      number: lines.number,
      defaults,
    });
    if (typeof meta["pipeline"] === "string" && meta["pipeline"] !== "_none")
      throw illegalArgument(`pipeline with id [${meta["pipeline"]}] does not exist`);
    if (index === undefined || index === "") problems.push("index is missing");
    if ((kind === "delete" || kind === "update") && (id === undefined || id === "")) problems.push("id is missing");
    const long = idProblem(id);
    if (long !== undefined) problems.push(long);
    const base = { index: index ?? "", id, expectation: expectation() };
    if (kind === "delete") {
      items.push({ action, requireAlias, operation: { ...base, kind } });
      continue;
    }
    // Elasticsearch drops an action whose document does not come any more.
    if (!lines.advance()) break;
    if (kind === "update") {
      const update = parseBody(lines.text());
      if (!isJsonObject(update)) throw new EngineError(400, "parsing_exception", "Expected [START_OBJECT]");
      const parsed = parseUpdate({
        ...(defaults.source !== undefined && { _source: defaults.source }),
        ...(meta["_source"] !== undefined && { _source: meta["_source"] }),
        ...update,
      });
      items.push({ action, requireAlias, operation: { ...base, kind, body: parsed } });
      continue;
    }
    const { from, end } = lines;
    items.push({ action, requireAlias, operation: { ...base, kind, source: () => lines.text(from, end) } });
  }
  if (items.length === 0) throw validationError("no requests added");
  if (problems.length > 0) throw validationError(...problems.slice(0, MOST_TOLD));
  return items;
}
