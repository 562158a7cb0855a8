import { stringifyJson } from "@common/text/json";
import { type HttpError, statusText } from "./errors";

/**
 * An answer before it is written: `body` is text already; `rest` is what comes after it in a large answer; `kept` is
 * what the request log has in the place of a body that is for its caller alone.
 */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string;
  rest?: AsyncIterable<Uint8Array>;
  kept?: string;
};

const JSON_HEADERS = { "Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff" };

/** A JSON answer; `body` is any JSON value, numbers kept as text included. */
export function json(body: unknown, status = 200): Reply {
  return jsonText(stringifyJson(body), status);
}

/** A JSON answer whose text is there already. */
export function jsonText(body: string, status = 200): Reply {
  return { status, headers: { ...JSON_HEADERS }, body };
}

/** The plain success shape: `{"code":200,"status":"OK","message":"…"}`. */
export function message(text: string, status = 200): Reply {
  return json({ code: status, status: statusText(status), message: text }, status);
}

/** Plain text, as `_cat` gives it. */
export function text(body: string, status = 200): Reply {
  return {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" },
    body,
  };
}

/** A status without a body, as 405 and 301 are answered. */
export function empty(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: "" };
}

/** A refusal in the error shape, the cause added where it is known. */
export function errorReply(error: HttpError): Reply {
  const body = { code: error.status, status: statusText(error.status), message: error.message };
  const reply = json({ error: error.detail ? { ...body, cause: error.detail } : body }, error.status);
  return { ...reply, headers: { ...reply.headers, ...error.headers } };
}
