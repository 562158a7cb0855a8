import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextArea, TextField } from "~/components/forms/field";
import { formReply } from "~/components/forms/reply.server";
import { ButtonBar, FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { indexNamePattern, indexNameRules } from "~/lib/index-name";
import { changeFailed } from "~/lib/user-messages";
import type { Handle } from "~/navigation/handle";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { createIndex } from "~/services/indices/manage.server";
import { redirectWithFlash } from "~/sessions.server";
import { createIndexConstraint, CreateIndexSchema, type CreateIndexShape } from "./create-index-form.server";

const INTENT = "create-index";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Create index" }] };
export const meta: MetaFunction = () => [{ title: "Create index · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireScope(request, params, "develop", context);
  return { constraint: createIndexConstraint, name: new URL(request.url).searchParams.get("name") ?? "" };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const submission = parseWithZod(await request.formData(), { schema: CreateIndexSchema });
  if (submission.status !== "success") return formReply(submission, { intent: INTENT });
  const { name } = submission.value;
  try {
    await createIndex(scope, submission.value);
  } catch (error) {
    if (!isBackendError(error) || error.failure.kind === "payment") throw error;
    if (error.status !== 400) return formReply(submission, { intent: INTENT, formErrors: [changeFailed(error.failure)] });
    return formReply(submission, { intent: INTENT, fieldErrors: { [refusedField(error.message, submission.payload)]: [refusal(error.message, name)] } });
  }
  return redirectWithFlash({ request, to: screenPath(appLevel(name)), text: `Index ${name} is made. It has no documents yet.` });
}

/** The field that the engine's refusal is about, by the words of its reason. */
function refusedField(message: string, payload: Record<string, unknown>) {
  if (/resource_already_exists|invalid_index_name|invalid index name|already exists/i.test(message)) return "name";
  if (payload["mappings"] && /mapp|analyzer \[.*not found|field/i.test(message) && !/index\.|setting/i.test(message)) return "mappings";
  return payload["settings"] ? "settings" : payload["mappings"] ? "mappings" : "name";
}

function refusal(message: string, name: string) {
  if (/resource_already_exists|already exists/i.test(message)) return `There is an index or alias called ${name} already.`;
  return `The engine refuses it: ${message}`;
}

export default function CreateIndexScreen() {
  const { constraint, name } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<CreateIndexShape>({ id: "create-index", intent: INTENT, constraint, defaultValue: { name, shards: 1, replicas: 0 } });
  return (
    <>
      <PageHeader title="Create index" description="An empty index, to which documents are added by import or by the API. To begin with a file, import it: that makes the index too." />
      <ServerForm form={form} intent={INTENT} labels={{ name: "Name", shards: "Shards", replicas: "Replicas", settings: "Settings", mappings: "Mappings" }}>
        {/* One types here next, and nothing else on the page is of use before. */}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
        <TextField field={fields.name} label="Name" hint={indexNameRules} pattern={indexNamePattern} title={indexNameRules} autoFocus autoCapitalize="none" autoComplete="off" spellCheck={false} />
        <div className="grid gap-x-4 small:grid-cols-2">
          <TextField field={fields.shards} label="Shards" type="number" min={1} max={1024} hint="Parts that the index is split into. One is right up to some 30 GB; it cannot be changed later." />
          <TextField field={fields.replicas} label="Replicas" type="number" min={0} max={100} hint="Copies on other nodes. On one node they stay unplaced and the health yellow." />
        </div>
        <FieldGroup legend="As JSON" hint="Left empty, fields get their type from the first documents.">
          <TextArea field={fields.settings} label="Settings" code rows={6} hint={<>Such as {'{ "analysis": { … } }'}. Shards and replicas given here win.</>} />
          <TextArea field={fields.mappings} label="Mappings" code rows={8} hint={<>Such as {'{ "properties": { "title": { "type": "text" } } }'}</>} />
        </FieldGroup>
        <ButtonBar>
          <Button tone="primary" disabled={busy}>
            {busy ? "Creating…" : "Create index"}
          </Button>
          <LinkButton to={screenPath(clusterLevel, "import")}>Import a file instead</LinkButton>
          <LinkButton to={screenPath(clusterLevel)} tone="quiet">
            Cancel
          </LinkButton>
        </ButtonBar>
      </ServerForm>
    </>
  );
}
