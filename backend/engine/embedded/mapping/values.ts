import { ENGINE_LIMITS } from "@common/limits/engine";
import { isJsonObject, type JsonValue } from "@common/text/json";
import type { Analyzer, Token } from "../analysis/types";
import { EngineError, illegalArgument, mapperParsing } from "../errors";
import type { FieldValues, TokenPiece } from "../store/types";
import { parseDate } from "./dates";
import { featureTerms, keptFeature } from "./features";
import { checkPoint, parsePoint, type Point } from "./geo";
import { ipTerm } from "./ip";
import { javaText, type LeafNode } from "./nodes";
import { toNumber } from "./numbers";
import { readBoolean } from "./params";
import { wordPairs } from "./phrase-field";
import type { FieldType } from "./types";
import { readVector, vectorPreview } from "./vectors";

/** Values of one field while its document is read. */
export type Collected = {
  tokens: { term: string; position: number }[];
  length: number;
  nextPosition: number;
  terms: string[];
  /** Names of the features that were read. */
  names: Set<string>;
  numbers: (number | bigint)[];
  points: Point[];
  vector: Float32Array | undefined;
  present: boolean;
  later: LaterText[];
};

/** A text that is analysed while its tokens are written. */
type LaterText = { text: string; analyzer: Analyzer; path: string };

/** Stands for every list that has nothing yet: most fields use but one of theirs. Never written to. */
const NONE: never[] = [];

const MAX_TERM_BYTES = ENGINE_LIMITS.term.most;
/** Texts of more UTF-16 units are analysed piece by piece while they are written. */
const LONG_TEXT = 8_192;
/** Stands for the names of features where there are none yet. Never written to. */
const NO_NAMES = new Set<string>();

export function emptyCollected(): Collected {
  return {
    tokens: NONE,
    length: 0,
    nextPosition: 0,
    terms: NONE,
    names: NO_NAMES,
    numbers: NONE,
    points: NONE,
    vector: undefined,
    present: false,
    later: NONE,
  };
}

/** What of the collected is to be written; undefined where there is nothing. */
export function toFieldValues(collected: Collected, field: FieldType): FieldValues | undefined {
  const values: FieldValues = {};
  if (field.kind === "text") {
    if (!collected.present) return undefined;
    values.tokens = collected.tokens;
    values.length = collected.length;
    if (collected.later.length > 0) values.later = () => laterTokens(collected);
  }
  if (collected.terms.length > 0) values.terms = collected.terms;
  if (collected.numbers.length > 0) values.numbers = collected.numbers;
  if (collected.points.length > 0) values.points = collected.points;
  if (collected.vector) return { vector: collected.vector };
  if (collected.present) values.present = true;
  else if (collected.terms.length + collected.numbers.length + collected.points.length === 0) return undefined;
  return values;
}

/** The list with one more value. */
function added<Value>(list: Value[], value: Value): Value[] {
  if (list === NONE) return [value];
  list.push(value);
  return list;
}

function addTokens(into: Collected, tokens: Token[], gap: number, path: string): void {
  let last = -1;
  for (const token of tokens) {
    if (token.term.length * 3 > MAX_TERM_BYTES) checkTerm(token.term, path);
    if (token.position !== last) into.length++;
    last = token.position;
  }
  const { nextPosition } = into;
  // The tokens of a single text are taken as they are.
  if (into.tokens === NONE) into.tokens = nextPosition === 0 ? tokens : [];
  if (into.tokens !== tokens)
    for (const { term, position } of tokens) into.tokens.push({ term, position: nextPosition + position });
  into.nextPosition += last + 1 + gap;
  into.present = true;
}

function* laterTokens({ later, nextPosition }: Collected): Iterable<TokenPiece> {
  let base = nextPosition;
  for (const { text, analyzer, path } of later) {
    let last = -1;
    for (const tokens of analyzer.pieces?.(text) ?? [analyzer.analyze(text)]) {
      for (const { term } of tokens) if (term.length * 3 > MAX_TERM_BYTES) checkTerm(term, path);
      yield { base, tokens };
      last = tokens.at(-1)?.position ?? last;
    }
    base += last + 1 + analyzer.positionIncrementGap;
  }
}

/**
 * Collects the tokens of a text, which may be known already. After a long one the others of its field wait too, for their places hang on how many
 * there are.
 */
function addAnalysed(into: Collected, { text, analyzer, path }: LaterText, known?: Token[]): void {
  if (text.length <= LONG_TEXT && into.later.length === 0)
    return addTokens(into, known ?? analyzer.analyze(text), analyzer.positionIncrementGap, path);
  into.later = added(into.later, { text, analyzer, path });
  into.present = true;
}

/** Refuses terms that Lucene cannot hold, in its words. */
function checkTerm(term: string, path: string): void {
  const bytes = Buffer.from(term, "utf8");
  if (bytes.length <= MAX_TERM_BYTES) return;
  const prefix = [...bytes.subarray(0, 30)].map((byte) => (byte > 127 ? byte - 256 : byte)).join(", ");
  const original = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`;
  throw illegalArgument(
    `Document contains at least one immense term in field="${path}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[${prefix}]...', original message: ${original}`,
    { causedBy: new EngineError(400, "max_bytes_length_exceeded_exception", original) },
  );
}

export type ValueInput = {
  leaf: LeafNode;
  value: JsonValue;
  into: Collected;
  phrases: Collected | undefined;
  ignored: Set<string>;
};

function scalarText(value: JsonValue): string {
  if (isJsonObject(value)) throw new EngineError(400, "illegal_state_exception", "Can't get text on a START_OBJECT");
  return javaText(value);
}

function addText({ leaf, value, into, phrases }: ValueInput): void {
  const text = scalarText(value);
  const { analyzer, indexed, path } = leaf.field;
  into.present = true;
  if (!analyzer || !indexed) return;
  const { phrase } = leaf;
  const own = { text, analyzer, path };
  if (!phrases || !phrase?.analyzer) return addAnalysed(into, own);
  const tokens = text.length <= LONG_TEXT ? analyzer.analyze(text) : undefined;
  const pairs = tokens && wordPairs(tokens);
  addAnalysed(into, own, tokens);
  addAnalysed(phrases, { text, analyzer: phrase.analyzer, path: phrase.path }, pairs);
}

function addKeyword({ leaf: { field }, value, into, ignored }: ValueInput): void {
  const text = scalarText(value);
  if (field.ignoreAbove !== undefined && text.length > field.ignoreAbove) {
    ignored.add(field.path);
    return;
  }
  const term = field.normalizer ? field.normalizer.normalize(text) : text;
  if (!field.indexed && !field.docValues) return;
  if (term.length * 3 > MAX_TERM_BYTES) checkTerm(term, field.path);
  into.terms = added(into.terms, term);
}

function addNumber({ leaf, value, into }: ValueInput): void {
  const coerce = leaf.params["coerce"] !== false;
  if (value === "" && coerce) {
    if (leaf.field.nullValue !== undefined)
      addNumber({ leaf, value: leaf.field.nullValue, into, phrases: undefined, ignored: new Set() });
    return;
  }
  const number = toNumber(value, { type: leaf.type, coerce, scalingFactor: leaf.field.scalingFactor });
  if (leaf.field.indexed || leaf.field.docValues) into.numbers = added(into.numbers, number);
}

function addFeature({ leaf, value, into }: ValueInput): void {
  const number = Number(toNumber(value, { type: "float", coerce: true }));
  if (into.numbers.length > 0)
    throw illegalArgument(
      `[rank_feature] fields do not support indexing multiple values for the same field [${leaf.path}] in the same document`,
    );
  into.numbers = added(
    into.numbers,
    keptFeature(number, {
      feature: leaf.path,
      field: "_feature",
      positive: leaf.params["positive_score_impact"] !== false,
    }),
  );
}

function addFeatures({ leaf, value, into }: ValueInput): void {
  for (const [name, term] of featureTerms(value, {
    field: leaf.path,
    positive: leaf.params["positive_score_impact"] !== false,
  })) {
    if (into.names.has(name))
      throw illegalArgument(
        `[rank_features] fields do not support indexing multiple values for the same rank feature [${leaf.path}.${name}] in the same document`,
      );
    if (into.names === NO_NAMES) into.names = new Set();
    into.names.add(name);
    into.terms = added(into.terms, term);
  }
}

function addVector({ leaf: { field, type, path }, value, into }: ValueInput, id: string): void {
  if (!field.vector) return;
  if (into.vector)
    throw illegalArgument(
      `Field [${path}] of type [${type}] can't have multiple values for the same document. It must be an array with a single vector of [${field.vector.dims}] numbers.`,
    );
  into.vector = readVector(value, { type, path, id, field: field.vector });
}

function addBoolean({ leaf: { field }, value, into }: ValueInput): void {
  if (typeof value !== "boolean" && typeof value !== "string") {
    if (isJsonObject(value)) throw new EngineError(400, "illegal_state_exception", "Can't get text on a START_OBJECT");
    throw new EngineError(400, "json_parse_exception", "Current token (VALUE_NUMBER_INT) not of boolean type");
  }
  const answer = value === "" ? false : readBoolean(value);
  if (field.indexed || field.docValues) into.terms = added(into.terms, String(answer));
}

function addValue(input: ValueInput, id: string): void {
  const { leaf, value, into } = input;
  const { field } = leaf;
  switch (field.kind) {
    case "text":
      return addText(input);
    case "keyword":
      return addKeyword(input);
    case "number":
      return addNumber(input);
    case "boolean":
      return addBoolean(input);
    case "rank_feature":
      return addFeature(input);
    case "rank_features":
      return addFeatures(input);
    case "vector":
      return addVector(input, id);
    case "date": {
      const time = parseDate(scalarText(value), { format: field.format });
      if (field.indexed || field.docValues) into.numbers = added(into.numbers, time);
      return;
    }
    case "ip": {
      const term = ipTerm(scalarText(value));
      if (field.indexed || field.docValues) into.terms = added(into.terms, term);
      return;
    }
    case "geo_point": {
      const point = parsePoint(value);
      checkPoint(point, field.path);
      if (field.indexed || field.docValues) into.points = added(into.points, point);
      return;
    }
    case "stored_only":
      into.present = true;
  }
}

/** A field that reads lists and objects as one value of its own. */
export function takesWholeValue({ field, type }: LeafNode): boolean {
  return field.kind === "geo_point" || field.kind === "vector" || (field.kind === "stored_only" && type !== "binary");
}

/**
 * Reads one value into a field. Throws `mapper_parsing_exception` with a preview of the value, unless
 * `ignore_malformed` leaves it out.
 */
export function readValue(input: ValueInput, { id, isStored = false }: { id: string; isStored?: boolean }): void {
  const { leaf, value, ignored } = input;
  try {
    addValue(input, id);
  } catch (error) {
    if (!(error instanceof EngineError) || error.reason.startsWith("Document contains at least one immense term"))
      throw error;
    if (isStored && (leaf.field.kind === "rank_features" || leaf.field.kind === "vector"))
      return void ignored.add(leaf.path);
    if (leaf.params["ignore_malformed"] === true && !(isJsonObject(value) && leaf.field.kind !== "geo_point")) {
      ignored.add(leaf.path);
      return;
    }
    if (leaf.field.kind === "rank_features") throw mapperParsing("failed to parse", { causedBy: error });
    if (leaf.field.kind === "geo_point")
      throw mapperParsing(`failed to parse field [${leaf.path}] of type [geo_point]`, { causedBy: error });
    throw mapperParsing(
      `failed to parse field [${leaf.path}] of type [${leaf.type}] in document with id '${id}'. Preview of field's value: '${leaf.field.kind === "vector" ? vectorPreview(value) : preview(value, error)}'`,
      { causedBy: error },
    );
  }
}

// A float that is too large is shown as what the peer's parser made of it.
function preview(value: JsonValue, error: EngineError): string {
  return error.reason.startsWith("[float] supports only finite values, but got [Infinity]")
    ? "Infinity"
    : javaText(value);
}
