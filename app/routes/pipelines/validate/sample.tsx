import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Name } from "~/components/ui/name";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { levelRef } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { pipelines } from "../_parts/thing";
import { SavedForm } from "./_parts/saved-form";
import { answerSample, loadSample } from "./_parts/saved.server";

export const handle = pipelines.one("Sample");
export const meta = pipelines.meta(({ id }) => `Sample of ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const page = await loadSample(scope, request);
  return { ...page, gate: scope.may("pipelines:write"), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerSample(args);
}

export default function PipelineSampleScreen() {
  const { head, sampleId, values, route, lost, gate, at } = useLoaderData<typeof loader>();
  const isNew = sampleId === null;
  return (
    <>
      <PageHeader title={<Name>{isNew ? `Save a sample of ${head.name}` : values.name}</Name>} />
      <PlanGatePanel gate={gate} />
      {lost && <Notice tone="warn">This sample is no longer kept. Below is the one that the live version has.</Notice>}
      <SavedForm
        key={sampleId ?? "new"}
        values={values}
        formId={`pipeline-sample-${sampleId ?? head.id}`}
        route={route}
        isNew={isNew}
        gate={gate}
        cancelTo={pipelines.path(at, { id: head.id, page: "validate" })}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
