/** One call of Elasticsearch's REST API, as the gateway makes it. */
export type EngineRequest = {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** Absolute path, every segment percent-encoded, without the query string: `/my%20index/_doc/a%2Fb`. */
  path: string;
  /** Query parameters, decoded. `{ pretty: "" }` for a bare name. */
  query?: Readonly<Record<string, string>>;
  /** JSON or NDJSON. Text where the gateway made it, bytes where it passes them on. */
  body?: string | Uint8Array;
  /**
   * A large NDJSON body in the place of `body`, in pieces of whole lines; only for an engine that `streams`. It is read
   * once.
   */
  pieces?: AsyncIterable<Uint8Array>;
  /** The caller takes a large answer as `body` and `rest`; only an engine that `streams` makes use of it. */
  takesRest?: boolean;
  /** Ends the work early when the caller has gone. */
  signal?: AbortSignal;
  /** The caller's id of the request, for logs. */
  requestId?: string;
};

/** The engine's answer. `body` is JSON text, or plain text for `_cat` without `format=json`; empty for HEAD. */
export type EngineResponse = {
  status: number;
  contentType: string;
  body: string;
  /**
   * What comes after `body` where the answer is large and the caller `takesRest`. It must be read to its end or let go
   * of.
   */
  rest?: AsyncIterable<Uint8Array>;
};

/** For how long a thread was held by one piece of work, in seconds. */
export type ThreadStop = { thread: "read" | "write"; seconds: number };

/**
 * An engine that speaks Elasticsearch's REST API: the embedded one, or a cluster by URL.
 * It answers errors as Elasticsearch does (a status and an `error` object) and rejects only when no answer could be
 * had.
 */
export type Engine = ((request: EngineRequest) => Promise<EngineResponse>) & {
  /** Takes `pieces`, and gives `rest`. */
  readonly streams?: boolean;
  /** The longest time since the last call of this that each of the engine's own threads had no turn. */
  readonly stops?: () => ThreadStop[];
};
