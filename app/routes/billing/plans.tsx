import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { DefinitionList } from "~/components/ui/definition-list";
import { contextOf } from "~/server/context.server";
import { may } from "~/lib/access-control/actions";
import { offeredPlans, plansFor } from "~/lib/access-control/prices";
import { messages } from "~/lib/messages/user-messages";
import { demoSubscription, getSubscription, type Subscription } from "~/services/billing/plan.server";
import { createClient } from "~/services/platform/http/client.server";
import { settle } from "~/services/platform/http/settle.server";
import { FREE } from "~/session/demo.server";
import { getIdentity, lastIdentity } from "~/session/identity.server";
import { getSession, type Session, serverOf } from "~/sessions.server";
import { planInWords } from "./plan-in-words";
import { PlansTable } from "./plans-table";

export const meta: MetaFunction = () => [{ title: "Billing" }];

/** Open to everybody: whoever is asked to pay cannot sign in. Who is signed in sees the plan of that server. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const context = contextOf(loadContext);
  const session = await getSession({ request, context });
  const { supportContact: contact, siteName: site } = context.config;
  const own = session ? await ofServer({ session, context }) : null;
  return {
    contact,
    site,
    server: session ? new URL(session.url).host : null,
    ...plansOf(own?.subscription),
    manages: own?.manages ?? false,
  };
}

/** `plan` is null where nobody could say, `words` null in it for a server without billing. */
function plansOf(subscription: Subscription | null | undefined) {
  if (subscription === undefined) return { plan: null, plans: offeredPlans, tier: null };
  if (subscription === null) return { plan: { words: null }, plans: [], tier: null };
  const { tier, left, nodes } = subscription;
  const words = planInWords({
    billing: true,
    tier,
    daysLeft: left === null ? null : Math.ceil(left / 86_400_000),
    nodes,
  });
  return { plan: { words }, plans: plansFor(subscription), tier };
}

/** The plan is asked for by itself: a server that wants to be paid answers that call, and no other. */
async function ofServer({ session, context }: { session: Session; context: ReturnType<typeof contextOf> }) {
  const who = serverOf(session);
  const http = createClient({ ...who, context });
  const { demoTier } = context.config;
  const [asked, identity] = await Promise.all([
    settle(getSubscription({ http })),
    settle(getIdentity({ http, ...who })),
  ]);
  const user = identity.ok ? identity.value : lastIdentity(who);
  const demo =
    demoTier === null ? undefined : demoSubscription({ tier: demoTier === FREE ? null : demoTier, billingType: null });
  return {
    subscription: demo ?? (asked.ok ? asked.value : undefined),
    manages: user !== undefined && may(user.actions, "billing"),
  };
}

export default function PlansScreen() {
  const { contact, site, server, plan, plans, tier, manages } = useLoaderData<typeof loader>();
  return (
    <PlainPage
      wide
      below={
        <Link to="/" className="link">
          Back to Dashboard
        </Link>
      }
    >
      <h1 className="mb-3 text-20 font-bold">Billing</h1>
      {server !== null && plan !== null && plan.words === null ? (
        <p>
          <strong>{server}</strong> has no billing. All of its features are available, and nothing is charged.
        </p>
      ) : (
        <>
          {plan?.words && (
            <div className="mb-4">
              <DefinitionList
                items={[
                  { label: "Server", value: server },
                  { label: "Plan", value: plan.words.name },
                  { label: "Price", value: plan.words.price },
                  { label: "Time left", value: plan.words.left },
                ]}
              />
            </div>
          )}
          <p className="mb-4 max-w-text text-muted">
            A plan belongs to a hosted search server. The server that comes with {site} needs none.{" "}
            {manages ? (
              <>
                Change it under{" "}
                <Link to="/cluster/billing" className="link font-semibold">
                  Billing
                </Link>
                .
              </>
            ) : contact === null ? (
              "Users with the Billing permission can change it; so can whoever runs your search server."
            ) : (
              `To subscribe or change the plan, write to ${contact}.`
            )}{" "}
            {messages.paymentDelay}
          </p>
          <PlansTable plans={plans} own={tier} />
        </>
      )}
    </PlainPage>
  );
}
