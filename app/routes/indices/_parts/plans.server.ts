import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { holds } from "~/lib/access-control/product";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireIndex } from "~/services/indices/get.server";
import { startCopyJob } from "~/services/indices/reindex/job/start.server";
import { checkCopy } from "~/services/indices/reindex/checks.server";
import type { CopyPlan } from "~/services/indices/reindex/plan";
import { planSchema } from "~/services/indices/reindex/plan.server";
import { toCopy } from "~/services/indices/reindex/request.server";
import { draftId, draftsOf, removeDraft } from "~/services/platform/store/draft-store.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";

export type CopyScreen = "clone" | "reindex";
const plans = (screen: CopyScreen) => draftsOf({ kind: screen, schema: planSchema });

type FirstPage<Schema extends z.ZodType> = {
  screen: CopyScreen;
  intent: string;
  schema: Schema;
  planOf: (of: { source: string; value: z.output<Schema> }) => CopyPlan;
};

/** The action of the first page of both: takes what was asked for, and leads to the page that checks it. */
export function answerPlan<Schema extends z.ZodType>(
  args: ActionFunctionArgs,
  { screen, intent, schema, planOf }: FirstPage<Schema>,
) {
  return answerForm(args, {
    right: "develop",
    what: `The index was not ${screen === "clone" ? "cloned" : "re-indexed"}.`,
    run: async ({ scope, form }) => {
      const { name } = await requireIndex(scope);
      const submission = parseWithZod(form, { schema });
      if (submission.status !== "success") return formReply(submission, { intent });
      return leadToStart(scope, { screen, plan: planOf({ source: name, value: submission.value }) });
    },
  });
}

/** Keeps what was asked for and leads to the page that checks it. */
export function leadToStart(scope: Scope, { screen, plan }: { screen: CopyScreen; plan: CopyPlan }) {
  const draft = plans(screen).add(scope, plan, plan.source);
  return redirect(screenPath(scope, screen, { rest: ["start"], query: { draft } }));
}

/** What was asked for; undefined where it is no longer kept. */
export function keptPlan(
  scope: Scope,
  { request, screen, index }: { request: Request; screen: CopyScreen; index: string },
) {
  const id = draftId(request);
  return { id, plan: plans(screen).get(scope, id, index) };
}

/** The page before a copy starts: what was asked for, checked now. */
export async function loadStart({ request, params, context }: LoaderFunctionArgs, screen: CopyScreen) {
  const scope = await requireScope(request, params, "develop", context);
  const row = await requireIndex(scope);
  const { id, plan } = keptPlan(scope, { request, screen, index: row.name });
  const backTo = screenPath(scope, screen, id === null ? {} : { query: { draft: id } });
  const page = { screen, name: row.name, backTo, keepsWrites: holds(scope.identity.product, "writes-meanwhile") };
  if (plan === undefined) return { ...page, plan: null, checks: [], request: null, gate: scope.may("documents:write") };
  const checks = await checkCopy(scope, { plan, row });
  return {
    ...page,
    plan,
    checks,
    request: shownRequest(scope, toCopy({ plan, clone: screen === "clone" })),
    gate: scope.may("documents:write"),
  };
}

/** Starts the copy, unless something is in its way by now: then the page says what. */
export async function startKept({ request, scope, screen }: { request: Request; scope: Scope; screen: CopyScreen }) {
  const row = await requireIndex(scope);
  const { id, plan } = keptPlan(scope, { request, screen, index: row.name });
  const { pathname, search } = new URL(request.url);
  const again = (text: string) => redirectWithFlash({ request, to: `${pathname}${search}`, kind: "bad", text });
  if (plan === undefined) return again("Nothing was started: what you chose is no longer kept.");
  const inTheWay = (await checkCopy(scope, { plan, row })).find(({ tone }) => tone === "bad");
  if (inTheWay) return again(`Nothing was started. ${inTheWay.label}: ${inTheWay.detail}`);
  const job = await startCopyJob(scope, { plan, clone: screen === "clone" });
  if (job === null) return again("Nothing was started. Too many jobs are waiting. Try again when some have finished.");
  if (id !== null) removeDraft(scope, id);
  const text = screen === "clone" ? `Index ${row.name} is being cloned.` : `Index ${row.name} is being re-indexed.`;
  return redirectWithFlash({ request, to: screenPath(scope, "jobs", { rest: [job] }), kind: "info", text });
}
