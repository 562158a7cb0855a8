import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { FieldGroup, FormEnd, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { PageHeader } from "~/components/kit";
import { answerForm, failed } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { toCreateTemplate } from "~/services/templates/manage.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { componentBody, newComponentConstraint, NewComponentSchema, type NewComponentShape } from "./new-form.server";
import { PartFields, partLabels, refusedField, takenWords } from "./part-fields";

const INTENT = "create-component";
const NOT_MADE = "The component template was not created.";
const FORMED = "For a component template named template-name. What you type takes the place of these values.";
const list = () => screenPath(clusterLevel, "templates/components");

export const handle: Handle = {
  screen: "",
  crumbs: ({ at }) => [
    { label: "Templates", to: screenPath(at, "templates") },
    { label: "Component templates", to: list() },
    { label: "Create component template" },
  ],
};
export const meta: MetaFunction = () => [{ title: "Create component template · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const shown = shownRequest(scope, toCreateTemplate({ kind: "component", name: "template-name" }, componentBody({})));
  return { constraint: newComponentConstraint, gate: scope.may("indices:write"), request: { ...shown, remark: FORMED } };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_MADE,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: NewComponentSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { name } = submission.value;
      try {
        const changed = await change(scope, toCreateTemplate({ kind: "component", name }, componentBody(submission.value)));
        const to = screenPath(clusterLevel, "templates", { rest: ["component", name] });
        return redirectWithFlash({ request: args.request, to, text: `Component template ${name} created.`, changed });
      } catch (error) {
        return failed(error, submission, { intent: INTENT, what: NOT_MADE, fields: { 400: refusedField(error, "name") }, words: takenWords(error, name) });
      }
    },
  });
}

export default function CreateComponentScreen() {
  const { constraint, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<NewComponentShape>({ id: "create-component", intent: INTENT, constraint });
  return (
    <>
      <PageHeader title="Create component template" />
      <ServerForm form={form} intent={INTENT} labels={{ name: "Name", ...partLabels }}>
        <TextField field={fields.name} label="Name" autoCapitalize="none" autoComplete="off" spellCheck={false} />
        <FieldGroup legend="What indices get" hint="JSON; each may stay empty.">
          <PartFields fields={fields} />
        </FieldGroup>
        <FormEnd label="Create component template" busyLabel="Creating…" busy={busy} request={request} gate={gate} cancelTo={list()} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
