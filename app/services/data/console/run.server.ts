import { BY_PERSON, CALLED_BY } from "@common/http/called-by";
import { isJsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { changeFailed } from "~/lib/messages/change-failed";
import { asksFirst, indexOfRequest, rightOf } from "~/lib/data/console/meaning";
import { type ConsoleRequest, requestLabel, targetText } from "~/lib/data/console/parse";
import { shownAnswer, type ShownAnswer } from "~/lib/json/answer.server";
import { failureMessage } from "~/lib/messages/user-messages";
import { change } from "~/services/platform/changes/change.server";
import type { Change } from "~/services/platform/changes/types";
import { beginningOf } from "~/services/platform/http/beginning.server";
import type { CallHeaders, CallOptions } from "~/services/platform/http/client.server";
import { type BackendError, isBackendError, readBody } from "~/services/platform/http/errors.server";
import { shownHeaders } from "~/services/data/logs/body-view.server";
import type { Scope } from "~/session/scope.server";
import { endpointsIn } from "~/services/platform/http/endpoint-calls";
import { callOf, type ConsoleCall } from "./call";

/**
 * What came of one request. `status` is null where no answer came; `message` says why, or what is to be known of it.
 */
export type Answer = {
  method: string;
  /** With its parameters, as typed. */
  target: string;
  /** Where it stands in the text. */
  from: number;
  state: "answered" | "failed" | "not sent";
  status: number | null;
  took: number | null;
  shown: ShownAnswer | null;
  contentType: string;
  message: string | null;
  /** Of request and answer, secrets masked; null where nothing was answered. */
  headers: AnswerHeaders | null;
};
type NamedValue = { name: string; value: string };
export type AnswerHeaders = { sent: NamedValue[]; received: NamedValue[] };

/** So much of an answer is read, in bytes; what comes after it is not waited for. */
const MOST_READ = 2_000_000;

/** A changing request, as `change` makes it. */
export function toRunRequest(
  request: ConsoleRequest,
  { method, path, query, body, contentType }: ConsoleCall,
  onHeaders?: CallOptions["onHeaders"],
): Change<{ status: number; text: string }> {
  if (method === "GET" || method === "HEAD") throw new Error("a reading call is no change");
  return {
    resource: { kind: "console request", id: path, name: requestLabel(request), index: indexOfRequest({ path }) },
    verb: "run",
    noun: "request",
    right: rightOf({ path }),
    request: { method, path, query, ...bodyOf({ body, contentType }), ...(onHeaders ? { onHeaders } : {}) },
    read: ({ status, text }) => ({ status, text }),
    takesAny: true,
  };
}

const bodyOf = ({ body, contentType }: Pick<ConsoleCall, "body" | "contentType">) =>
  body === null ? {} : { body, ...(contentType === undefined ? {} : { contentType }) };

/** Why a request is not sent without a page that asks first; null where it is. */
export function confirmationOf(request: ConsoleRequest, baseUrl: string): string | null {
  const made = callOf(request, baseUrl);
  if (!made.ok || made.call.reading) return null;
  if (endpointsIn(made.call).length > 0)
    return "A query in it calls an endpoint with your rights, which may change something.";
  return asksFirst({ ...request, path: made.call.path });
}

/**
 * Sends a request: a reading one by the client that reads, every other one as a change. Whatever the server answers is
 * the answer.
 */
export async function runRequest(scope: Scope, request: ConsoleRequest): Promise<Answer> {
  const plain: Answer = {
    method: request.method,
    target: targetText(request),
    from: request.from,
    state: "not sent",
    status: null,
    took: null,
    shown: null,
    contentType: "",
    message: null,
    headers: null,
  };
  const made = callOf(request, scope.session.url);
  if (!made.ok) return { ...plain, message: made.problem };
  const started = performance.now();
  const seen: { headers: AnswerHeaders | null } = { headers: null };
  const onHeaders = (headers: CallHeaders) => {
    seen.headers = maskedHeaders(headers);
  };
  try {
    const answer = made.call.reading
      ? await read(scope, request, { ...made.call, onHeaders })
      : await write(scope, request, { ...made.call, onHeaders });
    return { ...plain, state: "answered", ...answer, ...seen, took: Math.round(performance.now() - started) };
  } catch (error) {
    if (!isBackendError(error)) throw error;
    return {
      ...plain,
      ...failedAnswer(error, request, made.call),
      ...seen,
      took: isSent(error) ? Math.round(performance.now() - started) : null,
    };
  }
}

type Sending = ConsoleCall & Required<Pick<CallOptions, "onHeaders">>;
type Answered = Pick<Answer, "status" | "shown" | "contentType" | "message">;

async function read(
  { http }: Scope,
  request: ConsoleRequest,
  { method, path, query, body, contentType, onHeaders }: Sending,
): Promise<Answered> {
  const reading = new AbortController();
  const response = await http.open({
    signal: reading.signal,
    method,
    path,
    query,
    // `_cat` answers a table unless it is asked for JSON.
    headers: { Accept: path.startsWith("/_cat") ? "text/plain, */*" : "application/json, */*", [CALLED_BY]: BY_PERSON },
    ...bodyOf({ body, contentType }),
    onHeaders,
  });
  const { text, more } = await beginningOf(response, MOST_READ);
  // What is left of it would be read all the same, or keep the connection.
  if (more) reading.abort();
  const type = response.headers.get("Content-Type") ?? "";
  const shown = shownAnswer(text);
  const whole = Number(response.headers.get("Content-Length") ?? 0);
  return {
    status: response.status,
    contentType: type,
    shown: more ? { ...shown, cut: true, bytes: Math.max(whole, shown.bytes) } : shown,
    message: more
      ? "The answer is longer than what is read of it here. The curl command returns the whole answer."
      : response.status >= 400
        ? placeOf(readBody(text), request)
        : null,
  };
}

async function write(scope: Scope, request: ConsoleRequest, { onHeaders, ...call }: Sending): Promise<Answered> {
  const { value, missed } = await change(scope, toRunRequest(request, call, onHeaders));
  return { status: value.status, shown: shownAnswer(value.text), contentType: "", message: missed ?? null };
}

function maskedHeaders({ sent, received }: CallHeaders): AnswerHeaders {
  const lists = (values: CallHeaders["sent"]) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, [value].flat().map(String)]],
      ),
    );
  return { sent: shownHeaders(lists(sent)), received: shownHeaders(lists(received)) };
}

/** What the console itself refused, or what never came. */
const isSent = ({ failure }: BackendError) =>
  !["read-only", "protected"].includes(failure.kind) && failure.missing === undefined;

function failedAnswer(
  error: BackendError,
  request: ConsoleRequest,
  { reading }: ConsoleCall,
): Pick<Answer, "state" | "status" | "shown" | "message"> {
  const { failure, body } = error;
  if (!isSent(error)) return { state: "not sent", status: null, shown: null, message: changeFailed(failure) };
  // What the server said stands for itself.
  const said = ["status", "not-allowed", "payment", "plan", "not-offered", "redirect", "engine-away"].includes(
    failure.kind,
  );
  if (said)
    return {
      state: "answered",
      status: failure.status,
      shown: body === undefined ? null : shownAnswer(textOf(body)),
      message: placeOf(body, request),
    };
  return {
    state: "failed",
    status: null,
    shown: null,
    message: reading ? failureMessage(failure) : changeFailed(failure),
  };
}

/** Where in the text of the console an engine found a mistake of the body, which begins a line after its request. */
function placeOf(body: JsonValue | undefined, { from }: ConsoleRequest): string | null {
  const error = isJsonObject(body) ? body["error"] : undefined;
  const cause = isJsonObject(error) ? error["cause"] : undefined;
  if (!isJsonObject(cause) || typeof cause["line"] !== "number" || typeof cause["reason"] !== "string") return null;
  return `Line ${from + cause["line"]}: ${cause["reason"]}`;
}

const textOf = (body: JsonValue) => (typeof body === "string" ? body : stringifyJson(body));
