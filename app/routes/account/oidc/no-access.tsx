import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { Button } from "~/components/ui/button";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { contextOf } from "~/server/context.server";
import { redirect } from "~/server/redirect.server";
import { useSupport } from "~/components/shell/support";
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
  const { contact } = useSupport();
  return (
    <PlainPage
      below={
        <Link to="/login" className="link">
          Sign in another way
        </Link>
      }
    >
      <h1 className="text-20 font-bold">No access</h1>
      <Name as="p" className="mb-2 mt-1">
        You are signed in at {provider} as {person}, who may not use this console.
      </Name>
      <Name as="p" className="mb-4 text-muted">
        {unverified
          ? `${provider} does not say that your e-mail address is verified. Verify it there, then sign in again.`
          : `Whoever runs this console can give you access${contact ? `: ${contact}` : ""}.`}
      </Name>
      <PageForm method="post" action="/logout" reloadDocument>
        <Button tone="primary">Sign out at {provider}</Button>
      </PageForm>
    </PlainPage>
  );
}
