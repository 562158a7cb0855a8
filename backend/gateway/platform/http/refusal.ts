import { HttpError, statusText } from "./errors";
import { errorReply, json, type Reply } from "./reply";

/** The answer for what a handler threw; `error` is what nobody expected. */
export function refusal(error: unknown): { reply: Reply; error?: unknown } {
  if (!(error instanceof HttpError))
    return { reply: errorReply(new HttpError(500, "an internal error occurred")), error };
  // The one refusal that comes in the shape of a success: a rate limit of ours. What an engine refuses brings its
  // cause.
  if (error.status === 429 && error.detail === undefined) {
    const reply = json({ code: 429, status: statusText(429), message: error.message }, 429);
    return { reply: { ...reply, headers: { ...reply.headers, ...error.headers } } };
  }
  return { reply: errorReply(error) };
}
