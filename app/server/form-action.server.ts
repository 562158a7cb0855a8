import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { rm } from "node:fs/promises";
import * as z from "zod";
import { readForm } from "~/components/forms/read-form.server";
import { formReply, PAYMENT } from "~/components/forms/reply.server";
import { contextOf } from "~/server/context.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { type Failure, messages } from "~/lib/messages/user-messages";
import { requireScope, type Scope, requireStillSignedIn, type Wanted } from "~/session/scope.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { getImports } from "~/services/data/import/imports.server";
import { receiveUpload } from "~/services/data/import/receive/upload.server";

type FailedOptions = {
  intent: string;
  /** What was not done, as a sentence: "The document was not saved." */
  what?: string;
  /**
   * The field that an answer is about, by its status: `{ 400: "source", 409: "id" }`. Without one it is about the form
   * as a whole.
   */
  fields?: Partial<Record<number, string>>;
  /** Words of the screen in place of the common ones, by status, where it knows more than the server said. */
  words?: Partial<Record<number, string>>;
  multipart?: boolean;
};

/**
 * The answer to a form that the back end did not take: the same words on every screen, beside the field where they
 * belong, and all that was typed. Throws what is no failed call.
 */
export function failed<Shape, Value>(
  error: unknown,
  submission: Submission<Shape, string[], Value>,
  { intent, what, fields = {}, words = {}, multipart = false }: FailedOptions,
) {
  if (!isBackendError(error)) throw error;
  const { failure } = error;
  const status = statusOf(failure);
  const said = words[status] ?? changeFailed(failure);
  const field = fields[status];
  const reason = failure.kind === "payment" || failure.kind === "plan" ? PAYMENT : undefined;
  if (field !== undefined)
    return formReply(submission, { intent, multipart, status, fieldErrors: { [field]: [said] } });
  return formReply(submission, {
    intent,
    multipart,
    status,
    reason,
    formErrors: [what === undefined ? said : `${what} ${said}`],
  });
}

/**
 * 401 of a server that still knows its user is a refusal, not a request to sign in; a reader who is gone sees nothing
 * anyway.
 */
function statusOf({ status, kind }: Failure) {
  if (kind === "not-allowed") return 403;
  return status >= 400 && status < 600 ? status : 502;
}

type Work<Answer> = {
  /** As `requireScope` takes it. */
  right: Wanted;
  /** What was not done, when a call fails that `run` itself does not tell about. */
  what: string;
  /** `run` reads the body itself, straight to disk; its `form` is empty. */
  upload?: boolean;
  /** Of the form, where it may be longer than most. */
  mostBytes?: number;
  run: (work: { scope: Scope; form: FormData }) => Promise<Answer>;
};

/**
 * What the action of every signed-in page does: guards, reads the form, runs. A failure on the way, the guard's own
 * included, answers the form with `failed`, so that none ends in an error page without what was typed. Responses that
 * are thrown go on.
 */
export async function answerForm<Answer>(
  { request, params, context }: ActionFunctionArgs,
  { right, what, upload = false, mostBytes, run }: Work<Answer>,
) {
  let scope: Scope | undefined;
  let form: FormData | undefined;
  try {
    scope = await requireScope(request, params, right, context);
    form = upload ? new FormData() : await readForm(request, { mostBytes });
    return await run({ scope, form: copyOf(form) });
  } catch (error) {
    if (error instanceof Response) throw error;
    // An upload that `run` did not come to is still to be read: a browser that is cut off shows no answer.
    const sent = form && (!upload || request.bodyUsed) ? form : await readTexts({ request, context, mostBytes });
    if (scope && isBackendError(error, 401)) await requireStillSignedIn({ request: again(request, sent), scope });
    const submission = parseWithZod(sent, { schema: z.looseObject({}) });
    const intent = textOf(sent.get("intent"));
    const multipart = isMultipart(request);
    if (isBackendError(error)) return failed(error, submission, { intent, what, multipart });
    const { log, requestId } = contextOf(context);
    log.error({ err: error, path: new URL(request.url).pathname }, "an action failed");
    return formReply(submission, {
      intent,
      multipart,
      status: 500,
      formErrors: [`${what} ${messages.general} The console's log has the reason under ${requestId}.`],
    });
  }
}

/** Actions take rows out of their form, and more: what is shown after a failure is what came. */
function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}

/** The texts of a form whose action was not reached; a file with it is read to its end and thrown away. */
async function readTexts({
  request,
  context,
  mostBytes,
}: {
  request: Request;
  context: AppLoadContext | undefined;
  mostBytes: number | undefined;
}): Promise<FormData> {
  if (!isMultipart(request)) return readForm(request, { mostBytes });
  const { fields, file } = await receiveUpload({ request, dir: getImports(contextOf(context)).dir });
  if (file) await rm(file.path, { force: true });
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const isMultipart = (request: Request) => (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");

/** The request once more, for what keeps a form until the next sign-in. */
function again({ url, headers, method }: Request, form: FormData) {
  const texts = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const kept = new Headers(headers);
  kept.set("Content-Type", "application/x-www-form-urlencoded");
  return new Request(url, { method, headers: kept, body: new URLSearchParams(texts).toString() });
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
