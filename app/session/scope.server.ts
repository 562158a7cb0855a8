import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { type Action, actionNames, may as mayDo } from "~/lib/access-control/actions";
import { loginPath } from "~/lib/address/deep-link";
import { namesOneIndex } from "~/lib/indices/index-name";
import { managersInWords, type Right, rightGate } from "~/lib/access-control/rights";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import { createClient } from "~/services/platform/http/client.server";
import { BackendError, isAway, isBackendError } from "~/services/platform/http/errors.server";
import { settle } from "~/services/platform/http/settle.server";
import { withDemo } from "~/session/demo.server";
import { forgetIdentity, getIdentity, type Identity, lastIdentity } from "~/session/identity.server";
import { admitOf } from "~/session/oidc/admit.server";
import { refusedUserWords } from "~/session/oidc/signed-in-by.server";
import { readPreferences } from "~/session/preferences.server";
import { protectionGate, protectionOf } from "~/session/protection.server";
import { wantsSecondFactor } from "~/session/second-step.server";
import { endView, requireNoView, viewGate } from "~/session/view-as.server";
import { visitorOf } from "~/session/visitor.server";
import {
  destroySession,
  flashCookie,
  ownerOf,
  requireSessionOrKeep,
  serverOf,
  type Session,
  signInAgain,
} from "~/sessions.server";
import { hides, missingPart, wantsEngine } from "~/navigation/missing-part.server";
import { clusterLevel, levelRef, screenPath } from "~/navigation/paths";
import { actionsOpening } from "~/navigation/sections";
import type { Scope } from "./who-asks.server";

export type { Scope };

/** What must be allowed: actions, or a screen by its key in routes.js, which the sidebar's model knows the actions of. */
export type Wanted = Action | readonly Action[] | { screen: string } | null;

function actionsOf(right: Wanted): readonly Action[] {
  if (right === null) return [];
  if (typeof right === "string") return [right];
  // What stands below a screen is opened by what opens that.
  return "screen" in right ? (actionsOpening(right.screen.split("/")[0] ?? "") ?? []) : right;
}

/**
 * The first line of every loader and action: signed in, allowed, plan and back end known, HTTP client bound.
 * Throws a redirect to the sign-in page, a 403 for a missing action or a form from another site, and BackendError when
 * the server fails.
 * `right` null asks for a signed-in user only; of several, one is enough; a screen, or a thing by its own, asks for what
 * opens it.
 */
export async function requireScope(
  request: Request,
  params: Record<string, string | undefined>,
  right: Wanted,
  loadContext: AppLoadContext | undefined,
): Promise<Scope> {
  requireSameOrigin(request);
  requireIndexAddress({ request, index: params["appName"], context: loadContext });
  const visitor = visitorOf({ request, context: loadContext });
  if (visitor && right === "analytics") return visitor;
  const context = contextOf(loadContext);
  const session = await requireSessionOrKeep({ request, context });
  requireNoView({ request, context, session });
  const who = serverOf(session);
  const http = createClient({
    ...who,
    admit: admitOf({ session, context, path: new URL(request.url).pathname }),
    context,
    signal: request.signal,
  });
  // Not bound to this request: its loaders and the next page share the answer, and one reader leaving must not fail the
  // others.
  const told = await getIdentity({ http: createClient({ ...who, context }), ...who }).catch(async (error: unknown) => {
    // Only whoever keeps the file can help; the session waits for it, so that a changed password signs nobody out.
    if (isBackendError(error, 401) && session.oidc)
      throw refusedUser({ request, username: session.username, requestId: context.requestId });
    // The server knows this name or password no more: only signing in again helps.
    if (isBackendError(error, 401))
      throw await signedOut({
        request,
        context,
        session,
        text: wantsSecondFactor(error.failure) ? askedForCode : undefined,
      });
    // While the server is away the rights of last time do: it refuses every call itself, and what the console keeps (an
    // import under way) can be seen. One that wants to be paid is paid on the pages of billing, whose calls it still
    // answers.
    const unpaid = isBackendError(error) && error.failure.kind === "payment" && isBilling(request);
    const last = isAway(error) || unpaid ? lastIdentity(who) : undefined;
    if (last) return last;
    throw error;
  });
  const identity = withDemo(told, context.config);
  if (session.viewAs !== undefined && identity.username !== session.viewAs) {
    throw endView({ request, context, session, text: "This server does not show the console as another user." });
  }
  const holds = (wanted: Action) => mayDo(identity.actions, wanted);
  const can = (wanted: Action) => holds(wanted) && !hides({ backend: identity.backend, section: wanted });
  const wanted = actionsOf(right);
  const [first] = wanted;
  if (first !== undefined && !wanted.some(holds))
    throw forbidden({ request, action: first, identity, requestId: context.requestId });
  requirePart({ request, identity, requestId: context.requestId });
  const may = (right: Right) => {
    const gate = rightGate({ right, who: identity });
    if (!gate.ok || !right.endsWith(":write")) return gate;
    const view = viewGate(session);
    return view.ok ? protectionGate(protectionOf({ url: session.url, config: context.config })) : view;
  };
  const { pathname } = new URL(request.url);
  return {
    ...levelRef(params["appName"]),
    session,
    identity,
    http,
    preferences: readPreferences(request),
    context,
    pathname,
    can,
    may,
  };
}

/** Whether somebody may open another screen, for a link to it. */
export const mayOpen = ({ can }: Pick<Scope, "can">, screen: string): boolean =>
  actionsOpening(screen)?.some((action) => can(action)) ?? true;

/**
 * The address of an index names one: a pattern or a list would be asked for, and changed, as all that it stands for.
 */
function requireIndexAddress({
  request,
  index,
  context,
}: {
  request: Request;
  index: string | undefined;
  context: AppLoadContext | undefined;
}) {
  if (index === undefined || index === "" || namesOneIndex(index)) return;
  const { requestId } = contextOf(context);
  const detail = `${index.slice(0, 200)} is not the name of one index.`;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: request.method,
      path: new URL(request.url).pathname,
      requestId,
      detail,
    },
  });
}

const isBilling = (request: Request) =>
  /^(?:\/cluster|\/app\/[^/]+)\/billing(?:\/|\.data$|$)/.test(new URL(request.url).pathname);

/** Refuses a page that this back end has not; before there is an engine, leads to its screen whoever may open it. */
function requirePart({ request, identity, requestId }: { request: Request; identity: Identity; requestId: string }) {
  const { pathname: path } = new URL(request.url);
  const { method } = request;
  if (identity.engineUnset && wantsEngine(path)) {
    if (method === "GET" && mayDo(identity.actions, "pipelines"))
      throw redirect(screenPath(clusterLevel, "configure-search-engine-backend"));
    const unset = `No search engine is set on this server yet. To see how it is set requires the Pipelines permission, which ${managersInWords(identity.managers)} can grant.`;
    throw new BackendError({ failure: { kind: "not-here", status: 503, method, path, requestId, detail: unset } });
  }
  const detail = missingPart({ backend: identity.backend, pathname: path });
  if (detail !== undefined)
    throw new BackendError({ failure: { kind: "not-here", status: 404, method, path, requestId, detail } });
}

/** The failure of a page whose user the server refuses, though its person is signed in by OpenID Connect. */
function refusedUser({ request, username, requestId }: { request: Request; username: string; requestId: string }) {
  const { pathname: path } = new URL(request.url);
  return new BackendError({
    failure: {
      kind: "server-refused",
      status: 403,
      method: request.method,
      path,
      requestId,
      detail: refusedUserWords(username),
    },
  });
}

const askedForCode = "The server asks for the code of your second factor again. Sign in again.";

async function signedOut({
  request,
  context,
  session,
  text,
}: {
  request: Request;
  context: AppLoadContext;
  session: Session;
  text?: string | undefined;
}) {
  const headers = new Headers();
  headers.append("Set-Cookie", destroySession({ request, context }));
  if (request.method === "POST") return signInAgain({ request, owner: ownerOf(session), headers });
  headers.append(
    "Set-Cookie",
    flashCookie(request, { kind: "bad", text: text ?? "The server no longer accepts this sign-in. Sign in again." }),
  );
  return redirect(loginPath(new URL(request.url)), { headers });
}

/**
 * After a 401 in the middle of an action: throws the way to the sign-in when the server no longer knows the user, the
 * form kept.
 */
export async function requireStillSignedIn({
  request,
  scope: { session, context },
}: {
  request: Request;
  scope: Pick<Scope, "session" | "context">;
}) {
  const who = serverOf(session);
  forgetIdentity(who);
  if (session.oidc) return;
  const asked = await settle(getIdentity({ http: createClient({ ...who, context }), ...who }));
  if (!asked.ok && asked.failure.status === 401) throw await signedOut({ request, context, session });
}

/** The error of a page or form that needs an action the user has not got; the frame shows the 403 panel for it. */
export function forbidden({
  request,
  action,
  identity,
  requestId,
}: {
  request: Request;
  action: Action;
  identity: Pick<Identity, "managers">;
  requestId: string;
}) {
  return new BackendError({
    failure: {
      kind: "not-allowed",
      status: 403,
      method: request.method,
      path: new URL(request.url).pathname,
      requestId,
      missing: actionNames[action],
      who: managersInWords(identity.managers),
    },
  });
}
