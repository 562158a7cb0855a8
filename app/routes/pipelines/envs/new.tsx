import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { levelRef } from "~/navigation/paths";
import { offersCheck } from "~/services/pipelines/envs/check.server";
import { requireScope } from "~/session/scope.server";
import { globalEnvs } from "../_parts/thing";
import { EnvForm } from "./_parts/env-form";
import { newEnvConstraint } from "./_parts/env-form.server";
import { answerEnv } from "./_parts/save-env.server";

export const handle = globalEnvs.beside("Create");
export const meta = globalEnvs.meta("Create");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, globalEnvs, context);
  return {
    constraint: newEnvConstraint,
    checks: await offersCheck(scope),
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerEnv(args, null);
}

export default function NewGlobalEnvScreen() {
  const { constraint, checks, gate, at } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Create global variable" />
      <PlanGatePanel gate={gate} />
      <EnvForm
        envKey={null}
        values={{ method: "GET" }}
        constraint={constraint}
        checks={checks}
        gate={gate}
        cancelTo={globalEnvs.path(at)}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
