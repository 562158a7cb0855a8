import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { NamedList } from "~/components/ui/named-list";
import { Card } from "~/components/ui/card";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { levelRef } from "~/navigation/paths";
import { offersCheck } from "~/services/pipelines/envs/check.server";
import { requireEnv } from "~/services/pipelines/envs/read.server";
import { loadUses } from "~/services/pipelines/envs/uses.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireScope } from "~/session/scope.server";
import { globalEnvs, pipelines } from "../_parts/thing";
import { EnvForm } from "./_parts/env-form";
import { envConstraint, envValues } from "./_parts/env-form.server";
import { answerEnv } from "./_parts/save-env.server";

export const handle = globalEnvs.one();
export const meta = globalEnvs.meta(({ id }) => id);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, globalEnvs, context);
  const key = globalEnvs.idIn(request);
  const env = await requireEnv(scope, key);
  const [checks, uses] = await Promise.all([offersCheck(scope), settle(loadUses(scope))]);
  return {
    key,
    name: env.label === "" ? key : env.label,
    values: envValues(env),
    usedBy: uses.ok ? uses.value(key) : [],
    constraint: envConstraint,
    checks,
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerEnv(args, globalEnvs.idIn(args.request));
}

export default function GlobalEnvScreen() {
  const { key, name, values, usedBy, constraint, checks, gate, at } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={<Name>{name}</Name>}
        description={<Name as="code">{key}</Name>}
        actions={
          <MoreMenu
            entries={[{ gate, to: globalEnvs.path(at, { id: key, page: "delete" }), label: "Delete…", danger: true }]}
          />
        }
      />
      <PlanGatePanel gate={gate} />
      <div className="grid items-start gap-6 large:grid-cols-[minmax(0,45rem)_16rem]">
        <EnvForm
          envKey={key}
          values={values}
          constraint={constraint}
          checks={checks}
          gate={gate}
          cancelTo={globalEnvs.path(at)}
        />
        <Card title="Used by">
          {usedBy.length === 0 ? (
            <p className="text-13 text-muted">No pipeline uses it.</p>
          ) : (
            <NamedList
              items={usedBy.map(({ id, name: of }) => ({ key: id, name: of, to: pipelines.path(at, { id }) }))}
              total={usedBy.length}
            />
          )}
        </Card>
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
