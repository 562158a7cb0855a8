import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { type Handle, titled } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { listShares, toShare } from "~/services/access-control/sharing/shares.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { shareConstraint, ShareSchema, type ShareShape } from "./form.server";
import { sharingGate } from "./gate.server";
import { shareCrumbs, sharesPath } from "../_parts/share-paths";

const INTENT = "share-index";

export const handle: Handle = { screen: "credentials", crumbs: shareCrumbs("Share index") };
export const meta = titled("Share index");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "credentials" }, context);
  const index = scope.app ?? "";
  if ((await listShares(scope, index)) === null) throw redirect(sharesPath(index));
  return { index, constraint: shareConstraint, gate: sharingGate(scope) };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: { screen: "credentials" },
    what: "The index was not shared.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: ShareSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const gate = sharingGate(scope);
      if (!gate.ok) return formReply(submission, { intent: INTENT, formErrors: [gateReason(gate)], status: 403 });
      const index = scope.app ?? "";
      const { email, access, description } = submission.value;
      const shares = await listShares(scope, index);
      if (shares?.some((share) => share.email === email))
        return formReply(submission, { intent: INTENT, fieldErrors: { email: ["It is shared with this account."] } });
      const changed = await change(
        scope,
        toShare({ index, email, description, ops: access === "read" ? ["read"] : ["read", "write"] }),
      );
      return redirectWithFlash({
        request: args.request,
        to: sharesPath(index),
        text: `Index ${index} shared with ${email}.`,
        changed,
      });
    },
  });
}

const accesses = [
  { value: "read", label: "Read-only" },
  { value: "both", label: "Read and write" },
];

export default function ShareScreen() {
  const { index, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<ShareShape>({
    id: "share",
    intent: INTENT,
    constraint,
    defaultValue: { access: "read" },
  });
  const back = sharesPath(index);
  return (
    <div className="max-w-form">
      <PlaceNav backTo={back} backLabel="Shares" place={null} />
      <PageHeader title="Share index" />
      <PlanGatePanel gate={gate} />
      <ServerForm
        form={form}
        intent={INTENT}
        labels={{ email: "E-mail", access: "Access", description: "Description" }}
      >
        <TextField field={fields.email} label="E-mail" type="email" hint="Of the account that gets access." />
        <SelectField field={fields.access} label="Access" options={accesses} />
        <TextField field={fields.description} label="Description" />
        <FormEnd label="Share index" busy={busy} gate={gate} cancelTo={back} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
