import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { LinkButton } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { loadEditor } from "~/editor/edit.server";
import { isForeignLink } from "~/server/security.server";
import { levelRef } from "~/navigation/paths";
import { readText, requireVersion } from "~/services/pipelines/read.server";
import { filesOf } from "~/services/pipelines/write.server";
import { requireScope } from "~/session/scope.server";
import { PipelineHead } from "../_parts/pipeline-head";
import { pipelineRef, pipelineText } from "../_parts/pipeline.server";
import { pipelines } from "../_parts/thing";
import { editorAddress } from "./_parts/addresses";
import { answerEditor } from "./_parts/answer.server";
import { EditorForm } from "./_parts/editor-form";
import { loadEditorPage } from "./_parts/load.server";
import { withStage } from "./_parts/steps.server";

export const handle = pipelines.one(undefined, { takes: "texts" });
export const meta = pipelines.meta(({ name }) => name);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const asked = pipelineRef(request);
  const { version, versions } = await requireVersion(scope, asked);
  const ref = { id: asked.id, number: version.number };
  const edited = await loadEditor({ request, scope, editable: pipelineText, ref });
  const { file, stage, run, add } = editorAddress.at(request).state;
  const kept = filesOf(edited.text ?? "{}");
  const files = add === "" || edited.again ? kept : withStage(kept, add);
  const { document } = readText(files.content);
  const { document: stored } = readText(version.content);
  return {
    page: await loadEditorPage(scope, {
      id: ref.id,
      files,
      file,
      stage,
      run: run && edited.again && !isForeignLink(request),
    }),
    id: ref.id,
    number: version.number,
    live: versions.find((one) => one.live)?.number ?? null,
    name: stored?.description || ref.id,
    routes: (document ?? stored)?.routes.map(({ method, path }) => ({ method, path })) ?? [],
    precondition: edited.version,
    lost: edited.lost,
    again: edited.again,
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerEditor(args);
}

export default function PipelineScreen() {
  const { page, id, number, live, name, routes, precondition, lost, again, gate, at } = useLoaderData<typeof loader>();
  const isLive = number === live;
  return (
    <>
      <PipelineHead
        id={id}
        name={name}
        at={at}
        current="edit"
        routes={routes}
        badge={
          <StatusBadge tone={isLive ? "good" : "info"}>{`version ${number}, ${isLive ? "live" : "draft"}`}</StatusBadge>
        }
        actions={
          <>
            <MoreMenu
              entries={[
                { gate, to: pipelines.path(at, { page: "new", query: { from: id } }), label: "Clone" },
                { gate, to: pipelines.path(at, { id, page: "delete" }), label: "Delete…", danger: true },
              ]}
            />
            {!isLive && !again && (
              <Gated gate={gate} label="Review and make live">
                <LinkButton to={pipelines.path(at, { id, page: "review", query: { version: number } })}>
                  Review and make live
                </LinkButton>
              </Gated>
            )}
          </>
        }
      />
      {lost && (
        <Notice tone="warn">Your earlier changes are no longer kept; this is the version as it is stored.</Notice>
      )}
      <EditorForm
        key={`${JSON.stringify(page.names)}${page.shownFile}${page.stage?.was ?? ""}${page.content}`}
        page={page}
        formId={`pipeline-${id}-${number}`}
        version={precondition}
        save={
          isLive
            ? { label: "Save as a new version", busyLabel: "Saving…", then: "save-new" }
            : { label: `Save version ${number}`, busyLabel: "Saving…", then: "save" }
        }
        gate={gate}
        cancelTo={pipelines.path(at)}
        describes
        unsaved={again}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
