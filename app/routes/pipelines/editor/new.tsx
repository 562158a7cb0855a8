import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { PlainLink } from "~/components/ui/plain-link";
import { PageHeader } from "~/components/ui/page/page-header";
import { isForeignLink } from "~/server/security.server";
import { type LevelRef, levelRef } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { draftId } from "~/services/platform/store/draft-store.server";
import { pipelines } from "../_parts/thing";
import { editorAddress } from "./_parts/addresses";
import { EditorForm } from "./_parts/editor-form";
import { loadEditorPage } from "./_parts/load.server";
import { answerNew, beginningOf, offeredTemplates } from "./_parts/new.server";

export const handle = pipelines.beside("New", { takes: "texts" });
export const meta = pipelines.meta("New");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const files = await beginningOf(scope, request);
  const { file, stage, run } = editorAddress.at(request).state;
  const kept = draftId(request) !== null;
  const templates = files === null ? await offeredTemplates(scope) : [];
  return {
    page:
      files &&
      (await loadEditorPage(scope, { id: null, files, file, stage, run: run && kept && !isForeignLink(request) })),
    templates: templates.map(({ key, name, use, needs }) => ({ key, name, use, needs })),
    kept,
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerNew(args);
}

export default function NewPipelineScreen() {
  const { page, templates, kept, gate, at } = useLoaderData<typeof loader>();
  if (page === null) return <Chooser templates={templates} at={at} />;
  return (
    <>
      <PageHeader
        title="Create pipeline"
        description="Its text, its scripts and its stages. A run changes nothing on this server."
      />
      <EditorForm
        key={`${JSON.stringify(page.names)}${page.shownFile}${page.stage?.was ?? ""}${page.content}`}
        page={page}
        formId="pipeline-new"
        version=""
        save={{ label: "Create pipeline", busyLabel: "Creating…", then: "save" }}
        gate={gate}
        cancelTo={pipelines.path(at)}
        describes={false}
        unsaved={kept}
      />
    </>
  );
}

type Templates = ReturnType<typeof useLoaderData<typeof loader>>["templates"];

/** What a new one may begin with: each a link, so that a choice can be shared and taken back. */
function Chooser({ templates, at }: { templates: Templates; at: LevelRef }) {
  return (
    <>
      <PageHeader title="Create pipeline" description="Start with what is nearest; all of it can be changed." />
      <ul className="grid max-w-[1000px] gap-4 medium:grid-cols-2">
        {templates.map(({ key, name, use, needs }) => (
          <li key={key} className="rounded border border-line p-4">
            <h2 className="text-14 font-bold">
              <PlainLink to={pipelines.path(at, { page: "new", query: { template: key } })} className="link">
                {name}
              </PlainLink>
            </h2>
            <p className="mt-1">{use}</p>
            <p className="mt-1 text-13 text-muted">Needs: {needs}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
