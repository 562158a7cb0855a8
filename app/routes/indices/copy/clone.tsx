import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChoiceField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { freeIndexName, indexNameRules } from "~/lib/indices/index-name";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { listIndexNames } from "~/services/indices/list.server";
import { requireScope } from "~/session/scope.server";
import { answerPlan, keptPlan } from "../_parts/plans.server";
import { cloneConstraint, CloneSchema, type CloneShape, planOfClone } from "./_parts/form.server";

const INTENT = "choose-clone";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Clone" }] };
export const meta = titled("Clone");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  const names = await settle(listIndexNames(scope));
  const { plan } = keptPlan(scope, { request, screen: "clone", index: name });
  const values = {
    target: plan?.target ?? freeIndexName(`${name}-copy`, names.ok ? names.value : []),
    action: plan?.action ?? ["mappings", "settings", "data"],
  };
  return { name, values, constraint: cloneConstraint };
}

export async function action(args: ActionFunctionArgs) {
  return answerPlan(args, { screen: "clone", intent: INTENT, schema: CloneSchema, planOf: planOfClone });
}

const parts = [
  { value: "mappings", label: "Mappings", hint: "The fields and their types." },
  { value: "settings", label: "Settings", hint: "Analyzers, shards and replicas." },
  {
    value: "data",
    label: "Documents",
    hint: "Without them the new index is empty. Alone, they go into an index that exists already.",
  },
  { value: "search_relevancy", label: "Search relevance settings", hint: "Where the server keeps them." },
  { value: "synonyms", label: "Synonyms", hint: "Where the server keeps them." },
];

export default function CloneIndexScreen() {
  const { name, values, constraint } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<CloneShape>({
    id: `clone-${name}`,
    intent: INTENT,
    constraint,
    defaultValue: values,
  });
  return (
    <>
      <PageHeader title={`Clone ${name}`} />
      <ServerForm form={form} intent={INTENT} labels={{ target: "New index", action: "What to copy" }}>
        <TextField
          field={fields.target}
          label="New index"
          hint={indexNameRules}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <ChoiceField field={fields.action} label="What to copy" options={parts} multiple />
        <FormEnd label="Continue" busy={busy} cancelTo={screenPath(appLevel(name))} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
