import { parseWithZod } from "@conform-to/zod/v4";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { failed } from "~/server/form-action.server";
import { address, flag, number } from "~/lib/address";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import type { Scope } from "~/session/scope.server";
import { detectFile, type Detection } from "~/services/data/import/read/detect.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { movedDraft, NO_INDEX } from "~/services/data/import/drafts.server";
import { getImports, requireJob } from "~/services/data/import/imports.server";
import { startJob } from "~/services/data/import/start.server";
import { fieldConflict, type ExistingField } from "~/services/data/import/shape/mapping.server";
import { misfitsOf } from "~/services/data/import/shape/misfits.server";
import { makePlan, proposedId, shownFields, type ShownField } from "~/services/data/import/shape/plan.server";
import { getExistingFields, prepareIndex } from "~/services/data/import/send/prepare-index.server";
import type { Plan } from "~/services/data/import/types";
import type { Job } from "~/services/data/import/run/import-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { misfitProblems, withMisfits } from "./misfits.server";
import { FieldsSchema, readOptionsOf } from "./fields-form.server";
import { draftPath, targetPath } from "../draft-path";
import { START } from "../intents";
import { sampleView, withGroupedExamples } from "./sample.server";
import { chosenSearch, type SearchOffer, searchOffer, searchView } from "./search.server";

type AppScope = Scope & { app: string };

/** A page of fields; a file may have thousands. */
export const FIELDS_PER_PAGE = 100;
const MAX_ID_CHOICES = 500;

export type Draft = {
  job: Job;
  detection: Detection;
  existing: Map<string, ExistingField> | null;
  shown: ShownField[];
  offer: SearchOffer;
};

/**
 * Everything about an upload. Redirects to the job's page when its import has started, and to where it is when another
 * tab chose another index.
 */
export async function loadDraft({
  request,
  scope,
  jobId,
}: {
  request: Request;
  scope: AppScope;
  jobId: string | undefined;
}): Promise<Draft> {
  const moved = movedDraft({ scope, jobId });
  if (moved) throw redirectWithFlash({ request, to: draftPath(moved), text: movedWords(moved), kind: "info" });
  const job = await requireJob({ scope, jobId });
  if (job.state !== "draft") throw redirect(screenPath(scope, "import", { rest: [job.id] }));
  const set = readOptionsOf(request);
  // Back at this step the file is read as it was read before.
  const file = { path: job.path, name: job.name, set: Object.keys(set).length > 0 ? set : (job.plan?.options ?? {}) };
  const [detection, existing, offer] = await Promise.all([
    detectFile(file).catch(async (error: unknown) => {
      // By a second click it may have been started meanwhile, and its file be gone; discarded, it is a 404.
      const now = await requireJob({ scope, jobId });
      throw now.state === "draft" ? error : redirect(screenPath(scope, "import", { rest: [job.id] }));
    }),
    getExistingFields(scope),
    searchOffer(scope),
  ]);
  return {
    job,
    offer,
    detection,
    existing,
    shown: shownFields({ detection, existing: existing ?? new Map<string, ExistingField>(), stored: job.plan }),
  };
}

function movedWords({ app }: Job): string {
  return app === NO_INDEX
    ? "Choose an index for this upload first."
    : `This upload goes into ${app} now, as chosen in another tab.`;
}

const fieldPages = address({ from: number({ min: 0, initial: 0 }), given: flag() });

/** What the page shows of a draft. */
export async function draftView({ draft, request }: { draft: Draft; request: Request }) {
  const { job, detection, existing, shown } = draft;
  const { from, given } = fieldPages.at(request).state;
  const start = from < shown.length ? from : 0;
  const bad = detection.sample.filter((row) => row.problem !== null);
  const misfits = misfitsOf(makePlan({ detection, shown, chosen: [], idField: null }), detection.rows);
  return {
    job: { id: job.id, name: job.name, size: job.size },
    isNew: existing === null,
    given,
    search: await searchView({ ...draft, isNew: existing === null }),
    options: detection.options,
    notes: detection.notes,
    problem: detection.problem,
    from: start,
    total: shown.length,
    fields: withMisfits(shown.slice(start, start + FIELDS_PER_PAGE), { detection, misfits: misfits.fields }).map(
      withGroupedExamples,
    ),
    told: misfits.rows,
    idField: job.plan ? job.plan.idField : proposedId(shown),
    idChoices: shown
      .filter((field) => field.unique || field.name === job.plan?.idField)
      .slice(0, MAX_ID_CHOICES)
      .map((field) => field.name),
    sample: sampleView(detection),
    sampled: detection.sample.length,
    bad: { count: bad.length, first: bad.slice(0, 3).map((row) => ({ line: row.line, problem: row.problem ?? "" })) },
  };
}

/**
 * The action of the page: keeps the choices of this page of fields, goes to another page or step, or starts the import.
 */
export async function answerFields({
  request,
  scope,
  form,
  jobId,
}: {
  request: Request;
  scope: AppScope;
  form: FormData;
  jobId: string | undefined;
}) {
  const { store } = getImports(scope.context);
  if (form.get("intent") !== START) throw unknownIntent(form.get("intent"));
  const draft = await loadDraft({ request, scope, jobId });
  const submission = parseWithZod(form, { schema: FieldsSchema });
  if (submission.status !== "success") return formReply(submission, { intent: START });
  const { fields, idField, to, told, ...setting } = submission.value;
  const chosen = fields.map(({ kind, ...field }) => ({ ...field, ...kind }));
  const search = chosenSearch(draft.offer, setting);
  const plan = makePlan({ detection: draft.detection, shown: draft.shown, chosen, idField: idField ?? null, search });
  store.setPlan({ id: draft.job.id, plan });
  if (to === "index") return redirect(targetPath(draft.job));
  if (to !== undefined) {
    const url = new URL(request.url);
    url.searchParams.set("from", String(to));
    return redirect(`${url.pathname}${url.search}`);
  }

  const onPage = fields.map((field) => field.name);
  const problems = planProblems({ plan, existing: draft.existing ?? new Map<string, ExistingField>(), onPage });
  if (problems) return formReply(submission, { intent: START, ...problems });
  const untold = told === undefined ? null : misfitProblems({ plan, rows: draft.detection.rows, told, onPage });
  if (untold) return formReply(submission, { intent: START, ...untold });
  try {
    const prepare = async (http: BackendClient) => {
      const { fields, search } = plan;
      await prepareIndex({
        scope: { ...scope, http },
        fields,
        existing: draft.existing,
        language: search?.language ?? null,
      });
    };
    if (!(await startJob({ scope, job: draft.job, prepare })))
      return formReply(submission, {
        intent: START,
        formErrors: ["Too many imports are waiting already. Try again when some have finished."],
      });
  } catch (error) {
    const at = error instanceof Error ? fields.findIndex((field) => error.message.includes(`[${field.name}]`)) : -1;
    return failed(error, submission, {
      intent: START,
      what: "The import was not started.",
      fields: at === -1 ? {} : { 400: `fields[${at}].kind` },
    });
  }
  return redirectWithFlash({
    request,
    to: screenPath(scope, "import", { rest: [draft.job.id] }),
    text: "Import started.",
    kind: "info",
  });
}

function planProblems({
  plan,
  existing,
  onPage,
}: {
  plan: Plan;
  existing: Map<string, ExistingField>;
  onPage: string[];
}) {
  if (!plan.fields.some((field) => field.include)) return { formErrors: ["Choose at least one field."] };
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const field of plan.fields) {
    const conflict = fieldConflict({ field, fields: plan.fields, existing });
    if (conflict === null) continue;
    const at = onPage.indexOf(field.name);
    if (at === -1) formErrors.push(`${field.name}: ${conflict}`);
    else fieldErrors[`fields[${at}].kind`] = [conflict];
  }
  if (formErrors.length === 0 && Object.keys(fieldErrors).length === 0) return null;
  return { formErrors: formErrors.length > 0 ? formErrors.slice(0, 10) : undefined, fieldErrors };
}
