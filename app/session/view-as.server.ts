import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { type ClosedGate, type Gate, open } from "~/lib/access-control/gate";
import { redirect } from "~/server/redirect.server";
import { createClient } from "~/services/platform/http/client.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { fetchIdentity, type Identity } from "~/session/identity.server";
import { createSession, flashCookie, serverOf, type Session } from "~/sessions.server";

// An admin looks at the console as another user. The server answers each call as it would answer that user
// (`X-View-As`, docs/use/access.md), so what is seen is what that user sees, and nothing is changed. The view is a
// session of its own: nothing that is kept for the admin's is shown in it.

type Asked = { request: Request; context: AppLoadContext | undefined };

/** Whether what the session asks for may be changed; not while the console is seen as another user sees it. */
export function viewGate({ viewAs }: Pick<Session, "viewAs">): Gate {
  if (viewAs === undefined) return open;
  return {
    ok: false,
    because: "protected",
    missing: `You view the console as ${viewAs}, which only reads`,
    who: "you",
    help: "End the view first.",
  } satisfies ClosedGate;
}

/** Refuses a form that is sent within a view: it could store something in the admin's name. Throws BackendError 403. */
export function requireNoView({ request, context, session }: Asked & { session: Session }) {
  const gate = viewGate(session);
  if (gate.ok || request.method === "GET" || request.method === "HEAD") return;
  const { pathname: path } = new URL(request.url);
  const detail = `${gate.missing}. ${gate.help}`;
  throw new BackendError({
    failure: {
      kind: "server-refused",
      status: 403,
      method: request.method,
      path,
      requestId: contextOf(context).requestId,
      detail,
    },
  });
}

function turn({ request, context, session, viewAs }: Asked & { session: Session; viewAs?: string }): Headers {
  const headers = new Headers();
  const { url, username, password, oidc, proof } = session;
  headers.append(
    "Set-Cookie",
    createSession({
      request,
      context,
      url,
      username,
      password,
      oidc,
      proof,
      ...(viewAs === undefined ? {} : { viewAs }),
    }),
  );
  return headers;
}

/**
 * The identity of a user as the server tells it to an admin who views as him; null where the server does not know that
 * (it then answers with the admin's own). Throws BackendError, 404 for a user who is not there.
 */
export async function identityOf({
  context,
  session,
  username,
}: {
  context: AppLoadContext;
  session: Session;
  username: string;
}): Promise<Identity | null> {
  const identity = await fetchIdentity(createClient({ ...serverOf({ ...session, viewAs: username }), context }));
  return identity.username === username ? identity : null;
}

/** Begins the view; the way to the overview, with the cookie of a session that only reads. */
export function beginView({
  request,
  context,
  session,
  username,
}: Asked & { session: Session; username: string }): Response {
  return redirect("/", { headers: turn({ request, context, session, viewAs: username }) });
}

/** Ends the view: the admin's own session again, on the page of users. */
export function endView({ request, context, session, text }: Asked & { session: Session; text?: string }): Response {
  const headers = turn({ request, context, session });
  const said = text ?? `You see the console as yourself again.`;
  headers.append("Set-Cookie", flashCookie(request, { kind: text === undefined ? "good" : "bad", text: said }));
  return redirect("/cluster/user-management", { headers });
}
