import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ChoiceField, FieldGroup, FormEnd, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { PageHeader } from "~/components/kit";
import { answerForm, failed } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { settle } from "~/services/http/settle.server";
import { toCreateTemplate } from "~/services/templates/manage.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { allComponents, allTemplates } from "./list.server";
import { PartFields, partLabels, refusedField, takenWords } from "./part-fields";
import { bodyOf, newTemplateConstraint, NewTemplateSchema, type NewTemplateShape } from "./new-form.server";
import { kindNames } from "./template-names";

const INTENT = "create-template";
/** Component templates that the hint lists. */
const MOST_NAMED = 20;
const NOT_MADE = "The template was not created.";
const FORMED = "For an index template named template-name. What you type takes the place of these values.";

export const handle: Handle = { screen: "", crumbs: ({ at }) => [{ label: "Templates", to: screenPath(at, "templates") }, { label: "Create template" }] };
export const meta: MetaFunction = () => [{ title: "Create template · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const [all, parts] = await Promise.all([settle(allTemplates(scope)), settle(allComponents(scope))]);
  const components = parts.ok ? (parts.value ?? []).filter(({ managed }) => !managed).map(({ name }) => name) : [];
  const missing = all.ok ? all.value.missing : [];
  const ref = { kind: "composable", name: "template-name" } as const;
  const shown = shownRequest(scope, toCreateTemplate(ref, bodyOf({ kind: "composable", patterns: ["logs-*"], rank: 0, components: [] })));
  return {
    missing,
    components: components.slice(0, MOST_NAMED),
    constraint: newTemplateConstraint,
    gate: scope.may("indices:write"),
    request: { ...shown, remark: FORMED },
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_MADE,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: NewTemplateSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { kind, name } = submission.value;
      try {
        const changed = await change(scope, toCreateTemplate({ kind, name }, bodyOf(submission.value)));
        const to = screenPath(clusterLevel, "templates", { rest: [kind, name] });
        return redirectWithFlash({ request: args.request, to, text: `Template ${name} created. Indices get it from now on when they are created.`, changed });
      } catch (error) {
        return failed(error, submission, { intent: INTENT, what: NOT_MADE, fields: { 400: refusedField(error, "patterns") }, words: takenWords(error, name) });
      }
    },
  });
}

export default function CreateTemplateScreen() {
  const { missing, components, constraint, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<NewTemplateShape>({
    id: "create-template",
    intent: INTENT,
    constraint,
    defaultValue: { kind: missing.includes("composable") ? "legacy" : "composable", rank: 0 },
  });
  const labels = { kind: "Kind", name: "Name", patterns: "Patterns", rank: "Priority", components: "Composed of", ...partLabels };
  return (
    <>
      <PageHeader title="Create template" />
      <ServerForm form={form} intent={INTENT} labels={labels}>
        <ChoiceField
          field={fields.kind}
          label="Kind"
          options={[
            {
              value: "composable",
              label: kindNames.composable,
              hint: "One per index: the one with the highest priority.",
              disabled: missing.includes("composable"),
            },
            {
              value: "legacy",
              label: kindNames.legacy,
              hint: "All that match add up by order, where no index template matches.",
              disabled: missing.includes("legacy"),
            },
          ]}
        />
        <TextField field={fields.name} label="Name" autoCapitalize="none" autoComplete="off" spellCheck={false} />
        <TextField
          field={fields.patterns}
          label="Patterns"
          hint="Names of indices, * for anything, commas between: logs-*, events-*"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField field={fields.rank} label="Priority" type="number" min={0} hint="Higher wins. The order of a legacy template." />
        <TextField
          field={fields.components}
          label="Composed of"
          hint={
            components.length === 0
              ? "Names of component templates of an index template, commas between."
              : `Component templates of an index template, commas between; later ones win. Available: ${components.join(", ")}`
          }
          autoCapitalize="none"
          spellCheck={false}
        />
        <FieldGroup legend="What indices get" hint="JSON; each may stay empty.">
          <PartFields fields={fields} />
        </FieldGroup>
        <FormEnd label="Create template" busyLabel="Creating…" busy={busy} request={request} gate={gate} cancelTo={screenPath(clusterLevel, "templates")} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
