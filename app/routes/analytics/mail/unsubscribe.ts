import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { askToUnsubscribe, unsubscribeNow } from "./unsubscribe.server";

/**
 * What the link at the end of a mail leads to: a question, for whoever opens it. Programs that follow links in mails
 * end nothing by it.
 */
export async function loader(args: LoaderFunctionArgs) {
  return askToUnsubscribe(args);
}

export async function action(args: ActionFunctionArgs) {
  return unsubscribeNow(args);
}
