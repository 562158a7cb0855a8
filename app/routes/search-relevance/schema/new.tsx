import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { NotOffered } from "~/components/ui/message/not-offered";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { answerForm } from "~/server/form-action.server";
import { useCaseNames } from "~/lib/data/documents/use-cases";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { addedTypes } from "~/services/search-relevance/schema/field-kinds";
import { fieldInWords } from "~/services/search-relevance/schema/schema-draft";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { useCases } from "./_parts/address";
import { fieldOf, newFieldConstraint, newFieldSchema, type NewFieldShape } from "./_parts/form.server";
import { ADD } from "./_parts/intents";
import { newFieldProblem } from "./_parts/new-field.server";
import { gateOf, keepWish, readSchema, requireSchema } from "./_parts/schema.server";

export const handle: Handle = { screen: "schema", crumbs: () => [{ label: "Add field" }] };
export const meta = titled("Add field", "Schema");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "schema" }, context);
  const schema = await readSchema(scope);
  return {
    index: schema?.index ?? null,
    constraint: newFieldConstraint,
    gate: gateOf(scope),
    mayDevelop: scope.can("develop"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "schema" },
    what: "The field was not added.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: newFieldSchema });
      if (submission.status !== "success") return formReply(submission, { intent: ADD });
      const { name: path, ...filled } = submission.value;
      const schema = await requireSchema(scope);
      const problem = newFieldProblem(schema, { path, type: filled.type });
      if (problem !== null) return formReply(submission, { intent: ADD, fieldErrors: problem });
      const removed = schema.wishes.get(path)?.to === null;
      const to = fieldOf(filled);
      keepWish(scope, schema, { path, wish: { to } });
      if (!removed)
        return redirectWithFlash({
          request,
          to: screenPath(scope, "schema"),
          text: `Draft saved. Field ${path} is added once it is published.`,
        });
      return redirectWithFlash({
        request,
        to: screenPath(scope, "schema", { rest: [path] }),
        kind: "bad",
        text: `Field ${path} was to be removed by this draft. It stays, as ${fieldInWords(to)}: values that do not fit are lost.`,
      });
    },
  });
}

export default function AddSchemaFieldScreen() {
  const { index, constraint, gate, mayDevelop } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<NewFieldShape>({
    id: `add-to-schema-${index ?? ""}`,
    intent: ADD,
    constraint,
    defaultValue: { type: "text", useCase: "searchaggs" },
  });
  if (index === null) return <NotOffered title="Add field" lacks="has no relevance settings" />;
  const at = appLevel(index);
  return (
    <>
      <PageHeader title="Add field" />
      <PlanGatePanel gate={gate} />
      <ServerForm form={form} intent={ADD} labels={{ name: "Name", type: "Type", useCase: "Use case" }}>
        <TextField
          field={fields.name}
          label="Name"
          hint="Dots make objects: address.city."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField field={fields.type} label="Type" options={addedTypes.map((value) => ({ value, label: value }))} />
        <SelectField
          field={fields.useCase}
          label="Use case"
          hint="Applies to text."
          options={useCases.map((value) => ({ value, label: useCaseNames[value] }))}
        />
        <FormEnd label="Add to draft" busyLabel="Adding…" busy={busy} gate={gate} cancelTo={screenPath(at, "schema")} />
      </ServerForm>
      {mayDevelop && (
        <p className="mt-4 text-13 text-muted">
          For a vector, or a field with parameters of its own,{" "}
          <PlainLink to={screenPath(at, "mapping/add")} className="link">
            write its definition
          </PlainLink>
          .
        </p>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
