import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Button, PageForm } from "~/components/kit";
import { PlainPage } from "~/components/shell/plain-page";
import { contextOf } from "~/context.server";
import { redirect } from "~/redirect.server";
import type { loader as rootLoader } from "~/root";
import { readTurnedAway } from "~/session/oidc/cookies.server";
import { providerName } from "~/session/oidc/problem.server";

export const meta: MetaFunction = () => [{ title: "No access" }];

/** For a person whom the provider knows and this console does not. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  const who = readTurnedAway({ request, config });
  if (config.oidc === null || who === undefined) throw redirect("/login");
  return data({ person: who.person, unverified: who.unverified, provider: providerName(config.oidc) }, { status: 403 });
}

export default function NoAccessScreen() {
  const { person, unverified, provider } = useLoaderData<typeof loader>();
  const contact = useRouteLoaderData<typeof rootLoader>("root")?.support.contact;
  return (
    <PlainPage
      below={
        <Link to="/login" className="link">
          Sign in another way
        </Link>
      }
    >
      <h1 className="text-20 font-bold">No access</h1>
      <p className="mb-2 mt-1 [overflow-wrap:anywhere]">
        You are signed in at {provider} as {person}, who may not use this console.
      </p>
      <p className="mb-4 text-muted [overflow-wrap:anywhere]">
        {unverified
          ? `${provider} does not say that your e-mail address is verified. Verify it there, then sign in again.`
          : `Whoever runs this console can give you access${contact ? `: ${contact}` : ""}.`}
      </p>
      <PageForm method="post" action="/logout" reloadDocument>
        <Button tone="primary">Sign out at {provider}</Button>
      </PageForm>
    </PlainPage>
  );
}
