import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { createMailRunner, type MailRunner } from "~/services/analytics/report-mails/runner.server";
import { composeReport } from "./compose.server";

// Kept on the process: the development server reloads this module at each change, and nothing must be sent twice.
const shared: typeof globalThis & { searchdeckMails?: Map<string, MailRunner> } = globalThis;

/** What mails the weekly reports of this console; it begins with the first call. */
export function getMailRunner(loadContext: AppLoadContext | undefined): MailRunner {
  const context = contextOf(loadContext);
  const { config, log } = context;
  shared.searchdeckMails ??= new Map();
  const known = shared.searchdeckMails.get(config.dataDir);
  if (known) return known;
  const runner = createMailRunner({
    config,
    log,
    compose: (mail, week) => composeReport({ context: { ...context, requestId: `mail-${mail.id}` }, mail, week }),
  });
  shared.searchdeckMails.set(config.dataDir, runner);
  return runner;
}

/** Called once when the console starts; a console that may not mail has no timer. */
export function startReportMails() {
  if (contextOf(undefined).config.mail !== null) getMailRunner(undefined);
}
