import { randomBytes } from "node:crypto";
import type { JsonObject } from "@common/text/json";
import { isJsonObject, stringifyJson } from "@common/text/json";
import { overweight } from "@common/text/json-weight";
import { ENGINE_LIMITS } from "@common/limits/engine";
import { EngineError, mapperParsing } from "../errors";
import { parseBody } from "../http/json-errors";
import type { AnswerValue } from "../http/raw-json";
import type { IndexState } from "../index/index-state";
import type { Registry } from "../index/registry";
import { requireIndex } from "../index/registry";
import type { Mapping, ParsedDocument } from "../mapping/types";
import type { Steps } from "../steps";
import { contentOf } from "../store/build/content";
import type { IndexSession, LiveDocument } from "../store/session";
import type { WriteTransaction } from "../store/store";
import type { FieldValues, TokenPiece } from "../store/types";
import { documentMissing, versionConflict } from "./errors";
import type { Expectation, Operation } from "./operation";
import { mergePartial } from "./partial";

/** What a write of one document did. `source` is the document's text where there is one. */
export type Outcome = {
  index: IndexState;
  id: string;
  result: "created" | "updated" | "deleted" | "noop" | "not_found";
  version: number;
  seqNo: number;
  source?: string;
};

type Target = { index: IndexState; session: IndexSession };
type Put = {
  /** A new one is made where there is none. */
  id: string | undefined;
  text: string;
  source: JsonObject;
  create: boolean;
  expectation: Expectation;
  signal: AbortSignal | undefined;
};

function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineError(400, "task_cancelled_exception", "the caller has gone");
}

function* wantedPieces(pieces: Iterable<TokenPiece>, signal: AbortSignal): Iterable<TokenPiece> {
  for (const piece of pieces) {
    requireWanted(signal);
    yield piece;
  }
}

function wantedFields(fields: Map<string, FieldValues>, signal: AbortSignal): Map<string, FieldValues> {
  if (![...fields.values()].some(({ later }) => later !== undefined)) return fields;
  const looked = ({ later, ...values }: FieldValues): FieldValues => ({
    ...values,
    ...(later && { later: () => wantedPieces(later(), signal) }),
  });
  return new Map([...fields].map(([path, values]) => [path, looked(values)]));
}

/** A document whose long texts are read on for as long as somebody waits for it. */
function whileWanted(parsed: ParsedDocument, signal: AbortSignal | undefined): ParsedDocument {
  if (!signal) return parsed;
  const nested = parsed.nested.map((object) => ({ ...object, fields: wantedFields(object.fields, signal) }));
  return { ...parsed, nested, fields: wantedFields(parsed.fields, signal) };
}

/** Characters of sources between two looks at the disk. */
const LOOK_EVERY = 1024 * 1024;

/** A source that takes some milliseconds to read: others have their turn between two steps of its document. */
const LONG_TEXT = 200_000;

/**
 * Refuses a document that weighs more than one may: by its characters, then by one walk over them. Throws EngineError.
 */
function requireWeight(text: string): void {
  const { document, documentValues } = ENGINE_LIMITS;
  const bytes = text.length * 3 > document.most ? Buffer.byteLength(text) : 0;
  if (bytes > document.most)
    throw new EngineError(
      413,
      "content_too_long_exception",
      `the document is too long [${bytes}], the maximum is [${document.most}]`,
    );
  // A value takes two characters at the least.
  if (text.length > 2 * documentValues.most && overweight(text, { values: documentValues.most }))
    throw mapperParsing(`failed to parse: the document holds more than [${documentValues.most}] values`);
}

/** What tells the ids of this process from those of others, and how many it has made. */
const OWN = randomBytes(6);
let made = randomBytes(3).readUIntBE(0, 3);

/**
 * An id as Elasticsearch makes them: 20 characters, URL-safe, by time. Ids that are made after each other lie beside
 * each other in the table of ids: a bulk of random ones would rewrite as many of its pages as it has documents.
 */
export function newId(now = Date.now()): string {
  made = (made + 1) % 0x1000000;
  const bytes = Buffer.allocUnsafe(15);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUIntBE(made, 6, 3);
  OWN.copy(bytes, 9);
  return bytes.toString("base64url");
}

function conflictOf(expected: Expectation, live: LiveDocument | undefined, current: number): string | undefined {
  const { ifSeqNo, ifPrimaryTerm, version, versionType } = expected;
  if (ifSeqNo !== undefined) {
    const required = `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm ?? 0}].`;
    if (!live) return `${required} but no document was found`;
    if (live.seqNo !== ifSeqNo || ifPrimaryTerm !== 1)
      return `${required} current document has seqNo [${live.seqNo}] and primary term [1]`;
  }
  if (version === undefined || current === 0) return undefined;
  if (versionType === "external" && current >= version)
    return `current version [${current}] is higher or equal to the one provided [${version}]`;
  if (versionType === "external_gte" && current > version)
    return `current version [${current}] is higher than the one provided [${version}]`;
  return undefined;
}

/** The version that a write gives: the caller's where versions are his, else one more. */
function nextVersion({ versionType, version }: Expectation, current: number): number {
  return versionType === "internal" ? current + 1 : (version ?? current + 1);
}

/** Reads a document's text as an object. Throws `mapper_parsing_exception` in Elasticsearch's words. */
export function parseSource(text: string): JsonObject {
  if (text.trim() === "") throw mapperParsing("failed to parse, document is empty");
  let value;
  try {
    value = parseBody(text);
  } catch (error) {
    if (error instanceof EngineError) throw mapperParsing("failed to parse", { causedBy: error });
    throw error;
  }
  if (isJsonObject(value)) return value;
  throw mapperParsing("failed to parse", {
    causedBy: new EngineError(
      400,
      "not_x_content_exception",
      "Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes",
    ),
  });
}

/** Writes documents inside one transaction; mappings that grow are kept with it. */
export class DocumentWriter {
  private readonly mappings = new Map<IndexState, Mapping>();
  private readonly targets = new Map<string, Target>();
  private unlooked = 0;

  constructor(
    private readonly registry: Registry,
    private readonly transaction: WriteTransaction,
  ) {
    transaction.beforeCommit(() => {
      for (const [index, mapping] of this.mappings) registry.writeMapping(transaction, index, mapping);
    });
  }

  private target(expression: string): Target {
    const known = this.targets.get(expression);
    if (known) return known;
    const index = requireIndex(this.registry, expression, "write");
    if (
      index.settings.get("index.blocks.write") === "true" ||
      index.settings.get("index.blocks.read_only") === "true"
    ) {
      throw new EngineError(
        403,
        "cluster_block_exception",
        `index [${index.name}] blocked by: [FORBIDDEN/8/index write (api)];`,
      );
    }
    this.registry.requireWritable(index.name, index);
    const target = { index, session: this.transaction.session(index.stored) };
    this.targets.set(expression, target);
    return target;
  }

  /**
   * Carries one operation out. Throws EngineError, with nothing of it done, also where the caller goes away while the
   * texts of his document are read.
   */
  *apply(operation: Operation, signal?: AbortSignal): Steps<Outcome> {
    requireWanted(signal);
    const target = this.target(operation.index);
    if (operation.kind === "delete") return this.delete(target, operation);
    if (operation.kind === "update") return yield* this.update(target, operation, signal);
    const text = operation.source();
    requireWeight(text);
    const isLong = text.length > LONG_TEXT;
    if (isLong) yield;
    const source = parseSource(text);
    if (isLong) yield;
    return yield* this.put(target, {
      id: operation.id,
      text,
      source,
      create: operation.kind === "create",
      expectation: operation.expectation,
      signal,
    });
  }

  private *put(
    { index, session }: Target,
    { id: given, text, source, create, expectation, signal }: Put,
  ): Steps<Outcome> {
    const id = given ?? newId();
    const mapping = this.mappings.get(index) ?? index.mapping;
    const parsed = mapping.parseDocument(source, id);
    if (text.length > LONG_TEXT) yield;
    const present = parsed.mapping ?? mapping;
    // Nothing has an id that is made this moment.
    const live = given === undefined ? undefined : session.find(id);
    if (create && live)
      throw versionConflict({ index, id, why: `document already exists (current version [${live.version}])` });
    const current = live?.version ?? session.buriedVersion(id);
    const why = conflictOf(expectation, live, current);
    if (why) throw versionConflict({ index, id, why });
    const version = nextVersion(expectation, current);
    this.requireRoom({ index, session }, text);
    const { seqNo } = yield* session.put(
      { id, version, source: text, ...contentOf(whileWanted(parsed, signal), present) },
      live,
    );
    if (parsed.mapping) this.mappings.set(index, parsed.mapping);
    return { index, id, result: live ? "updated" : "created", version, seqNo, source: text };
  }

  // Looked at every megabyte: a large bulk that begins with little room must not take the last of it.
  private requireRoom({ index, session }: Target, text: string): void {
    this.unlooked += text.length;
    if (this.unlooked < LOOK_EVERY) return;
    this.registry.requireRoomFor(index.name, session.pendingBytes + text.length);
    this.unlooked = 0;
  }

  private *update(
    target: Target,
    { id = "", body, expectation }: Operation & { kind: "update" },
    signal?: AbortSignal,
  ): Steps<Outcome> {
    const { index, session } = target;
    const live = session.find(id);
    const insert = body.upsert ?? (body.docAsUpsert ? body.doc : undefined);
    if (!live) {
      if (!insert || expectation.ifSeqNo !== undefined) throw documentMissing(index, id);
      return yield* this.put(target, {
        id,
        text: stringifyJson(insert),
        source: insert,
        create: true,
        expectation: { versionType: "internal" },
        signal,
      });
    }
    const why = conflictOf(expectation, live, live.version);
    if (why) throw versionConflict({ index, id, why });
    const text = session.source(live.seq);
    if (text.length > LONG_TEXT) yield;
    const { merged, changed } = mergePartial(parseSource(text), body.doc ?? {});
    if (!changed && body.detectNoop)
      return { index, id, result: "noop", version: live.version, seqNo: live.seqNo, source: text };
    const whole = stringifyJson(merged);
    requireWeight(whole);
    return yield* this.put(target, {
      id,
      text: whole,
      source: merged,
      create: false,
      expectation: { versionType: "internal" },
      signal,
    });
  }

  private delete({ index, session }: Target, { id = "", expectation }: Operation & { kind: "delete" }): Outcome {
    const live = session.find(id);
    const current = live?.version ?? session.buriedVersion(id);
    const why = conflictOf(expectation, live, current);
    if (why) throw versionConflict({ index, id, why });
    const version = nextVersion(expectation, current);
    if (!live) return { index, id, result: "not_found", version, seqNo: session.removeMissing(id, version) };
    return { index, id, result: "deleted", version, seqNo: session.remove(id, live, version) };
  }
}

/** An outcome as answers show it. */
export function outcomeJson(
  { index, id, result, version, seqNo }: Outcome,
  { forced }: { forced: boolean },
): Record<string, AnswerValue> {
  const shards =
    result === "noop"
      ? { total: 0, successful: 0, failed: 0 }
      : { total: 1 + index.replicas, successful: 1, failed: 0 };
  if (!forced || result === "noop")
    return {
      _index: index.name,
      _id: id,
      _version: version,
      result,
      _shards: shards,
      _seq_no: seqNo,
      _primary_term: 1,
    };
  return {
    _index: index.name,
    _id: id,
    _version: version,
    result,
    forced_refresh: true,
    _shards: shards,
    _seq_no: seqNo,
    _primary_term: 1,
  };
}

/** The HTTP status of an outcome. */
export function outcomeStatus({ result }: Outcome): number {
  if (result === "created") return 201;
  return result === "not_found" ? 404 : 200;
}
