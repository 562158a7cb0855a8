import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { limitedText, piecesOf } from "@backend/gateway/platform/http/limited-text";
import type { InnerCall } from "@backend/gateway/platform/http/inner-call";
import { reads } from "@backend/gateway/platform/auth/view-as";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { namedHeaders } from "@backend/gateway/platform/http/named-headers";
import type { Method } from "@backend/gateway/platform/http/types";
import type { Run, SentResponse } from "../run/types";
import { signedOf } from "./signed";

const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** A method that is known, in capitals. Throws 400. */
export function methodOf(given: string): Method {
  const method = METHODS.find((one) => one === given.toUpperCase());
  if (method === undefined) throw new HttpError(400, `${JSON.stringify(given)} is no method`);
  return method;
}

/** URL parameters of an input, each as text. */
export function paramsOf(given: JsonValue | undefined): string {
  if (given === undefined || !isJsonObject(given)) return "";
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    value === null || typeof value === "object" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(pairs).toString();
  return text === "" ? "" : `?${text}`;
}

/** Headers of an input, each as text; none that says who calls. Throws 400. */
export function headersOf(given: JsonValue | undefined, { toSelf }: { toSelf: boolean }): Record<string, string> {
  const object: JsonObject = given !== undefined && isJsonObject(given) ? given : {};
  const texts = Object.entries(object).map(([name, value]): [string, string] => [name, String(value)]);
  const named = namedHeaders(Object.fromEntries(texts), { toSelf });
  if (!named.ok) throw new HttpError(400, named.reason);
  return named.headers;
}

type OwnCall = { method: Method; path: string; query: string; headers: Record<string, string>; body: string };

/**
 * A call to this very server in the name of both, within their rights and in the log under its own route. It changes
 * something only where the call of the pipeline does, of the same category and operation, and nothing in a trial.
 */
export async function ownCall(run: Run, { innerCall }: { innerCall: InnerCall }, call: OwnCall): Promise<SentResponse> {
  const { method, path, query, headers, body } = call;
  const changes = !run.isTrial && !reads(run.access, methodOf(run.context.method));
  const reply = await innerCall(signedOf(run), {
    method,
    target: `${path.startsWith("/") ? "" : "/"}${path}${query}`,
    headers: { ...(/^[^\n]*\n/.test(body) ? { "content-type": "application/x-ndjson" } : {}), ...headers },
    body: method === "GET" || method === "HEAD" ? "" : body,
    signal: run.signal,
    ...(changes && { changes: run.access }),
  });
  return {
    code: reply.status,
    headers: { "Content-Type": reply.headers["Content-Type"] ?? "application/json" },
    body: await limitedText(piecesOf(reply), { most: PIPELINES_LIMITS.context.most, what: `the answer of ${path}` }),
  };
}
