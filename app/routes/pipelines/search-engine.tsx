import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadServerFacts } from "../about-server/server-facts.server";
import { ServerPage } from "../about-server/server-page";
import { Notice } from "~/components/ui/message/notice";
import { CodeBlock } from "~/components/ui/request/code-block";
import { backendNames } from "~/lib/access-control/plan";
import { curlCommand } from "~/lib/data/curl";
import { type Handle, titled } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";

const SCREEN = "configure-search-engine-backend";

export const handle: Handle = { screen: SCREEN };
export const meta = titled("Search engine");

/** An example: what is stored is told to nobody. */
const connection = `{"backend": "opensearch", "protocol": "https", "host": "search.example.com:9200", "basic_auth": "name:password"}`;

/** What this server works on, and where that is set. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: SCREEN }, context);
  const { identity, session, context: own } = scope;
  const { config } = own;
  return {
    facts: await loadServerFacts(scope),
    demo: config.demoBackend === null ? null : backendNames[identity.backend],
    unset: identity.engineUnset,
    call: curlCommand({
      method: "PUT",
      url: `${session.url}/_update_backend_connection`,
      username: "name",
      headers: [["Content-Type", "application/json"]],
      body: connection,
    }),
    embedded: config.embedded && session.url === config.searchUrl,
  };
}

export default function SearchEngineScreen() {
  const { facts, demo, unset, call, embedded } = useLoaderData<typeof loader>();
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
      {embedded ? <OwnServer /> : facts.image === null ? <SetElsewhere /> : <SetByCall call={call} />}
    </ServerPage>
  );
}

function OwnServer() {
  return (
    <p className="max-w-text">
      The engine is set when the server starts: <code>ENGINE_URL</code>, <code>ENGINE_USERNAME</code> and{" "}
      <code>ENGINE_PASSWORD</code>. Without <code>ENGINE_URL</code> the bundled engine is used.
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

function SetByCall({ call }: { call: string }) {
  return (
    <div className="max-w-form">
      <p className="mb-2 max-w-text">
        An administrator connects this server with one call. The server then restarts; existing pipelines stay.
      </p>
      <CodeBlock label="Connect the server" text={call} />
    </div>
  );
}
