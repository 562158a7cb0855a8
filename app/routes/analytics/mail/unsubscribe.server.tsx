import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { ReactNode } from "react";
import { visitorPage } from "~/components/read-only/document.server";
import { Name } from "~/components/ui/name";
import { contextOf } from "~/server/context.server";
import { requireSameOrigin } from "~/server/security.server";
import { recipientByToken, unsubscribe } from "~/services/analytics/report-mails/store.server";
import { isConsoleFull } from "~/services/platform/store/database.server";
import { countVisitor } from "~/session/rate-limit.server";

type Said = { title: string; text: string; status?: number; headers?: Record<string, string>; form?: ReactNode };

const say = (context: AppLoadContext, { title, text, form, ...rest }: Said) =>
  visitorPage({
    ...{ title, ...rest, hasForm: form !== undefined, head: context.config.siteName },
    body: (
      <>
        <h1 className="text-20 font-bold">{title}</h1>
        <Name as="p" className="mt-2 text-muted">
          {text}
        </Name>
        {form}
      </>
    ),
  });

const unknown = {
  status: 404,
  title: "Link not found",
  text: "This link unsubscribes nobody: the report is no longer mailed, or the link was not copied in full.",
};

/** Whom a link means, or the answer where it means nobody. */
async function meant({ params, context: loadContext }: LoaderFunctionArgs) {
  const context = contextOf(loadContext);
  const wait = await countVisitor(context.clientAddress);
  const headers = { "Retry-After": String(wait) };
  if (wait > 0)
    return say(context, {
      status: 429,
      title: "Too many requests",
      text: `Try again in ${Math.ceil(wait / 60)} min.`,
      headers,
    });
  const token = params["token"] ?? "";
  const recipient = recipientByToken(context.config, token);
  return recipient === undefined ? say(context, unknown) : { context, token, recipient };
}

const done = ({ address, label }: { address: string; label: string }) => ({
  title: "Unsubscribed",
  text: `${address} no longer gets “${label}”.`,
});

/** Asks whoever opens the link of a mail whether he wants no more of them. */
export async function askToUnsubscribe(args: LoaderFunctionArgs): Promise<Response> {
  const found = await meant(args);
  if (found instanceof Response) return found;
  const { context, recipient } = found;
  if (recipient.left !== null) return say(context, done(recipient));
  const form = (
    <form method="post" className="mt-4">
      <button className="min-h-[34px] rounded border border-line-strong bg-surface px-4 py-1.5 font-semibold">
        Unsubscribe
      </button>
    </form>
  );
  return say(context, {
    title: "Unsubscribe?",
    text: `${recipient.address} gets the weekly report “${recipient.label}” by mail.`,
    form,
  });
}

/** Sends that address no more. */
export async function unsubscribeNow(args: ActionFunctionArgs): Promise<Response> {
  requireSameOrigin(args.request);
  const found = await meant(args);
  if (found instanceof Response) return found;
  const { context, token, recipient } = found;
  try {
    unsubscribe(context.config, token);
    return say(context, done(recipient));
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    return say(context, { status: 503, title: "Not available", text: "This could not be kept. Try again later." });
  }
}
