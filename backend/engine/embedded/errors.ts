import type { JsonObject, JsonValue } from "@common/json";

/** Extra keys of an Elasticsearch error object: `index`, `resource.id`, `line`, `col`… */
export type ErrorDetails = JsonObject;

type ErrorOptions = { details?: ErrorDetails; causedBy?: EngineError; cause?: unknown };

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

  /** The whole body of an error answer: `{ error: { root_cause, … }, status }`. */
  toBody(): JsonValue {
    const { caused_by: _, ...root } = this.toCause();
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
