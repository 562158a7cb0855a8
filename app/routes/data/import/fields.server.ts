import { rm } from "node:fs/promises";
import { parseWithZod } from "@conform-to/zod/v4";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { failed } from "~/form-action.server";
import { wholeNumber } from "~/lib/search-params";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/redirect.server";
import type { Scope } from "~/session/scope.server";
import { detectFile, type Detection } from "~/services/import/read/detect.server";
import type { BackendClient } from "~/services/http/client.server";
import { getImports, requireJob } from "~/services/import/imports.server";
import { startJob } from "~/services/import/start.server";
import { fieldConflict, type ExistingField } from "~/services/import/shape/mapping.server";
import { makePlan, proposedId, shownFields, type ShownField } from "~/services/import/shape/plan.server";
import { getExistingFields, prepareIndex } from "~/services/import/send/prepare-index.server";
import type { Plan } from "~/services/import/types";
import type { Job } from "~/services/import/run/import-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { FieldsSchema, readOptionsOf } from "./fields-form.server";
import { DISCARD, START } from "./intents";

type AppScope = Scope & { app: string };

/** A page of fields; a file may have thousands. */
export const FIELDS_PER_PAGE = 100;
const SAMPLE_ROWS = 5;
const SAMPLE_COLUMNS = 12;
const MAX_ID_CHOICES = 500;

export type Draft = { job: Job; detection: Detection; existing: Map<string, ExistingField> | null; shown: ShownField[] };

/** Everything about a draft. Redirects to the job's page when the import has begun. */
export async function loadDraft({ request, scope, jobId }: { request: Request; scope: AppScope; jobId: string | undefined }): Promise<Draft> {
  const job = await requireJob({ scope, jobId });
  if (job.state !== "draft") throw redirect(screenPath(scope, "import", { rest: [job.id] }));
  const [detection, existing] = await Promise.all([detectFile({ path: job.path, name: job.name, set: readOptionsOf(request) }), getExistingFields(scope)]);
  return { job, detection, existing, shown: shownFields({ detection, existing: existing ?? new Map<string, ExistingField>(), stored: job.plan }) };
}

/** What the page shows of a draft. */
export function draftView({ draft, request }: { draft: Draft; request: Request }) {
  const { job, detection, existing, shown } = draft;
  const from = wholeNumber(new URL(request.url).searchParams.get("from"), { from: 0, fallback: 0 });
  const start = from < shown.length ? from : 0;
  const bad = detection.sample.filter((row) => row.problem !== null);
  return {
    job: { id: job.id, name: job.name, size: job.size },
    isNew: existing === null,
    options: detection.options,
    notes: detection.notes,
    problem: detection.problem,
    from: start,
    total: shown.length,
    fields: shown.slice(start, start + FIELDS_PER_PAGE),
    idField: job.plan ? job.plan.idField : proposedId(shown),
    idChoices: shown
      .filter((field) => field.unique || field.name === job.plan?.idField)
      .slice(0, MAX_ID_CHOICES)
      .map((field) => field.name),
    sample: sampleTable(detection),
    sampled: detection.sample.length,
    bad: { count: bad.length, first: bad.slice(0, 3).map((row) => ({ line: row.line, problem: row.problem ?? "" })) },
  };
}

function sampleTable({ sample, columns, fields, options }: Detection) {
  const rows = sample.filter((row) => row.problem === null).slice(0, SAMPLE_ROWS);
  const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
  if (options.format !== "csv")
    return {
      columns: ["Row"],
      more: 0,
      rows: rows.map((row) => ({ line: row.line, cells: [row.text.length > 400 ? `${row.text.slice(0, 400)}…` : row.text] })),
    };
  const names = columns.slice(0, SAMPLE_COLUMNS);
  return {
    columns: names,
    more: fields.length - names.length,
    rows: rows.map((row) => ({ line: row.line, cells: names.map((_, at) => cut(row.cells?.[at] ?? "")) })),
  };
}

/** The action of the page: keeps the choices of this page of fields, begins the import, or gives the draft up. */
export async function answerFields({ request, scope, form, jobId }: { request: Request; scope: AppScope; form: FormData; jobId: string | undefined }) {
  const { store } = getImports(scope.context);
  if (form.get("intent") === DISCARD) {
    const job = await requireJob({ scope, jobId });
    if (job.state === "draft") {
      await rm(job.path, { force: true });
      store.remove(job.id);
    }
    return redirectWithFlash({ request, to: screenPath(scope, "import"), text: "The upload was given up. Nothing was stored." });
  }
  if (form.get("intent") !== START) throw unknownIntent(form.get("intent"));
  const draft = await loadDraft({ request, scope, jobId });
  const submission = parseWithZod(form, { schema: FieldsSchema });
  if (submission.status !== "success") return formReply(submission, { intent: START });
  const { fields, idField, to } = submission.value;
  const chosen = fields.map(({ kind, ...field }) => ({ ...field, ...kind }));
  const plan = makePlan({ detection: draft.detection, shown: draft.shown, chosen, idField: idField ?? null });
  store.setPlan({ id: draft.job.id, plan });
  if (to !== undefined) {
    const url = new URL(request.url);
    url.searchParams.set("from", String(to));
    return redirect(`${url.pathname}${url.search}`);
  }

  const problems = planProblems({ plan, existing: draft.existing ?? new Map<string, ExistingField>(), onPage: fields.map((field) => field.name) });
  if (problems) return formReply(submission, { intent: START, ...problems });
  try {
    const prepare = (http: BackendClient) => prepareIndex({ scope: { ...scope, http }, fields: plan.fields, existing: draft.existing });
    if (!(await startJob({ scope, job: draft.job, prepare })))
      return formReply(submission, { intent: START, formErrors: ["Too many imports wait already. Try again when some are over."] });
  } catch (error) {
    const at = error instanceof Error ? fields.findIndex((field) => error.message.includes(`[${field.name}]`)) : -1;
    return failed(error, submission, { intent: START, what: "The import was not begun.", fields: at === -1 ? {} : { 400: `fields[${at}].kind` } });
  }
  return redirectWithFlash({ request, to: screenPath(scope, "import", { rest: [draft.job.id] }), text: "The import has begun.", kind: "info" });
}

function planProblems({ plan, existing, onPage }: { plan: Plan; existing: Map<string, ExistingField>; onPage: string[] }) {
  if (!plan.fields.some((field) => field.include)) return { formErrors: ["Take at least one field."] };
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
