import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { DefinitionList } from "~/components/detail-kit";
import { contextOf } from "~/context.server";
import { messages } from "~/lib/user-messages";
import { createClient } from "~/services/http/client.server";
import { settle } from "~/services/http/settle.server";
import { getIdentity } from "~/session/identity.server";
import { getSession, type Session, serverOf } from "~/sessions.server";
import { planInWords } from "./plan-in-words";

export const meta: MetaFunction = () => [{ title: "Billing" }];

/** Open to everybody: whoever is asked to pay cannot sign in. Who is signed in sees the plan of that server. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const context = contextOf(loadContext);
  const session = getSession({ request, context });
  const { supportContact: contact, siteName: site } = context.config;
  return { contact, site, server: session ? new URL(session.url).host : null, plan: session ? await planOfServer({ session, context }) : null };
}

/** `words` is null for a server without billing; null altogether where the server could not be asked. */
async function planOfServer({ session, context }: { session: Session; context: ReturnType<typeof contextOf> }) {
  const who = serverOf(session);
  const identity = await settle(getIdentity({ http: createClient({ ...who, context }), ...who }));
  return identity.ok ? { words: planInWords(identity.value.plan) } : null;
}

export default function PlansScreen() {
  const { contact, site, server, plan } = useLoaderData<typeof loader>();
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
          <p className="max-w-text text-muted">
            A plan belongs to a hosted search server. The server that comes with {site} needs none.{" "}
            {contact === null
              ? "To subscribe or change the plan, ask whoever runs your search server."
              : `To subscribe or change the plan, write to ${contact}.`}{" "}
            {messages.paymentDelay}
          </p>
        </>
      )}
    </PlainPage>
  );
}
