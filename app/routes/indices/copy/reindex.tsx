import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stringifyJson } from "@common/text/json";
import { JsonArea } from "~/components/forms/code/json-area";
import { ChoiceField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { FieldGroup, FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { indexNameRules } from "~/lib/indices/index-name";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { getMapping } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { answerPlan, keptPlan } from "../_parts/plans.server";
import { planOfReindex, reindexConstraint, ReindexSchema, type ReindexShape } from "./_parts/form.server";

const INTENT = "choose-reindex";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Re-index" }] };
export const meta = titled("Re-index");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name, shards, replicas } = await requireIndex(scope);
  const { plan } = keptPlan(scope, { request, screen: "reindex", index: name });
  const values = {
    where: plan && plan.target !== null ? "into" : "in-place",
    target: plan?.target ?? "",
    shards: plan?.shards ?? shards ?? 1,
    replicas: plan?.replicas ?? replicas ?? 0,
    mappings: plan?.mappings ?? stringifyJson(await getMapping(scope, name), 2),
    settings: plan?.settings ?? "",
    include: (plan?.include ?? []).join(", "),
    exclude: (plan?.exclude ?? []).join(", "),
    type: plan?.type ?? "",
  };
  // Mapping types ended with version 7.
  const typed = /^[1-6]\./.test(scope.identity.engine?.version ?? "") && scope.identity.backend === "elasticsearch";
  return { name, values, typed, constraint: reindexConstraint };
}

export async function action(args: ActionFunctionArgs) {
  return answerPlan(args, { screen: "reindex", intent: INTENT, schema: ReindexSchema, planOf: planOfReindex });
}

const places = [
  { value: "in-place", label: "In place", hint: "The name and its aliases stay; the index behind them is replaced." },
  { value: "into", label: "Into a new index", hint: "The source stays as it is." },
];

export default function ReindexScreen() {
  const { name, values, typed, constraint } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<ReindexShape>({
    id: `reindex-${name}`,
    intent: INTENT,
    constraint,
    defaultValue: values,
  });
  const labels = {
    where: "Where",
    target: "New index",
    shards: "Shards",
    replicas: "Replicas",
    mappings: "Mappings",
    settings: "Settings",
    include: "Included fields",
    exclude: "Excluded fields",
  };
  return (
    <>
      <PageHeader
        title={`Re-index ${name}`}
        description="Copies all documents into an index with other mappings or settings."
      />
      <ServerForm form={form} intent={INTENT} labels={labels}>
        <div className="into-new">
          <ChoiceField field={fields.where} label="Where" options={places} />
          <div className="below">
            <TextField
              field={fields.target}
              label="New index"
              hint={indexNameRules}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        </div>
        <FieldRow>
          <TextField field={fields.shards} label="Shards" type="number" min={1} max={1024} />
          <TextField field={fields.replicas} label="Replicas" type="number" min={0} max={100} />
        </FieldRow>
        <JsonArea
          field={fields.mappings}
          label="Mappings"
          rows={8}
          hint="JSON. These are the current ones; change what should be different."
        />
        <FieldGroup legend="Advanced" folded open={form.status === "error"}>
          <JsonArea
            field={fields.settings}
            label="Settings"
            rows={6}
            hint={<>JSON, added to the current ones. For example {'{ "refresh_interval": "5s" }'}</>}
          />
          <TextField
            field={fields.include}
            label="Included fields"
            hint="Only these are copied, separated by commas; * stands for anything. Empty: all."
            spellCheck={false}
          />
          <TextField
            field={fields.exclude}
            label="Excluded fields"
            hint="Left out of the documents, separated by commas."
            spellCheck={false}
          />
          {typed && (
            <TextField
              field={fields.type}
              label="Type"
              hint="The mapping type, for engines before version 7."
              spellCheck={false}
            />
          )}
        </FieldGroup>
        <FormEnd label="Continue" busy={busy} cancelTo={screenPath(appLevel(name))} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
