import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";

/** The reason of a change that a plan leaves out: the form shows the way to billing then. */
export const PAYMENT = "payment";

/** What every action returns when it does not redirect: whose form it was, and Conform's result. */
export type FormReply = {
  intent: string;
  result: SubmissionResult<string[]>;
  /** Which of the action's own cases it was, where the page shows more than messages. */
  reason?: string;
  /** The form came as multipart, and has to be sent so again. */
  multipart?: true;
};

type ReplyOptions = {
  intent: string;
  /** Messages for the form as a whole. */
  formErrors?: string[];
  /** Messages by the name of the field. */
  fieldErrors?: Record<string, string[]>;
  /** Names of fields whose typed values are not sent back, besides passwords. */
  hide?: readonly string[];
  /** Values to show in place of the typed ones. */
  values?: Record<string, string>;
  reason?: string | undefined;
  multipart?: boolean;
  /** Of the answer, where it is not a typing error's 400. */
  status?: number;
  headers?: HeadersInit;
};

/** The answer to a form that was not taken: 400 for errors, 200 for a list's "add row" and "remove row". */
export function formReply<Shape, Value>(
  submission: Submission<Shape, string[], Value>,
  {
    intent,
    formErrors,
    fieldErrors,
    hide = [],
    values,
    reason,
    multipart = false,
    status = 400,
    headers,
  }: ReplyOptions,
) {
  const secret = Object.keys(submission.payload).filter((name) => /password/i.test(name));
  const result: SubmissionResult<string[]> = submission.reply({
    formErrors,
    fieldErrors,
    hideFields: [...hide, ...secret] as never,
  });
  if (values) result.initialValue = { ...result.initialValue, ...values };
  return data<FormReply>(
    { intent, result, ...(reason === undefined ? {} : { reason }), ...(multipart ? { multipart } : {}) },
    { status: result.status === "error" || formErrors || fieldErrors ? status : 200, headers },
  );
}

/** Ends the `switch` over intents. */
export function unknownIntent(intent: unknown): Response {
  return new Response(`There is no such form: ${String(intent).slice(0, 80)}`, { status: 400 });
}
