import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ChoiceField, FieldGroup, FormEnd, JsonArea, ServerForm, TextField, useServerForm } from "~/components/form-kit";
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
import { kindNames } from "./kind-words";
import { allTemplates } from "./list.server";
import { bodyOf, newTemplateConstraint, NewTemplateSchema, type NewTemplateShape } from "./new-form.server";

const INTENT = "create-template";
const NOT_MADE = "The template was not created.";
const FORMED = "For an index template named template-name. What you type takes the place of these values.";

export const handle: Handle = { screen: "", crumbs: ({ at }) => [{ label: "Templates", to: screenPath(at, "templates") }, { label: "Create template" }] };
export const meta: MetaFunction = () => [{ title: "Create template · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const all = await settle(allTemplates(scope));
  const missing = all.ok ? all.value.missing : [];
  const ref = { kind: "composable", name: "template-name" } as const;
  const shown = shownRequest(scope, toCreateTemplate(ref, bodyOf({ kind: "composable", patterns: ["logs-*"], rank: 0 })));
  return { missing, constraint: newTemplateConstraint, gate: scope.may("indices:write"), request: { ...shown, remark: FORMED } };
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
        const message = error instanceof Error ? error.message : "";
        const isTaken = /already exists/i.test(message);
        const words = isTaken ? { 400: `Template ${name} already exists. Choose another name or edit it.` } : {};
        return failed(error, submission, { intent: INTENT, what: NOT_MADE, fields: { 400: fieldOf(message) }, words });
      }
    },
  });
}

/** The field that the engine's refusal is about, by the words of its reason. */
function fieldOf(message: string) {
  if (/already exists|name/i.test(message) && !/setting|mapp/i.test(message)) return "name";
  if (/same priority|multiple index templates/i.test(message)) return "rank";
  if (/mapp|analyzer/i.test(message)) return "mappings";
  if (/setting/i.test(message)) return "settings";
  return /alias/i.test(message) ? "aliases" : "patterns";
}

export default function CreateTemplateScreen() {
  const { missing, constraint, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<NewTemplateShape>({
    id: "create-template",
    intent: INTENT,
    constraint,
    defaultValue: { kind: missing.includes("composable") ? "legacy" : "composable", rank: 0 },
  });
  const labels = { kind: "Kind", name: "Name", patterns: "Patterns", rank: "Priority", settings: "Settings", mappings: "Mappings", aliases: "Aliases" };
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
        <FieldGroup legend="What indices get" hint="JSON; each may stay empty.">
          <JsonArea field={fields.settings} label="Settings" hint={<>{'{ "number_of_shards": 1 }'}</>} rows={5} />
          <JsonArea field={fields.mappings} label="Mappings" hint={<>{'{ "properties": { "title": { "type": "text" } } }'}</>} rows={5} />
          <JsonArea field={fields.aliases} label="Aliases" hint={<>{'{ "films": {} }'}</>} rows={3} />
        </FieldGroup>
        <FormEnd label="Create template" busyLabel="Creating…" busy={busy} request={request} gate={gate} cancelTo={screenPath(clusterLevel, "templates")} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
