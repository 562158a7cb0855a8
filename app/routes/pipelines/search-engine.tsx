import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadServerFacts } from "../about-server/server-facts.server";
import { ServerPage } from "../about-server/server-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Notice } from "~/components/ui/message/notice";
import { backendNames } from "~/lib/access-control/plan";
import { type Handle, titled } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { ConnectForm } from "./_parts/connect-form";
import { answerConnect, connectPage } from "./_parts/connect.server";

const SCREEN = "configure-search-engine-backend";

export const handle: Handle = { screen: SCREEN };
export const meta = titled("Search engine");

/** What this server works on, and where that is set. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: SCREEN }, context);
  const { identity, session, context: own } = scope;
  const { config } = own;
  return {
    facts: await loadServerFacts(scope),
    demo: config.demoBackend === null ? null : backendNames[identity.backend],
    unset: identity.engineUnset,
    connect: connectPage(scope),
    isFixed: config.embedded && session.url === config.searchUrl && identity.plan.takesEngine === null,
    takes: identity.plan.takesEngine !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerConnect(args, SCREEN);
}

export default function SearchEngineScreen() {
  const { facts, demo, unset, connect, isFixed, takes } = useLoaderData<typeof loader>();
  return (
    <ServerPage facts={facts} screen={SCREEN} title="Search engine">
      {unset && (
        <div className="mb-4 max-w-form">
          <Notice tone="warn">No search engine is set on this server yet. Screens that need one lead here.</Notice>
        </div>
      )}
      {demo !== null && (
        <div className="mb-4 max-w-form">
          <Notice tone="info">This demonstration shows a server on {demo}; it is connected to nothing.</Notice>
        </div>
      )}
      {isFixed ? <OwnServer /> : facts.image === null && !takes ? <SetElsewhere /> : <ConnectForm {...connect} />}
    </ServerPage>
  );
}

function OwnServer() {
  return (
    <p className="max-w-text">
      The engine is set when the server starts: <code>ENGINE_URL</code>, <code>ENGINE_USERNAME</code> and{" "}
      <code>ENGINE_PASSWORD</code>. Without <code>ENGINE_URL</code> it is the bundled engine, or the one that was
      connected here.
    </p>
  );
}

function SetElsewhere() {
  return (
    <p className="max-w-text">
      This server is connected by whoever runs it. The connection cannot be changed from here.
    </p>
  );
}

export { FormBoundary as ErrorBoundary };
