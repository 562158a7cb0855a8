import type { Submission } from "@conform-to/react";
import { formReply } from "~/components/forms/reply.server";
import { failed } from "~/server/form-action.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { tooManyTries } from "~/session/sign-in.server";

/**
 * The answer to a form whose code the server did not take, beside the field. Throws what is about something else: the
 * page's guard tells that.
 */
export function codeRefused<Shape, Value>(
  error: unknown,
  submission: Submission<Shape, string[], Value>,
  { intent, what }: { intent: string; what: string },
) {
  if (!isBackendError(error)) throw error;
  const { status, detail = "" } = error.failure;
  const said = (message: string, more: { status?: number; headers?: HeadersInit } = {}) =>
    formReply(submission, { intent, hide: ["code"], fieldErrors: { code: [message] }, ...more });
  if (status === 401 && !detail.startsWith("this code")) throw error;
  if (status === 401) return said("This code is not right, or was used before. Wait for the next one.");
  if (status !== 429) return failed(error, submission, { intent, what });
  const seconds = Number(/in (\d+) seconds/.exec(detail)?.[1] ?? 60);
  return said(tooManyTries(seconds), { status, headers: { "Retry-After": String(seconds) } });
}
