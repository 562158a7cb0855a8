import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import { priceOf } from "~/lib/access-control/prices";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { getPayable, toCancelSubscription } from "~/services/billing/plan.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { nothingPayable } from "./words";

export const handle: Handle = { screen: "billing", crumbs: () => [{ label: "Cancel subscription" }] };
export const meta: MetaFunction = () => [{ title: "Cancel subscription · Billing" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "billing", context);
  const found = await getPayable(scope);
  // Hosted servers end with the server itself.
  if (found === null || found.tier === null || found.cancelled || found.billingType !== "arc")
    throw redirect(screenPath(scope, "billing"));
  const { tier, validUntil } = found;
  const asked = shownRequest(scope, toCancelSubscription({ plan: tier }));
  return {
    at: levelRef(params["appName"]),
    plan: priceOf(tier)?.label ?? tier,
    validUntil,
    request: asked,
    gate: scope.may("billing:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "billing",
    what: "The subscription was not cancelled.",
    run: async ({ scope, form }) => {
      const found = await getPayable(scope);
      if (found === null)
        return formReply(parseConfirmation(form), { intent: "cancel-subscription", formErrors: [nothingPayable] });
      const changed = await change(scope, toCancelSubscription({ plan: found.tier }));
      return redirectWithFlash({
        request: args.request,
        to: screenPath(scope, "billing"),
        text: "Subscription cancelled.",
        changed,
      });
    },
  });
}

export default function CancelSubscriptionScreen() {
  const { at, plan, validUntil, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Cancel the subscription?"
      description={`Your plan: ${plan}.`}
      consequencesTitle="What ends"
      consequences={
        <p>
          Features of the plan stay until{" "}
          {validUntil === null ? "the paid time is over" : <Time value={validUntil} exact />}. Afterwards the server
          refuses calls until somebody subscribes again. Your data is not deleted.
        </p>
      }
      intent="cancel-subscription"
      submitLabel="Cancel subscription"
      cancelTo={screenPath(at, "billing")}
      cancelLabel="Keep the subscription"
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };
