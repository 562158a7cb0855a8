import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, buttonClass, LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import type { EditedShape } from "./failed-form.server";
import { answerFailed, loadFailed } from "./failed.server";
import { FailureTable } from "./failure-table";
import { inApp } from "./in-app.server";
import { RETRY, RETRY_EDITED } from "./intents";

export const handle: Handle = { screen: "import", crumbs: () => [{ label: "Failed rows" }] };
export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: `Failed rows of ${data?.job.name ?? "an import"} · ${params.appName}` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = inApp(await requireScope(request, params, "develop", context));
  return loadFailed({ request, scope, jobId: params.jobId });
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: "develop",
    what: "The rows were not retried.",
    run: ({ scope, form }) => answerFailed({ request, scope: inApp(scope), form, jobId: params["jobId"] }),
  });
}

export default function FailedRowsScreen() {
  const { app, gate, job, failed, kept, failures, after, next, text } = useLoaderData<typeof loader>();
  const at = appLevel(app);
  const jobPath = (...rest: string[]) => screenPath(at, "import", { rest: [job.id, ...rest] });
  const download = (as: string) => `/resources/import/${encodeURIComponent(job.id)}/failed?as=${as}`;
  if (kept === 0) {
    return (
      <>
        <PageHeader title={`Failed rows of ${job.name}`} />
        <EmptyState title="No failed rows" action={<LinkButton to={jobPath()}>Back to the import</LinkButton>}>
          <p>Rows that cannot be imported are listed here with their line and reason.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={`Failed rows of ${job.name}`}
        description={`${countOf(failed, "row")} could not be imported into ${app}; the others are in the index.`}
        actions={
          <>
            <a href={download("report")} className={buttonClass()}>
              Download with reasons
            </a>
            <a href={download("rows")} className={buttonClass()}>
              Download rows
            </a>
          </>
        }
      />
      {kept < failed && (
        <Notice tone="warn">
          Only the first {formatNumber(kept)} failed rows are kept; the others are only counted.
        </Notice>
      )}
      <FailureTable
        failures={failures}
        footer={
          <div className="flex flex-wrap justify-between gap-3 border-t border-line bg-raised px-3 py-2 text-13">
            <Link to={jobPath()} className="link">
              Back to the import
            </Link>
            <span className="flex gap-4">
              {after > 0 && (
                <Link to="?" className="link">
                  First rows
                </Link>
              )}
              {next !== null && (
                <Link to={`?after=${next}`} className="link">
                  More rows
                </Link>
              )}
            </span>
          </div>
        }
      />
      <h2 className="mb-2 mt-5 text-16 font-semibold">Retry</h2>
      {job.retriedBy !== null ? (
        <Notice tone="info">
          These rows were retried in{" "}
          <Link
            to={screenPath(at, "import", { rest: [job.retriedBy] })}
            className="font-semibold text-current underline"
          >
            another import
          </Link>
          .
        </Notice>
      ) : job.live ? (
        <p className="text-muted">The import is still running. Rows can be retried when it has finished.</p>
      ) : (
        <>
          {text !== null && <EditForm text={text} />}
          <FieldGroup
            legend="Retry unchanged"
            hint="When the cause was elsewhere: a full server, or a field whose type has changed since."
          >
            <PageForm method="post">
              <input type="hidden" name="intent" value={RETRY} />
              <Gated gate={gate} label={`Retry ${countOf(kept, "row")} unchanged`}>
                <Button>Retry {countOf(kept, "row")} unchanged</Button>
              </Gated>
            </PageForm>
          </FieldGroup>
        </>
      )}
    </>
  );
}

function EditForm({ text }: { text: string }) {
  const { job, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<EditedShape>({
    id: `retry-${job.id}`,
    intent: RETRY_EDITED,
    defaultValue: { rows: text },
  });
  const rows = Math.min(16, Math.max(4, text.split("\n").length + 1));
  return (
    <FieldGroup
      legend="Edit and retry"
      hint={
        job.header === null ? undefined : (
          <>
            Columns:{" "}
            <Name as="code" className="font-mono text-code">
              {job.header.length > 400 ? `${job.header.slice(0, 400)}…` : job.header}
            </Name>
          </>
        )
      }
    >
      <ServerForm form={form} intent={RETRY_EDITED} className="" labels={{ rows: "Rows" }}>
        <TextArea
          field={fields.rows}
          label="Rows"
          code
          rows={rows}
          hint="One row per line, as in the file. Remove the lines that you do not want."
        />
        <FormEnd label="Retry edited rows" busyLabel="Starting…" busy={busy} gate={gate} />
      </ServerForm>
    </FieldGroup>
  );
}

export { FormBoundary as ErrorBoundary };
