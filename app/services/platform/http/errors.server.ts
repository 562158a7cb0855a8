import { withoutSecrets } from "@common/http/addresses";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { type Failure, failureMessage } from "~/lib/messages/user-messages";

/**
 * The one error of a call to the back end. `message` is fit for users; `failure` is what an error page needs; `body` is
 * the answer, parsed.
 *
 * The fields `type`, `data` and `init` make Remix take a thrown one for `throw data(failure, { status })`, so a loader
 * that lets it through ends in the error boundary with the failure, not in a nameless 500 (Remix keeps only such data
 * of what a loader throws).
 */
export class BackendError extends Error {
  override name = "BackendError";
  readonly type = "DataWithResponseInit";
  readonly data: Failure;
  readonly init: { status: number };
  readonly failure: Failure;
  readonly body: JsonValue | undefined;

  constructor({ failure, body, cause }: { failure: Failure; body?: JsonValue; cause?: unknown }) {
    super(failureMessage(failure), { cause });
    this.failure = failure;
    this.data = failure;
    // Servers in the field answer 401 also to whom they know; to a browser that would mean another sign-in.
    this.init = { status: failure.kind === "not-allowed" ? 403 : failure.status };
    this.body = body;
  }

  get status() {
    return this.failure.status;
  }
}

/** True for a failed call; with `status`, only for that one. */
export function isBackendError(error: unknown, status?: number): error is BackendError {
  return error instanceof BackendError && (status === undefined || error.status === status);
}

/** The text of an answer as JSON, digits kept; as text where it is not JSON, undefined where it is empty. */
export function readBody(text: string): JsonValue | undefined {
  if (text === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    // Text answers exist (`404 page not found`, `_cat`); a schema that wants an object refuses the text later.
    return text;
  }
}

/**
 * True where no answer came from the search server or its engine at all, so that nothing is known of what was asked
 * for.
 */
export function isAway(error: unknown): error is BackendError {
  return error instanceof BackendError && ["unreachable", "timeout", "engine-away"].includes(error.failure.kind);
}

/**
 * The words of an error answer: `error.message` (ReactiveSearch), `error.reason` and `error.root_cause[0].reason`
 * (Elasticsearch),
 * `error` or `message` as text; undefined when there are none. Where a message only says that all shards failed and our
 * back end adds the engine's reason as `cause`, the reason.
 */
export function errorDetail(body: JsonValue | undefined): string | undefined {
  if (typeof body === "string") return textDetail(body.trim());
  if (!isJsonObject(body)) return undefined;
  const { error, message } = body;
  if (typeof error === "string") return error;
  if (isJsonObject(error)) {
    const { message: said } = error;
    if (typeof said === "string")
      return said.includes("all shards failed") ? (causeOf(error) ?? engineWords(said)) : engineWords(said);
    const [cause] = Array.isArray(error["root_cause"]) ? error["root_cause"] : [];
    if (isJsonObject(cause) && typeof cause["reason"] === "string") return cause["reason"];
    if (typeof error["reason"] === "string") return error["reason"];
  }
  return typeof message === "string" ? message : undefined;
}

/**
 * ReactiveSearch wraps what its engine says: `elastic: Error 400 (Bad Request): <words> [type=<type>]`. Readers need
 * the words.
 */
function engineWords(said: string) {
  return /^elastic: Error \d+ \([^)]*\): (.+) \[type=\w+\]$/s.exec(said)?.[1] ?? said;
}

/** The engine's reason that our back end adds to an error; said once where the engine says it twice. */
function causeOf(error: JsonObject): string | undefined {
  const { cause } = error;
  if (!isJsonObject(cause) || typeof cause["reason"] !== "string") return undefined;
  const [, first, again] = /^(.+): \[(.+)\]$/s.exec(cause["reason"]) ?? [];
  return first !== undefined && again !== undefined && first.startsWith(again) ? first : cause["reason"];
}

const MOST_DETAIL = 2000;

// A call of a Go program that found nobody: `Get "http://node:9200/_cat/indices": dial tcp 10.0.0.1:9200: connect:
// connection refused`.
const FOUND_NOBODY =
  /\b(?:Get|Head|Post|Put|Patch|Delete) "?https?:\/\/[^\s"]+"?: .*(?:dial tcp|connection re(?:fused|set)|no such host|no route to host|network is unreachable|i\/o timeout|deadline exceeded|Client\.Timeout|TLS handshake|x509: |\bEOF\b)/is;
const NO_NODE = /no elasticsearch node available|unable to get aliased indices/i;

/**
 * Why the engine behind a search server is not available: undefined when that is not what the answer says.
 * ReactiveSearch answers 500 with
 * `no Elasticsearch node available`, or with what its own call ended in; our back end adds the reason as `cause`, and
 * 503 `not ready: …` until its cluster is there.
 */
export function engineAway({ status, body }: { status: number; body: JsonValue | undefined }): string | undefined {
  if (status < 400) return undefined;
  const said = errorDetail(body) ?? "";
  if (FOUND_NOBODY.test(said.slice(0, MOST_DETAIL))) return withoutSecrets(said);
  if (status !== 500 && status !== 503) return undefined;
  if (status === 503 && said.startsWith("not ready: ")) return said.slice("not ready: ".length);
  if (!NO_NODE.test(said)) return undefined;
  const error = isJsonObject(body) ? body["error"] : undefined;
  return (isJsonObject(error) ? causeOf(error) : undefined) ?? said;
}

/** A refusal that ReactiveSearch also gives to everybody while its engine is away, for it finds no user then. */
export function mayBeUnread({ status, body }: { status: number; body: JsonValue | undefined }): boolean {
  return status === 401 && /^No API credentials match/i.test(errorDetail(body) ?? "");
}

/**
 * What an answer to the health call tells of the engine: why it is away, or undefined where it is there or somebody
 * else answers.
 */
export function awayByHealth({ status, body }: { status: number; body: JsonValue | undefined }): string | undefined {
  if (status !== 500 && status !== 503) return undefined;
  const said = errorDetail(body);
  if (said?.startsWith("a web page")) return undefined;
  return engineAway({ status, body }) ?? withoutSecrets(said ?? `its health call answers ${status}`);
}

/** Of a page that a proxy answers with, the title says what there is to say; its tags are no words for a reader. */
function textDetail(text: string) {
  if (!/^<(!doctype|html|head|body|\?xml)/i.test(text)) return text === "" ? undefined : text.slice(0, MOST_DETAIL);
  const [, title] = /<title>([^<]{1,200})<\/title>/i.exec(text) ?? [];
  return title?.trim() ? `a web page, “${title.trim()}”` : "a web page";
}
