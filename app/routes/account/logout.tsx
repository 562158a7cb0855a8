import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { Button } from "~/components/ui/button";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { contextOf } from "~/server/context.server";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import { forgetSignIn } from "~/session/oidc/ask-again.server";
import { type Hint, readHint, writeHint } from "~/session/oidc/cookies.server";
import { destroySession, flashCookie, getSession, personOf, type Session } from "~/sessions.server";

export const meta: MetaFunction = () => [{ title: "Sign out" }];

/** A link must not sign anybody out, so reading this page only asks. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  if (!session) throw redirect("/login");
  return {
    person: personOf(session),
    server: new URL(session.url).host,
    provider: session.oidc ? new URL(session.oidc.issuer).host : null,
  };
}

export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const context = contextOf(loadContext);
  const { config } = context;
  const headers = new Headers();
  const session = await getSession({ request, context });
  headers.append("Set-Cookie", destroySession({ request, context }));
  if (session?.oidc) await forgetSignIn({ ...context, oidc: session.oidc });
  headers.append("Set-Cookie", flashCookie(request, { kind: "good", text: "You are signed out." }));
  const leaving = leavingOf({ hint: readHint({ request, config }), session });
  if (leaving === undefined) return redirect("/login", { headers });
  headers.append("Set-Cookie", writeHint({ request, config, hint: { ...leaving, left: Date.now() } }));
  return redirect("/logout/provider", { headers });
}

/**
 * What the provider is to be told, for who signed in there: whoever's session ends, or who was turned away. Not what is
 * left of somebody else's.
 */
function leavingOf({ hint, session }: { hint: Hint | undefined; session: Session | undefined }): Hint | undefined {
  if (
    hint &&
    (session === undefined || (hint.issuer === session.oidc?.issuer && hint.subject === session.oidc.subject))
  )
    return hint;
  return session?.oidc && { issuer: session.oidc.issuer };
}

export default function LogoutScreen() {
  const { person, server, provider } = useLoaderData<typeof loader>();
  return (
    <PlainPage>
      <h1 className="text-20 font-bold">Sign out?</h1>
      <Name as="p" className="mb-4 mt-1 text-muted">
        You are signed in as {person} at {server}.{provider !== null && ` You will be signed out at ${provider} too.`}
      </Name>
      <PageForm method="post" reloadDocument className="flex items-center gap-4">
        <Button tone="primary">Sign out</Button>
        <Link to="/" className="link">
          Stay
        </Link>
      </PageForm>
    </PlainPage>
  );
}
