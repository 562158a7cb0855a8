import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CheckboxField, SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { formReply } from "~/components/forms/reply.server";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { answerForm, failed } from "~/server/form-action.server";
import { definitionAt } from "~/lib/data/documents/mapping-rows";
import { scalarText } from "~/lib/json/scalar";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { hasPage } from "~/navigation/visible.server";
import { listAnalyzers } from "~/services/indices/analyze/analyzers.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { settle } from "~/services/platform/http/settle.server";
import { indexOf, requireIndex } from "~/services/indices/get.server";
import { toAddField } from "~/services/indices/mappings/add-field.server";
import { getMapping } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { addFieldConstraint, AddFieldSchema, type AddFieldShape, definitionOf } from "./add-field-form.server";
import { fieldTypes } from "./field-types";

const INTENT = "add-field";
const NOT_ADDED = "The field was not added.";
const FORMED = "With the defaults of this form. The name, the type and what follows from it are those that you choose.";

export const handle: Handle = {
  screen: "",
  crumbs: ({ at }) => [{ label: "Mapping", to: screenPath(at, "mapping") }, { label: "Add field" }],
};
export const meta = titled("Add field");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  const analyzers = await settle(listAnalyzers(scope, name));
  const shown = shownRequest(
    scope,
    toAddField({ index: name, path: "field-name", definition: definitionOf({ type: "text", keyword: true }) }),
  );
  return {
    name,
    constraint: addFieldConstraint,
    analyzers: analyzers.ok ? analyzers.value : [],
    mayReindex: hasPage("app", "reindex"),
    gate: scope.may("indices:write"),
    request: { ...shown, remark: FORMED },
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_ADDED,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: AddFieldSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { name: path } = submission.value;
      const index = indexOf(scope);
      const definition = definitionOf(submission.value);
      const present = definitionAt(await getMapping(scope, index), path);
      // Sub-fields may be added to a field of the same type; everything else of it stays as it is.
      if (present !== undefined && present["type"] !== definition["type"]) {
        const type = scalarText(present["type"] ?? "object");
        return formReply(submission, {
          intent: INTENT,
          fieldErrors: { name: [`Field ${path} already exists as ${type}. Changing its type takes a re-index.`] },
        });
      }
      try {
        const changed = await change(scope, toAddField({ index, path, definition }));
        const to = screenPath(scope, "mapping", { query: { q: path } });
        return redirectWithFlash({
          request: args.request,
          to,
          text: `Field ${path} added. It is filled by documents that are saved from now on.`,
          changed,
        });
      } catch (error) {
        const fields = { 400: submission.payload["definition"] ? "definition" : "name" };
        return failed(error, submission, { intent: INTENT, what: NOT_ADDED, fields });
      }
    },
  });
}

export default function AddFieldScreen() {
  const { name, constraint, analyzers, mayReindex, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<AddFieldShape>({
    id: `add-field-${name}`,
    intent: INTENT,
    constraint,
    defaultValue: { type: "text", keyword: true },
  });
  const at = appLevel(name);
  return (
    <>
      <PageHeader
        title="Add field"
        description="A field cannot be renamed, removed or given another type later without a re-index."
      />
      <ServerForm
        form={form}
        intent={INTENT}
        labels={{ name: "Name", type: "Type", analyzer: "Analyzer", definition: "Definition" }}
      >
        <TextField
          field={fields.name}
          label="Name"
          hint="Dots make objects: address.city."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField field={fields.type} label="Type" options={fieldTypes} />
        <FieldGroup legend="For text">
          <CheckboxField
            field={fields.keyword}
            label="Keyword sub-field"
            hint="For exact matches, sorting and aggregations, as name.keyword."
          />
          <SelectField
            field={fields.analyzer}
            label="Analyzer"
            placeholder="Default of the index"
            options={analyzers.map((analyzer) => ({ value: analyzer, label: analyzer }))}
          />
        </FieldGroup>
        <JsonArea
          field={fields.definition}
          label="Definition"
          hint={
            <>
              JSON for other types and sub-fields; overrides the values above:{" "}
              {'{ "type": "scaled_float", "scaling_factor": 100 }'}
            </>
          }
          rows={6}
        />
        <FormEnd
          label="Add field"
          busyLabel="Adding…"
          busy={busy}
          request={request}
          gate={gate}
          cancelTo={screenPath(at, "mapping")}
        />
      </ServerForm>
      {mayReindex && (
        <p className="mt-4 text-13 text-muted">
          To change an existing field,{" "}
          <PlainLink to={screenPath(at, "reindex")} className="link">
            re-index {name}
          </PlainLink>
          .
        </p>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
