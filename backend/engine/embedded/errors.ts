import type { JsonObject, JsonValue } from "@common/text/json";

/** Extra keys of an Elasticsearch error object: `index`, `resource.id`, `line`, `col`… */
export type ErrorDetails = JsonObject;

type ErrorOptions = { details?: ErrorDetails; causedBy?: EngineError; cause?: unknown };

const JAVA_ERRORS: ReadonlySet<string> = new Set([
  "illegal_argument_exception",
  "illegal_state_exception",
  "number_format_exception",
  "json_parse_exception",
  "json_e_o_f_exception",
  "not_x_content_exception",
  "input_coercion_exception",
  "date_time_parse_exception",
  "x_content_parse_exception",
  "max_bytes_length_exceeded_exception",
  "named_object_not_found_exception",
  "null_pointer_exception",
  "class_cast_exception",
  "arithmetic_exception",
  "runtime_exception",
  "i_o_exception",
  "too_many_clauses",
]);

/**
 * An error in Elasticsearch's own words: HTTP status, `type` (`index_not_found_exception`) and `reason`.
 * Every refusal of the embedded engine is one of these.
 */
export class EngineError extends Error {
  readonly status: number;
  readonly type: string;
  readonly details: ErrorDetails;
  readonly causedBy: EngineError | undefined;

  constructor(status: number, type: string, reason: string, options: ErrorOptions = {}) {
    super(reason, { cause: options.cause });
    this.name = "EngineError";
    this.status = status;
    this.type = type;
    this.details = options.details ?? {};
    this.causedBy = options.causedBy;
  }

  get reason(): string {
    return this.message;
  }

  /** The error object without its root cause, as it stands in bulk items and in `root_cause`. */
  toCause(): JsonObject {
    const cause: JsonObject = { type: this.type, reason: this.reason, ...this.details };
    if (this.causedBy) cause["caused_by"] = this.causedBy.toCause();
    return cause;
  }

  /**
   * The deepest cause that is an error of Elasticsearch's own; Java's (`illegal_argument_exception`…) below it do not
   * count.
   */
  private rootCause(): EngineError {
    const cause = this.causedBy;
    return cause && !JAVA_ERRORS.has(cause.type) ? cause.rootCause() : this;
  }

  /** The whole body of an error answer: `{ error: { root_cause, … }, status }`. */
  toBody(): JsonValue {
    const { caused_by: _, ...root } = this.rootCause().toCause();
    return { error: { root_cause: [root], ...this.toCause() }, status: this.status };
  }
}

/** 400 `illegal_argument_exception`. */
export function illegalArgument(reason: string, options?: ErrorOptions): EngineError {
  return new EngineError(400, "illegal_argument_exception", reason, options);
}

/** 400 `parsing_exception`: a query, aggregation or search body that cannot be understood. */
export function parsingError(reason: string, options?: ErrorOptions): EngineError {
  return new EngineError(400, "parsing_exception", reason, options);
}

/** 400 `mapper_parsing_exception`: a mapping or a document that does not fit it. */
export function mapperParsing(reason: string, options?: ErrorOptions): EngineError {
  return new EngineError(400, "mapper_parsing_exception", reason, options);
}

/** 404 `index_not_found_exception`. */
export function indexNotFound(index: string): EngineError {
  return new EngineError(404, "index_not_found_exception", `no such index [${index}]`, {
    details: { "resource.type": "index_or_alias", "resource.id": index, index_uuid: "_na_", index },
  });
}

/**
 * 429 `cluster_block_exception`: nothing is written to the index until there is room on the disk again; deleting
 * indices makes some.
 */
export function diskFull(index: string): EngineError {
  return new EngineError(
    429,
    "cluster_block_exception",
    `index [${index}] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];`,
  );
}
