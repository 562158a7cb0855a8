import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { Button, PageForm } from "~/components/kit";
import { redirect } from "~/redirect.server";
import { requireSameOrigin } from "~/security.server";
import { destroySession, flashCookie, getSession } from "~/sessions.server";

export const meta: MetaFunction = () => [{ title: "Sign out" }];

/** A link must not sign anybody out, so reading this page only asks. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession({ request, context });
  if (!session) throw redirect("/login");
  return { username: session.username, server: new URL(session.url).host };
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const headers = new Headers();
  headers.append("Set-Cookie", destroySession({ request, context }));
  headers.append("Set-Cookie", flashCookie(request, { kind: "good", text: "You are signed out." }));
  return redirect("/login", { headers });
}

export default function LogoutScreen() {
  const { username, server } = useLoaderData<typeof loader>();
  return (
    <PlainPage>
      <h1 className="text-20 font-bold">Sign out?</h1>
      <p className="mb-4 mt-1 text-muted [overflow-wrap:anywhere]">
        You are signed in as {username} at {server}.
      </p>
      <PageForm method="post" reloadDocument className="flex items-center gap-4">
        <Button tone="primary">Sign out</Button>
        <Link to="/" className="link">
          Stay
        </Link>
      </PageForm>
    </PlainPage>
  );
}
