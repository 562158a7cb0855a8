import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { Name } from "~/components/ui/name";
import { CodeBlock } from "~/components/ui/request/code-block";
import { contextOf } from "~/server/context.server";
import { curlCommand } from "~/lib/data/curl";
import { hasScreen } from "~/navigation/visible.server";

export const meta: MetaFunction = () => [{ title: "Sign up" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  const command = curlCommand({
    method: "POST",
    url: `${config.searchUrl.replace(/\/$/, "")}/_user`,
    username: "admin",
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify({
      username: "mira",
      password: "…",
      allowed_actions: ["develop", "search-relevancy"],
      indices: ["*"],
    }),
  });
  // True only where this console has the screen.
  const hasUsers = hasScreen("user-management");
  return {
    server: config.searchUrl,
    contact: config.supportContact,
    site: config.siteName,
    command: hasUsers ? null : command,
  };
}

/** Servers have no route by which a stranger could register, so this page says who can create a user, and how. */
export default function SignupScreen() {
  const { server, contact, site, command } = useLoaderData<typeof loader>();
  return (
    <PlainPage
      wide
      below={
        <Link to="/login" className="link">
          Back to sign in
        </Link>
      }
    >
      <h1 className="text-20 font-bold">Sign up</h1>
      <p className="mt-2 max-w-text text-muted">
        Accounts are users of the search server that this console manages,{" "}
        <Name className="font-mono text-13">{server}</Name>. You cannot register yourself: an admin of that server
        creates a user for you.
        {contact !== null && ` To ask for one, write to ${contact}.`}
      </p>
      {contact === null && (
        <p className="mt-2 max-w-text text-muted">
          To ask for one, send whoever runs your search the address of this page, your name, and what you want to do.
        </p>
      )}
      <details className="mt-5">
        <summary className="link w-fit font-semibold">For admins: create a user</summary>
        {command === null ? (
          <p className="mt-1 text-muted">Sign in to {site} and create a user under Access control, Users.</p>
        ) : (
          <>
            <p className="mb-2 mt-1 max-w-text text-muted">
              Create a user through the API of the server. curl asks for your password.
            </p>
            <CodeBlock label="Create a user" text={command} />
          </>
        )}
      </details>
      <p className="mt-5 text-muted">
        No server yet?{" "}
        <Link to="/install" className="link">
          Install your own
        </Link>
        .
      </p>
    </PlainPage>
  );
}
