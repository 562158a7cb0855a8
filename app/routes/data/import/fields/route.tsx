import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { describedBy, Field } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { ButtonBar, FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf, formatBytes, formatNumber } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { targetPath } from "../draft-path";
import { inApp } from "../in-app.server";
import { START } from "../intents";
import { Steps } from "../steps";
import { kindOf } from "./field-kinds";
import { FieldTable } from "./field-table";
import type { FieldsShape } from "./fields-form.server";
import { answerFields, draftView, loadDraft } from "./fields.server";
import { ReadForm } from "./read-form";
import { SearchGroup } from "./search-group";
import { SampleTable } from "./sample-table";

export const handle: Handle = { screen: "import", crumbs: () => [{ label: "Fields" }] };
export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: `Fields of ${data?.job.name ?? "the file"} · ${params.appName}` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = inApp(await requireScope(request, params, "develop", context));
  const draft = await loadDraft({ request, scope, jobId: params.jobId });
  return { app: scope.app, gate: scope.may("imports:write"), ...(await draftView({ draft, request })) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: "develop",
    what: "The import was not started.",
    run: ({ scope, form }) => answerFields({ request, scope: inApp(scope), form, jobId: params["jobId"] }),
  });
}

export default function ImportFieldsScreen() {
  const view = useLoaderData<typeof loader>();
  const { app, job, bad, sampled, notes, problem, isNew } = view;
  return (
    <>
      <PageHeader
        title={`Fields of ${job.name}`}
        description={
          <>
            {formatBytes(job.size)}, into {isNew ? "the new index" : "the index"} <strong>{app}</strong>
          </>
        }
      />
      <Steps
        at="Fields"
        given={view.given}
        to={{ File: screenPath(appLevel(app), "import"), Index: targetPath(job) }}
      />
      {notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      {problem && (
        <Notice tone="bad">
          {problem.message}
          {problem.line !== null &&
            ` (line ${formatNumber(problem.line)}${problem.column === null ? "" : `, column ${formatNumber(problem.column)}`})`}{" "}
          The rows before can be imported.
        </Notice>
      )}
      {bad.count > 0 && (
        <Notice tone="warn">
          {countOf(bad.count, "row")} of the first {formatNumber(sampled)} will fail:{" "}
          {bad.first.map(({ line, problem: why }) => `line ${formatNumber(line)}, ${why}`).join("; ")}
          {bad.count > bad.first.length ? "; …" : "."} The others are imported.
        </Notice>
      )}
      <ReadForm options={view.options} given={view.given} />
      <SampleTable sample={view.sample} />
      <FieldsForm key={`${view.from}-${JSON.stringify(view.options)}`} />
    </>
  );
}

function FieldsForm() {
  const {
    app,
    gate,
    job,
    fields: shown,
    from,
    total,
    idField,
    idChoices,
    search,
    told,
  } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { form, fields, busy } = useServerForm<FieldsShape>({
    id: `import-fields-${job.id}-${from}-${params.toString().length}`,
    intent: START,
    defaultValue: {
      fields: shown.map((field) => ({
        name: field.name,
        include: field.include,
        kind: kindOf(field),
        numberFormat: field.numberFormat,
        useCase: field.useCase,
        role: field.role,
      })),
      idField: idField ?? "",
      told: String(told),
      ...(search.kind === "offered" && { setUp: search.on, language: search.language ?? "" }),
    },
  });
  const next = from + shown.length;
  const before = Math.max(0, from - 100);
  return (
    <ServerForm
      form={form}
      intent={START}
      className=""
      labels={Object.fromEntries(shown.map((field, at) => [`fields[${at}].kind`, field.name]))}
    >
      <input type="hidden" name={fields.told.name} value={fields.told.value ?? ""} />
      <h2 className="mb-2 text-16 font-semibold">
        {total === shown.length
          ? countOf(total, "field")
          : `Fields ${formatNumber(from + 1)} to ${formatNumber(next)} of ${formatNumber(total)}`}
      </h2>
      <FieldTable rows={fields.fields.getFieldList()} shown={shown} withRoles={search.kind === "offered"} />
      <div className="mt-4 max-w-form">
        <FieldGroup legend="Document ID">
          <Field
            field={fields.idField}
            label="ID field"
            hint="A row whose ID exists already replaces that document. With generated IDs every row becomes a new document."
          >
            <select
              id={fields.idField.id}
              name={fields.idField.name}
              defaultValue={idField ?? ""}
              aria-describedby={describedBy(fields.idField, true)}
              className="block min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 text-ink"
            >
              <option value="">Generate automatically</option>
              {idChoices.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        </FieldGroup>
        <SearchGroup search={search} setUp={fields.setUp} language={fields.language} />
      </div>
      <ButtonBar sticky>
        <Gated gate={gate} label="Start import">
          <Button tone="primary">{busy ? "Starting…" : "Start import"}</Button>
        </Gated>
        {from > 0 && (
          <Button name="to" value={before}>
            Save and show fields {formatNumber(before + 1)} to {formatNumber(from)}
          </Button>
        )}
        {next < total && (
          <Button name="to" value={next}>
            Save and show fields {formatNumber(next + 1)} to {formatNumber(Math.min(total, next + 100))}
          </Button>
        )}
        <Button tone="quiet" name="to" value="index">
          Back
        </Button>
        <LinkButton tone="quiet" to={screenPath(appLevel(app), "import", { rest: [job.id, "discard"] })}>
          Delete upload…
        </LinkButton>
      </ButtonBar>
    </ServerForm>
  );
}

export { FormBoundary as ErrorBoundary };
