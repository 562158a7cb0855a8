import { join } from "node:path";
import { privateFolder } from "@common/storage/private-files";
import { parseWithZod } from "@conform-to/zod/v4";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { address, number } from "~/lib/address";
import { screenPath } from "~/navigation/paths";
import type { Scope } from "~/session/scope.server";
import { getImports, requireJob } from "~/services/data/import/imports.server";
import { startJob } from "~/services/data/import/start.server";
import {
  failedRows,
  MAX_EDIT_BYTES,
  MAX_EDIT_ROWS,
  retryPlan,
  rowText,
  writeRetryFile,
} from "~/services/data/import/run/retry.server";
import type { Job, JobStore } from "~/services/data/import/run/import-store.server";
import { newJobId } from "~/services/platform/jobs/table.server";
import { personOf, redirectWithFlash } from "~/sessions.server";
import { EditedSchema } from "./failed-form.server";
import { RETRY, RETRY_EDITED } from "./intents";
import { failureView, SHOWN_BYTES } from "../_parts/imports/failure-view.server";
import { isLive } from "~/services/platform/jobs/states";

type AppScope = Scope & { app: string };
const PAGE = 50;

const failedList = address({ after: number({ min: 0, initial: 0 }) });

/** A page of the failed rows of a job, and their text where it is small enough to be edited in the page. */
export async function loadFailed({
  request,
  scope,
  jobId,
}: {
  request: Request;
  scope: AppScope;
  jobId: string | undefined;
}) {
  const job = await requireJob({ scope, jobId });
  const { store } = getImports(scope.context);
  const { after } = failedList.at(request).state;
  const rows = store.failures({ id: job.id, after, limit: PAGE + 1, rawBytes: SHOWN_BYTES });
  const kept = store.keptFailures(job.id);
  const small = kept.bytes <= MAX_EDIT_BYTES && kept.rows <= MAX_EDIT_ROWS;
  return {
    app: scope.app,
    gate: scope.may("imports:write"),
    job: { id: job.id, name: job.name, retriedBy: job.retriedBy, live: isLive(job.state), header: job.header },
    failed: job.failed,
    kept: kept.rows,
    after,
    failures: rows.slice(0, PAGE).map((failure) => failureView({ job, failure })),
    next: rows.length > PAGE ? (rows[PAGE - 1]?.row ?? null) : null,
    text: small && kept.rows > 0 ? editableText({ store, job }) : null,
  };
}

function editableText({ store, job }: { store: JobStore; job: Job }): string {
  return [...failedRows({ store, id: job.id })].map(({ raw }) => rowText({ job, raw })).join("\n");
}

/** Starts a new import with the failed rows, unchanged or as edited in the page. */
export async function answerFailed({
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
  const job = await requireJob({ scope, jobId });
  const { store, dir } = getImports(scope.context);
  const intent = form.get("intent");
  if (intent !== RETRY && intent !== RETRY_EDITED) throw unknownIntent(intent);
  const submission = parseWithZod(form, { schema: EditedSchema });
  if (intent === RETRY_EDITED && submission.status !== "success") return formReply(submission, { intent });
  const refuse = (text: string) =>
    redirectWithFlash({ request, to: screenPath(scope, "import", { rest: [job.id, "failed"] }), text, kind: "bad" });
  if (isLive(job.state)) return refuse("The import is still running. Wait until it has finished, or cancel it first.");
  if (job.retriedBy !== null && store.get(job.retriedBy))
    return refuse("These rows were retried already; see that import.");
  if (!job.plan || store.keptFailures(job.id).rows === 0) return refuse("There are no failed rows to retry.");

  const edited =
    intent === RETRY_EDITED && submission.status === "success" ? submission.value.rows.replace(/\r\n/g, "\n") : null;
  privateFolder(dir);
  const path = join(dir, `${newJobId()}.upload`);
  const size = await writeRetryFile({ store, job, path, edited });
  const name = /^failed rows of /i.test(job.name) ? job.name : `failed rows of ${job.name}`;
  const next = store.create({
    url: job.url,
    app: job.app,
    username: personOf(scope.session),
    name,
    size,
    path,
    parent: job.id,
  });
  store.setPlan({ id: next.id, plan: retryPlan(job.plan) });
  const to = screenPath(scope, "import", { rest: [next.id] });
  const begun = await startJob({ scope, job: next });
  return redirectWithFlash({
    request,
    to,
    kind: begun ? "info" : "bad",
    text: begun
      ? "Retry of the failed rows started."
      : "Too many imports are waiting already. Try again when some have finished.",
  });
}
