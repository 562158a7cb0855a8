import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ButtonBar, Field, FieldGroup, FormBoundary, ServerForm, TextArea, useServerForm } from "~/components/form-kit";
import { Button, DataTable, Notice, PageForm, PageHeader, StatusBadge, Time } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { getImports } from "~/services/import/imports.server";
import { getIndex } from "~/services/indices/get.server";
import { getExistingFields } from "~/services/import/send/prepare-index.server";
import { inApp } from "./in-app.server";
import { PASTE, SAMPLE, UPLOAD } from "./intents";
import { receiveSource } from "./receive.server";
import { pasteConstraint, type PasteShape, type UploadShape } from "./source-forms.server";
import { stateLabel, stateTone } from "./states";

const RECENT = 10;

export const handle: Handle = { screen: "import" };
export const meta: MetaFunction<typeof loader> = ({ params }) => [{ title: `Import · ${params.appName}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = inApp(await requireScope(request, params, "develop", context));
  const existing = await getExistingFields(scope);
  // A closed index still tells its fields.
  const row = existing && (await getIndex(scope, scope.app));
  const jobs = getImports(scope.context).store.list({ url: scope.session.url, app: scope.app, limit: RECENT });
  return {
    app: scope.app,
    isNew: existing === null,
    isClosed: row?.open === false,
    constraint: pasteConstraint,
    jobs: jobs.map(({ id, name, state, indexed, failed, created, username }) => ({ id, name, state, indexed, failed, created, username })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "Nothing was imported.",
    upload: true,
    run: ({ scope }) => receiveSource({ request, scope: inApp(scope) }),
  });
}

export default function ImportScreen() {
  const { app, isNew, isClosed, jobs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Import into ${app}`}
        description="Bring rows in from a file, a paste or the sample. Before anything is stored you see what was found and choose the fields."
      />
      {isNew && (
        <Notice tone="info">
          There is no index <strong>{app}</strong> yet. The import makes it.
        </Notice>
      )}
      {isClosed && (
        <Notice tone="warn">
          This index is closed and takes no rows.{" "}
          <Link to={screenPath(appLevel(app), "open")} className="font-semibold text-current underline">
            Open it first
          </Link>
          .
        </Notice>
      )}
      <div className="grid max-w-form gap-1">
        <UploadForm />
        <PasteForm />
        <SampleForm />
      </div>
      <h2 className="mb-2 mt-4 text-16 font-semibold">Recent imports</h2>
      <DataTable
        caption="Recent imports into this index"
        rows={jobs}
        rowKey={(job) => job.id}
        columns={[
          {
            key: "name",
            label: "File",
            render: (job) => (
              <Link to={screenPath(appLevel(app), "import", { rest: [job.id] })} className="link">
                {job.name}
              </Link>
            ),
          },
          { key: "state", label: "State", render: (job) => <StatusBadge tone={stateTone(job)}>{stateLabel(job.state)}</StatusBadge> },
          { key: "indexed", label: "Indexed", align: "right", render: (job) => formatNumber(job.indexed) },
          { key: "failed", label: "Failed", align: "right", render: (job) => formatNumber(job.failed) },
          { key: "by", label: "By", render: (job) => job.username },
          { key: "created", label: "Begun", render: (job) => <Time value={job.created} /> },
        ]}
        empty={<p className="text-muted">Nothing was imported into this index yet. Imports stay in this list for 30 days.</p>}
      />
    </>
  );
}

function UploadForm() {
  const { form, fields } = useServerForm<UploadShape>({ id: "import-upload", intent: UPLOAD });
  const hint = "CSV, TSV, a JSON list or NDJSON, packed with gzip or not, up to 8 GB. What it is gets told from its content.";
  return (
    <FieldGroup legend="A file">
      <ServerForm form={form} intent={UPLOAD} encType="multipart/form-data" reloadDocument labels={{ file: "File" }}>
        <Field field={fields.file} label="File" hint={hint}>
          <input
            type="file"
            id={fields.file.id}
            name="file"
            required
            aria-describedby={[fields.file.descriptionId, fields.file.errors ? fields.file.errorId : ""].join(" ").trim()}
            aria-invalid={fields.file.errors ? true : undefined}
            className="block w-full text-13 file:mr-3 file:min-h-[34px] file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:text-13 file:font-semibold file:text-ink"
          />
        </Field>
        <ButtonBar>
          <Button tone="primary">Upload file</Button>
        </ButtonBar>
      </ServerForm>
    </FieldGroup>
  );
}

function PasteForm() {
  const { constraint } = useLoaderData<typeof loader>();
  const { form, fields } = useServerForm<PasteShape>({ id: "import-paste", intent: PASTE, constraint });
  return (
    <FieldGroup legend="A paste">
      <ServerForm form={form} intent={PASTE} encType="multipart/form-data" reloadDocument labels={{ rows: "Rows" }}>
        <TextArea
          field={fields.rows}
          label="Rows"
          code
          rows={7}
          hint="The same kinds of data, up to 5 MB. Cells copied from a spreadsheet are tab-separated and fine."
        />
        <ButtonBar>
          <Button>Use this text</Button>
        </ButtonBar>
      </ServerForm>
    </FieldGroup>
  );
}

function SampleForm() {
  return (
    <FieldGroup legend="The sample" hint="3,201 films with box office, ratings and release dates (vega-datasets, BSD licence), to try search and facets on.">
      <PageForm method="post" encType="multipart/form-data" reloadDocument>
        <input type="hidden" name="intent" value={SAMPLE} />
        <Button>Use the sample films</Button>
      </PageForm>
    </FieldGroup>
  );
}

export { FormBoundary as ErrorBoundary };
