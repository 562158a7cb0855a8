import type { AppLoadContext } from "@remix-run/node";
import type { ClosedGate } from "~/lib/access-control/gate";
import { planOf } from "~/lib/access-control/plan";
import { productOf } from "~/lib/access-control/product";
import type { LevelRef } from "~/navigation/paths";
import { createClient } from "~/services/platform/http/client.server";
import { settle } from "~/services/platform/http/settle.server";
import { tokenOf } from "~/sessions.server";
import { fetchPlan } from "./identity.server";
import { readPreferences } from "./preferences.server";
import type { Scope } from "./who-asks.server";

// Whoever opens a shared link has no session. He gets a scope that reads one page, by a credential of its own, and
// hands it to the loader of that page.

const closed: ClosedGate = {
  ok: false,
  because: "right",
  missing: "This page is read-only",
  who: "whoever shared it",
  help: "Ask whoever shared it.",
};

type Visit = {
  request: Request;
  context: AppLoadContext;
  at: LevelRef;
  server: string;
  username: string;
  password: string;
  zone: string;
};

/**
 * The scope of a visitor: analytics, reading, at one level. `request` is the page's own, without the visitor's cookies.
 */
export async function visitorScope({ request, context, at, server, username, password, zone }: Visit): Promise<Scope> {
  const session = { id: "", url: server, username, password };
  const http = createClient({ baseUrl: server, token: tokenOf(session), context, signal: request.signal });
  const plan = await settle(fetchPlan(http));
  return {
    ...at,
    session,
    identity: {
      ...{ username, isAdmin: false, managers: [], engineUnset: false, engine: null, backend: "elasticsearch" },
      actions: ["analytics"],
      heldTo: at.level === "app" ? [at.app] : null,
      categories: ["analytics"],
      plan: planOf(plan.ok ? plan.value : null),
      product: productOf(plan.ok ? plan.value : null),
    },
    http,
    preferences: { ...readPreferences(request), zone, zoneKnown: true },
    context,
    pathname: new URL(request.url).pathname,
    can: (action) => action === "analytics",
    may: () => closed,
  };
}

/** Whether it is the scope of somebody without an account, who may see the page and nothing that belongs to its people. */
export const isVisitor = ({ session }: Pick<Scope, "session">): boolean => session.id === "";

/** By the context that was made for the one call of the loader: nothing that a browser sends leads to an entry. */
const passes = new WeakMap<AppLoadContext, Scope>();

/** A context with which the loader of that page, and of no other, takes the visitor for its reader. */
export function contextForVisitor(scope: Scope): AppLoadContext {
  const context = { ...scope.context };
  passes.set(context, scope);
  return context;
}

/** The scope of a visitor whose page this is; undefined for everybody else. */
export function visitorOf({
  request,
  context,
}: {
  request: Request;
  context: AppLoadContext | undefined;
}): Scope | undefined {
  const scope = context && passes.get(context);
  return scope !== undefined && request.method === "GET" && new URL(request.url).pathname === scope.pathname
    ? scope
    : undefined;
}
