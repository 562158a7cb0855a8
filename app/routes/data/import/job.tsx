import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { unknownIntent } from "~/components/forms/reply.server";
import { Button, LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { useReader } from "~/components/ui/reader";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import { formatDuration } from "~/lib/values/dates";
import { INDEX_CLOSED } from "~/lib/data/import-messages";
import { formatNumber } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { getImports, requireJobOrOwn } from "~/services/data/import/imports.server";
import { startJob } from "~/services/data/import/start.server";
import { panel } from "~/services/platform/http/settle.server";
import { loadConnect } from "~/services/search-relevance/visitors/connect.server";
import { isLive } from "~/services/platform/jobs/states";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { FailureTable } from "./failure-table";
import { inApp } from "./in-app.server";
import { CANCEL, RESUME } from "./intents";
import { JobNumbers } from "./job-numbers";
import { jobPageView } from "../_parts/imports/job-view.server";
import { newSearchKey } from "~/session/new-search-key.server";
import { ReadyToSearch } from "./ready-to-search";
import { useLiveJob } from "./use-live-job";

export const handle: Handle = {
  screen: "import",
  crumbs: ({ data }) => [{ label: (data as { job: { name: string } } | undefined)?.job.name ?? "Import" }],
};
export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: `Import of ${data?.job.name ?? "a file"} · ${params.appName}` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = inApp(await requireScope(request, params, "develop", context));
  const { job, asked } = await requireJobOrOwn({ scope, jobId: params.jobId });
  const { id, name, username, created, started, finished, problem, parent, retriedBy, setUp } = job;
  const isReady = job.state === "done" && setUp !== null && !("left" in setUp);
  const late = { request, requestId: scope.context.requestId };
  return {
    app: scope.app,
    job: { id, name, username, created, started, finished, problem, parent, retriedBy },
    // What it is called without is said where the engine could not have it.
    setUp: setUp && { ...setUp, asked: job.plan?.search?.language ?? null },
    view: jobPageView({ scope, job, asked }),
    connect: isReady ? await panel(loadConnect(scope, scope.app), late) : null,
    toCredential: newSearchKey(scope, scope.app),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: "develop",
    what: "The import is as it was.",
    run: ({ scope, form }) => answerJob({ request, scope: inApp(scope), form, jobId: params["jobId"] }),
  });
}

async function answerJob({
  request,
  scope,
  form,
  jobId,
}: {
  request: Request;
  scope: ReturnType<typeof inApp>;
  form: FormData;
  jobId: string | undefined;
}) {
  const { job } = await requireJobOrOwn({ scope, jobId });
  const to = screenPath(scope, "import", { rest: [job.id] });
  switch (form.get("intent")) {
    case CANCEL: {
      const stopped = await getImports(scope.context).runner.cancel(job.id);
      return redirectWithFlash({
        request,
        to,
        kind: "info",
        text: stopped
          ? "The import was cancelled. Rows stored before stay in the index."
          : "The import had already finished.",
      });
    }
    case RESUME: {
      if (job.state !== "interrupted")
        return redirectWithFlash({ request, to, kind: "info", text: "The import is not interrupted." });
      const begun = await startJob({ scope, job });
      return redirectWithFlash({
        request,
        to,
        kind: begun ? "good" : "bad",
        text: begun
          ? "The import continues where it stopped."
          : "Too many jobs are waiting. Try again when some have finished.",
      });
    }
    default:
      throw unknownIntent(form.get("intent"));
  }
}

export default function ImportJobScreen() {
  const { app, job, setUp, view: loaded, connect, toCredential } = useLoaderData<typeof loader>();
  const view = useLiveJob({ id: job.id, loaded });
  const { lite } = useReader();
  const live = isLive(view.state);
  const at = appLevel(app);
  const path = (...rest: string[]) => screenPath(at, "import", { rest: [job.id, ...rest] });
  if (view.state === "draft") return <DraftState name={job.name} app={app} to={path("fields")} />;
  const refresh = <meta httpEquiv="refresh" content="2" />;
  return (
    <>
      {/* Lite pages have no script although the browser could run them. */}
      {live && (lite ? refresh : <noscript>{refresh}</noscript>)}
      <PageHeader
        title={`Import of ${job.name} into ${app}`}
        description={
          <>
            Started <Time value={job.started ?? job.created} exact /> by {job.username}.
            {live ? " You can leave this page; the import continues." : ""}
            {tookOf(job)}
          </>
        }
        actions={live && <CancelForm />}
      />
      <StateNotice
        state={view.state}
        message={job.problem?.message === view.message ? null : view.message}
        indexed={view.indexed}
        failed={view.failed}
        browse={screenPath(at, "browse")}
        preview={screenPath(at, "search-preview")}
        openTo={screenPath(at, "open")}
      />
      {job.problem && (
        <Notice tone="bad">
          {job.problem.message}
          {job.problem.line !== null &&
            ` Line ${formatNumber(job.problem.line)}${job.problem.column === null ? "" : `, column ${formatNumber(job.problem.column)}`}.`}{" "}
          The rows before it were read.
        </Notice>
      )}
      {job.parent !== null && (
        <p className="mb-3 text-13 text-muted">
          Retries the failed rows of{" "}
          <Link to={screenPath(at, "import", { rest: [job.parent] })} className="link">
            an earlier import
          </Link>
          .
        </p>
      )}
      <JobNumbers
        view={view}
        failedTo={path("failed")}
        took={job.started === null || job.finished === null ? null : job.finished - job.started}
      />
      {view.state === "done" && setUp && (
        <ReadyToSearch at={at} setUp={setUp} connect={connect} toCredential={toCredential} />
      )}
      {view.failed > 0 && (
        <>
          <h2 className="mb-2 text-16 font-semibold">Rows that failed</h2>
          <FailureTable
            failures={view.failures}
            footer={
              <div className="flex flex-wrap justify-between gap-3 border-t border-line bg-raised px-3 py-2 text-13">
                <span className="text-muted">
                  {formatNumber(view.failures.length)} of {formatNumber(view.failed)}
                </span>
                <Link to={path("failed")} className="link">
                  All failed rows{live ? "" : ", download and retry"}
                </Link>
              </div>
            }
          />
        </>
      )}
    </>
  );
}

/** How long a finished import took. */
function tookOf({ started, finished }: { started: number | null; finished: number | null }): string {
  return started === null || finished === null ? "" : ` It took ${formatDuration(Math.max(1, finished - started))}.`;
}

function CancelForm() {
  return (
    <PageForm method="post">
      <input type="hidden" name="intent" value={CANCEL} />
      <Button tone="danger-outline">Cancel import</Button>
    </PageForm>
  );
}

function DraftState({ name, app, to }: { name: string; app: string; to: string }) {
  return (
    <>
      <PageHeader title={`Import of ${name} into ${app}`} />
      <EmptyState
        title="This import was not started"
        action={
          <LinkButton to={to} tone="primary">
            Choose fields
          </LinkButton>
        }
      >
        <p>
          The file is uploaded; its fields are not chosen yet. Uploads that are not started are deleted after a day.
        </p>
      </EmptyState>
    </>
  );
}

type StateNoticeProps = {
  state: ReturnType<typeof useLiveJob>["state"];
  message: string | null;
  indexed: number;
  failed: number;
  browse: string;
  preview: string;
  openTo: string;
};

function StateNotice({ state, message, indexed, failed, browse, preview, openTo }: StateNoticeProps) {
  if (state === "queued") return <Notice tone="info">Waiting for other jobs to finish.</Notice>;
  if (state === "paused") return <Notice tone="warn">{message}</Notice>;
  if (state === "cancelled" || state === "failed")
    return message && <Notice tone={state === "failed" ? "bad" : "info"}>{message}</Notice>;
  if (state === "interrupted") {
    return (
      <Notice tone="warn">
        <p>{message}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <PageForm method="post">
            <input type="hidden" name="intent" value={RESUME} />
            <Button>Resume import</Button>
          </PageForm>
          {message === INDEX_CLOSED && <LinkButton to={openTo}>Open the index…</LinkButton>}
          <CancelForm />
        </div>
      </Notice>
    );
  }
  if (state !== "done") return null;
  return (
    <Notice tone={failed > 0 ? "warn" : "good"} role="status">
      {indexed === 0 && failed === 0
        ? "Done. There were no rows in the file. "
        : failed > 0
          ? "Done, but some rows failed. "
          : "Done, every row was stored. "}
      <Link to={browse} className="font-semibold text-current underline">
        Browse the data
      </Link>{" "}
      or{" "}
      <Link to={preview} className="font-semibold text-current underline">
        search it
      </Link>
      .
    </Notice>
  );
}

export { FormBoundary as ErrorBoundary };
