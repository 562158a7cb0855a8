import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, ViewRequest } from "~/components/detail-kit";
import { ButtonBar, SelectField, ServerForm, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { Button, Gated, LinkButton, PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { ClosedGate } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { markFresh } from "~/services/credentials/fresh.server";
import { requireCredential } from "~/services/credentials/read.server";
import { offersOwnCalls } from "~/services/credentials/try.server";
import { toRotateCredential } from "~/services/credentials/write.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireScope } from "~/session/scope.server";
import { credentialRef } from "./_parts/credential.server";
import { RotateSchema } from "./_parts/rotate-form.server";
import { credentialCrumbs, credentialNameOf, credentialPath, credentialTitle, INTENTS } from "./_parts/screen";

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

export const handle: Handle = { screen: "credentials", crumbs: credentialCrumbs("Rotate password") };
export const meta: MetaFunction = ({ params, location }) => [{ title: credentialTitle(params, `Rotate ${credentialNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const { name } = credentialRef(request);
  const { description } = await requireCredential(scope, name);
  const offered = await offersOwnCalls(scope, name);
  const asked = shownRequest(scope, toRotateCredential({ name, description, keepMinutes: 60 }));
  return { name, description, offered, request: asked, gate: offered ? scope.may("credentials:write") : notOffered, at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("credentials"),
    what: "The password was not changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: RotateSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENTS.rotate });
      const { name, description } = await requireCredential(scope, credentialRef(request).name);
      const changed = await change(scope, toRotateCredential({ name, description, keepMinutes: submission.value.minutes }));
      markFresh(scope, name);
      const to = credentialPath(scope, name, undefined, { fresh: 1 });
      return redirectWithFlash({ request, to, text: "Password rotated. The new one is shown below.", changed });
    },
  });
}

const keepsLabel = "The old password stays good for";

export default function RotateCredentialScreen() {
  const { name, description, offered, request, gate, at } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<{ minutes: string }>({ id: `rotate-${name}`, intent: INTENTS.rotate, defaultValue: { minutes: "60" } });
  return (
    <div className="max-w-form">
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">Rotate the password of {description || name}</span>}
        description={
          offered ? "The server generates a new one. Applications go on with the old one for the time you choose." : `${notOffered.missing}. ${notOffered.help}`
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
          <LinkButton tone="quiet" to={credentialPath(at, name)}>
            Cancel
          </LinkButton>
        </ButtonBar>
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
