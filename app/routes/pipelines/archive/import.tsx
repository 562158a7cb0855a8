import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangeList } from "~/components/editor/review-page";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Gate } from "~/lib/access-control/gate";
import { type LevelRef, levelRef } from "~/navigation/paths";
import { draftId } from "~/services/platform/store/draft-store.server";
import { requireScope } from "~/session/scope.server";
import { pipelines } from "../_parts/thing";
import { answerImport, loadImport } from "./_parts/import.server";
import { IMPORT, UPLOAD } from "./_parts/intents";

export const handle = pipelines.beside("Import", { takes: "files" });
export const meta = pipelines.meta("Import");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const plan = await loadImport(scope, request);
  return {
    plan,
    lost: plan === null && draftId(request) !== null,
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerImport(args);
}

export default function ImportPipelineScreen() {
  const { plan, lost, gate, at } = useLoaderData<typeof loader>();
  return plan === null ? <Upload lost={lost} gate={gate} at={at} /> : <Review plan={plan} gate={gate} at={at} />;
}

function Upload({ lost, gate, at }: { lost: boolean; gate: Gate; at: LevelRef }) {
  const { form, fields, busy } = useServerForm<{ file: string }>({ id: "import-pipeline-file", intent: UPLOAD });
  return (
    <div className="max-w-form">
      <PageHeader
        title="Import pipeline"
        description="From an archive created by Export. You see what it would change before anything is saved."
      />
      {lost && <Notice tone="warn">This archive is no longer kept. Upload it again.</Notice>}
      <ServerForm form={form} intent={UPLOAD} encType="multipart/form-data" reloadDocument labels={{ file: "Archive" }}>
        <TextField
          field={fields.file}
          label="Archive"
          type="file"
          accept=".zip,application/zip"
          hint="A ZIP file with pipeline.yaml or pipeline.json, and its scripts as .js files. Up to 4 MB."
          required
        />
        <FormEnd label="Review archive" busy={busy} gate={gate} cancelTo={pipelines.path(at)} />
      </ServerForm>
    </div>
  );
}

type Plan = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["plan"]>;

function Review({ plan, gate, at }: { plan: Plan; gate: Gate; at: LevelRef }) {
  const { form, busy } = useServerForm({ id: "import-pipeline", intent: IMPORT });
  const { file, id, isNew, live, name, isOn, routes, variables, changes, request } = plan;
  return (
    <>
      <PageHeader
        title={<Name>{isNew ? `Create ${name}?` : `Add a version to ${name}?`}</Name>}
        description={
          <Name>
            {isNew
              ? `There is no pipeline ${id ?? "of this text"} yet. From ${file}.`
              : `The pipeline ${id ?? ""} exists. The archive ${file} becomes a draft of it, which answers nobody until you make it live.`}
          </Name>
        }
      />
      {isNew && isOn && routes.length > 0 && (
        <Notice tone="warn">{`It is switched on, so it answers at once: ${routes.join(", ")}.`}</Notice>
      )}
      {variables.length > 0 && (
        <Notice tone="warn">{`It also writes global variables, over those of the same name: ${variables.join(", ")}.`}</Notice>
      )}
      <ChangeList changes={changes} before={isNew ? "Nothing" : `Version ${live ?? ""}, live`} after="Archive" />
      <div className="mt-4">
        <ServerForm form={form} intent={IMPORT}>
          <FormEnd
            label={isNew ? "Create pipeline" : "Add version"}
            busyLabel={isNew ? "Creating…" : "Adding…"}
            busy={busy}
            request={request}
            gate={gate}
            cancelTo={pipelines.path(at)}
          />
        </ServerForm>
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
