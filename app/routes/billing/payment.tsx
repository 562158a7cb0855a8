import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { answerForm } from "~/server/form-action.server";
import { messages } from "~/lib/messages/user-messages";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { getPayable, toSetPayment } from "~/services/billing/plan.server";
import { change } from "~/services/platform/changes/change.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { paymentConstraint, PaymentSchema, type PaymentShape } from "./form.server";
import { nothingPayable, tokenHint } from "./words";

const INTENT = "set-payment";

export const handle: Handle = { screen: "billing", crumbs: () => [{ label: "Payment method" }] };
export const meta: MetaFunction = () => [{ title: "Payment method · Billing" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "billing", context);
  if ((await getPayable(scope)) === null) throw redirect(screenPath(scope, "billing"));
  return { at: levelRef(params["appName"]), constraint: paymentConstraint, gate: scope.may("billing:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "billing",
    what: "The payment method was not changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: PaymentSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      if ((await getPayable(scope)) === null)
        return formReply(submission, { intent: INTENT, formErrors: [nothingPayable] });
      const changed = await change(scope, toSetPayment(submission.value));
      return redirectWithFlash({
        request: args.request,
        to: screenPath(scope, "billing"),
        text: `Payment method saved. ${messages.paymentDelay}`,
        changed,
      });
    },
  });
}

export default function PaymentScreen() {
  const { at, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<PaymentShape>({ id: "payment", intent: INTENT, constraint });
  const back = screenPath(at, "billing");
  return (
    <div className="max-w-form">
      <PlaceNav backTo={back} backLabel="Billing" place={null} />
      <PageHeader title="Change payment method" />
      <ServerForm form={form} intent={INTENT} labels={{ token: "Payment token" }}>
        <TextField
          field={fields.token}
          label="Payment token"
          autoComplete="off"
          spellCheck={false}
          placeholder="tok_…"
          hint={tokenHint}
        />
        <FormEnd label="Save" busy={busy} gate={gate} cancelTo={back} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
