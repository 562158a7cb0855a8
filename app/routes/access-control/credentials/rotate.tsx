import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { ButtonBar, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { ViewRequest } from "~/components/ui/request/view-request";
import { answerForm } from "~/server/form-action.server";
import type { ClosedGate } from "~/lib/access-control/gate";
import { levelRef } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { markFresh } from "~/services/access-control/credentials/fresh.server";
import { requireCredential } from "~/services/access-control/credentials/read.server";
import { offersOwnCalls } from "~/services/access-control/credentials/try.server";
import { toRotateCredential } from "~/services/access-control/credentials/write.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { credentialRef } from "./_parts/credential.server";
import { INTENTS } from "./_parts/intents";
import { RotateSchema } from "./_parts/rotate-form.server";
import { credentials } from "./_parts/thing";

const keeps = [
  { value: "0", label: "Not at all" },
  { value: "10", label: "10 minutes" },
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "7 days" },
];

const notOffered: ClosedGate = {
  ok: false,
  because: "right",
  missing: "This server does not change passwords",
  who: "nobody",
  help: "Create another credential, change over the applications, then delete this one.",
};

export const handle = credentials.one("Rotate password");
export const meta = credentials.meta(({ name }) => `Rotate ${name}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, credentials, context);
  const { name } = credentialRef(request);
  const { description } = await requireCredential(scope, name);
  const offered = await offersOwnCalls(scope, name);
  const asked = shownRequest(scope, toRotateCredential({ name, description, keepMinutes: 60 }));
  return {
    name,
    description,
    offered,
    request: asked,
    gate: offered ? scope.may("credentials:write") : notOffered,
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: credentials,
    what: "The password was not changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: RotateSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENTS.rotate });
      const { name, description } = await requireCredential(scope, credentialRef(request).name);
      const changed = await change(
        scope,
        toRotateCredential({ name, description, keepMinutes: submission.value.minutes }),
      );
      markFresh(scope, name);
      const to = credentials.path(scope, { id: name, query: { fresh: 1 } });
      return redirectWithFlash({ request, to, text: "Password rotated. The new one is shown below.", changed });
    },
  });
}

const keepsLabel = "The old password stays valid for";

export default function RotateCredentialScreen() {
  const { name, description, offered, request, gate, at } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<{ minutes: string }>({
    id: `rotate-${name}`,
    intent: INTENTS.rotate,
    defaultValue: { minutes: "60" },
  });
  return (
    <div className="max-w-form">
      <PageHeader
        title={<Name>Rotate the password of {description || name}</Name>}
        description={
          offered
            ? "The server generates a new one. Applications go on with the old one for the time you choose."
            : `${notOffered.missing}. ${notOffered.help}`
        }
      />
      <ViewRequest request={request} />
      <ServerForm form={form} intent={INTENTS.rotate} labels={{ minutes: keepsLabel }}>
        <SelectField field={fields.minutes} label={keepsLabel} options={keeps} />
        <ButtonBar>
          <Gated gate={gate} label="Rotate password">
            <Button tone="primary" disabled={busy}>
              Rotate password
            </Button>
          </Gated>
          <LinkButton tone="quiet" to={credentials.path(at, { id: name })}>
            Cancel
          </LinkButton>
        </ButtonBar>
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
