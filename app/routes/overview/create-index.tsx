import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { JsonArea } from "~/components/forms/code/json-area";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { FieldGroup, FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { freeIndexName, indexNameRules } from "~/lib/indices/index-name";
import { shardAdvice } from "~/lib/indices/shard-advice";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toCreateIndex } from "~/services/indices/manage.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { createIndexConstraint, CreateIndexSchema, type CreateIndexShape } from "./create-index-form.server";

const INTENT = "create-index";
const FORMED =
  "With the defaults of this form. The name, shards and replicas are those that you type; settings and mappings are added to the body.";
const NOT_MADE = "The index was not created.";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Create index" }] };
export const meta = titled("Create index");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const name = new URL(request.url).searchParams.get("name") ?? "";
  // Nothing is typed yet: the defaults of the form.
  const shown = shownRequest(scope, toCreateIndex({ name: name === "" ? "index-name" : name, shards: 1, replicas: 0 }));
  return {
    constraint: createIndexConstraint,
    name,
    request: { ...shown, remark: FORMED },
    gate: scope.may("indices:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_MADE,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: CreateIndexSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { name } = submission.value;
      try {
        const changed = await change(scope, toCreateIndex(submission.value));
        return redirectWithFlash({
          request: args.request,
          to: screenPath(appLevel(name)),
          text: `Index ${name} created. It has no documents yet.`,
          changed,
        });
      } catch (error) {
        const message = error instanceof Error ? error.message : "";
        const words = isTaken(message)
          ? {
              400: `Index ${name} already exists. Choose another name, such as ${freeIndexName(name, [name])}, or open it.`,
            }
          : {};
        return failed(error, submission, {
          intent: INTENT,
          what: NOT_MADE,
          fields: { 400: refusedField(message, submission.payload) },
          words,
        });
      }
    },
  });
}

/** The field that the engine's refusal is about, by the words of its reason. */
function refusedField(message: string, payload: Record<string, unknown>) {
  if (/resource_already_exists|invalid_index_name|invalid index name|already exists/i.test(message)) return "name";
  if (payload["mappings"] && /mapp|analyzer \[.*not found|field/i.test(message) && !/index\.|setting/i.test(message))
    return "mappings";
  return payload["settings"] ? "settings" : payload["mappings"] ? "mappings" : "name";
}

const isTaken = (message: string) => /resource_already_exists|already exists/i.test(message);

export default function CreateIndexScreen() {
  const { constraint, name, request, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<CreateIndexShape>({
    id: "create-index",
    intent: INTENT,
    constraint,
    defaultValue: { name, shards: 1, replicas: 0 },
  });
  return (
    <>
      <PageHeader title="Create index" description="An empty index. Importing a file creates an index, too." />
      <ServerForm
        form={form}
        intent={INTENT}
        labels={{ name: "Name", shards: "Shards", replicas: "Replicas", settings: "Settings", mappings: "Mappings" }}
      >
        <TextField
          field={fields.name}
          label="Name"
          hint={indexNameRules}
          // One types here next, and nothing else on the page is of use before.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <FieldRow>
          <TextField
            field={fields.shards}
            label="Shards"
            type="number"
            min={1}
            max={1024}
            hint={`Parts that the index is split into. ${shardAdvice}`}
          />
          <TextField
            field={fields.replicas}
            label="Replicas"
            type="number"
            min={0}
            max={100}
            hint="Copies on other nodes. On one node they stay unassigned and the health yellow."
          />
        </FieldRow>
        <FieldGroup
          legend="Advanced"
          folded
          open={form.status === "error"}
          hint="JSON. Without mappings, fields get their type from the first documents."
        >
          <JsonArea
            field={fields.settings}
            label="Settings"
            rows={6}
            hint={<>For example {'{ "analysis": { … } }'}. Shards and replicas here override the values above.</>}
          />
          <JsonArea
            field={fields.mappings}
            label="Mappings"
            rows={8}
            hint={<>For example {'{ "properties": { "title": { "type": "text" } } }'}</>}
          />
        </FieldGroup>
        <FormEnd
          label="Create index"
          busyLabel="Creating…"
          busy={busy}
          request={request}
          gate={gate}
          cancelTo={screenPath(clusterLevel)}
        >
          <LinkButton to={screenPath(clusterLevel, "import")}>Import data instead</LinkButton>
        </FormEnd>
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
