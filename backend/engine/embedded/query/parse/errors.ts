import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError } from "../../errors";

/** Where in a request body an error stands: an object of the parsed body and, if any, a key of it. */
export type BodyPlace = { holder: JsonObject; key?: string };

/**
 * How the position gets into the answer: as `line` and `col`, before the reason as `[1:20] `, behind it, or only into
 * what the clauses around say.
 */
type PositionStyle = "details" | "prefix" | "suffix" | "outer";

/** An error whose position is still unknown, since parsed JSON has none. `located` finds it in the text. */
export class DslError extends EngineError {
  constructor(
    type: string,
    reason: string,
    readonly place: BodyPlace | undefined,
    readonly style: PositionStyle,
    causedBy?: EngineError,
  ) {
    super(400, type, reason, { causedBy });
  }
}

/**
 * 400 `x_content_parse_exception` around an error of an inner clause, whose place it shares. The inner one is the root
 * cause.
 */
export class ClauseError extends DslError {
  constructor(
    reason: string,
    place: BodyPlace,
    readonly inner: EngineError,
    /** Told at the value of the inner key rather than at the key: so do parsers that read member by member. */
    readonly atValue = false,
  ) {
    super("x_content_parse_exception", reason, place, "prefix", inner);
  }

  /** The place of the innermost error that has one. */
  innermost(): DslError {
    if (this.inner instanceof ClauseError) return this.inner.innermost();
    return this.inner instanceof DslError && this.inner.place ? this.inner : this;
  }

  override toBody(): JsonValue {
    return rootedBody(this);
  }
}

function rootOf(error: EngineError): EngineError {
  return error.causedBy && error.type === "x_content_parse_exception" ? rootOf(error.causedBy) : error;
}

/** An error's body with its innermost clause as the root cause. */
export function rootedBody(error: EngineError): JsonValue {
  const { caused_by: _, ...root } = rootOf(error).toCause();
  const cause = error.toCause();
  return { error: { root_cause: [root], ...cause }, status: error.status };
}

/** 400 `parsing_exception` at a place of the body. */
export function dslError(reason: string, place?: BodyPlace): DslError {
  return new DslError("parsing_exception", reason, place, "details");
}

/** 400 `x_content_parse_exception`, as Elasticsearch's declarative parsers answer. */
export function contentError(reason: string, place?: BodyPlace, causedBy?: EngineError): DslError {
  return new DslError("x_content_parse_exception", reason, place, "prefix", causedBy);
}

/** 400 `illegal_argument_exception` that ends with the place after the opening brace: ` at [1:11]`. */
export function emptyClause(holder: JsonObject): DslError {
  return new DslError("illegal_argument_exception", "query malformed, empty clause found", { holder }, "suffix");
}

/** Reads the value of a key; an error that has no place yet gets this one, for the clauses around it to tell. */
export function readAt<Value>(holder: JsonObject, key: string, read: (value: JsonValue | undefined) => Value): Value {
  try {
    return read(holder[key]);
  } catch (error) {
    if (!(error instanceof EngineError) || error instanceof DslError) throw error;
    throw new DslError(error.type, error.reason, { holder, key }, "outer", error.causedBy);
  }
}

/** The name of a JSON value in Elasticsearch's messages. */
export function tokenOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return "START_ARRAY";
  if (isJsonObject(value)) return "START_OBJECT";
  if (typeof value === "string") return "VALUE_STRING";
  if (typeof value === "number" || value instanceof LosslessNumber) return "VALUE_NUMBER";
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return "VALUE_NULL";
}

function similarity(a: string, b: string): number {
  if (!a.length || !b.length) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return 1 - row[b.length]! / Math.max(a.length, b.length);
}

/** ` did you mean [match]?` for a misspelt name, or nothing. */
export function didYouMean(unknown: string, known: Iterable<string>): string {
  const close = [...known].map((name) => ({ name, score: similarity(unknown, name) })).filter((one) => one.score > 0.5);
  close.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  if (close.length === 0) return "";
  if (close.length === 1) return ` did you mean [${close[0]!.name}]?`;
  return ` did you mean any of [${close.map((one) => one.name).join(", ")}]?`;
}
