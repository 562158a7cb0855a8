import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import "~/components/kit";
import { PlainPage } from "~/components/shell/plain-page";
import { contextOf } from "~/context.server";

export const meta: MetaFunction = () => [{ title: "Sign up" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  return { server: config.searchUrl, contact: config.supportContact, site: config.siteName };
}

/** Servers have no route by which a stranger could make himself a user, so this page says who can. */
export default function SignupScreen() {
  const { server, contact, site } = useLoaderData<typeof loader>();
  return (
    <PlainPage
      below={
        <Link to="/login" className="link">
          Back to sign in
        </Link>
      }
    >
      <h1 className="text-20 font-bold">Sign up</h1>
      <p className="mt-2 text-muted">
        A user belongs to one search server, here <span className="font-mono text-13 [overflow-wrap:anywhere]">{server}</span>. An admin of that server makes
        one for you.
      </p>
      <h2 className="mt-4 text-14 font-bold">Ask an admin to</h2>
      <ol className="mt-1 list-decimal space-y-1 pl-5 text-muted">
        <li>sign in to {site},</li>
        <li>open Access control, Users, and create a user with the actions you need,</li>
        <li>send you the address, the user name and the password by a safe way.</li>
      </ol>
      {contact !== null && <p className="mt-4 text-muted">Do not know whom to ask? Write to {contact}.</p>}
      <p className="mt-4 text-muted">
        No server yet?{" "}
        <Link to="/install" className="link">
          Install your own
        </Link>
        .
      </p>
    </PlainPage>
  );
}
