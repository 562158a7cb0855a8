import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { DataTable } from "~/components/kit";
import { contextOf } from "~/context.server";
import { formatNumber } from "~/lib/numbers";
import { monthlyPrices } from "~/lib/prices";
import { messages } from "~/lib/user-messages";

export const meta: MetaFunction = () => [{ title: "Subscription plans" }];

/** Open to everybody: whoever is asked to pay cannot sign in. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  return { contact: config.supportContact, site: config.siteName };
}

export default function PlansScreen() {
  const { contact, site } = useLoaderData<typeof loader>();
  return (
    <PlainPage
      wide
      below={
        <Link to="/" className="link">
          Back to Dashboard
        </Link>
      }
    >
      <h1 className="text-20 font-bold">Subscription plans</h1>
      <p className="mb-4 mt-1 text-muted">
        A plan belongs to a search server, not to {site}. {messages.paymentDelay}{" "}
        {contact === null ? "Whoever runs your server can subscribe." : `To subscribe, write to ${contact}.`}
      </p>
      <DataTable
        caption="Plans with their price a month"
        rows={monthlyPrices}
        rowKey={(row) => row.tier}
        columns={[
          { key: "label", label: "Plan", render: (row) => row.label },
          { key: "tier", label: "Identifier", render: (row) => <span className="font-mono text-12">{row.tier}</span> },
          { key: "price", label: "US dollars a month", align: "right", render: (row) => (row.price === null ? "on request" : formatNumber(row.price)) },
        ]}
      />
    </PlainPage>
  );
}
