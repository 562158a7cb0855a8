import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, DefinitionList } from "~/components/detail-kit";
import { Card, Notice, PageHeader } from "~/components/kit";
import { backendNames } from "~/lib/access/plan";
import { curlCommand } from "~/lib/curl";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";

export const handle: Handle = { screen: "configure-search-engine-backend" };
export const meta: MetaFunction = () => [{ title: "Search engine · Cluster" }];

/** An example: what is stored is told to nobody. */
const connection = `{"backend": "opensearch", "protocol": "https", "host": "search.example.com:9200", "basic_auth": "name:password"}`;

/** What this server works on, and where that is set. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { identity, session, context: own } = await requireScope(request, params, permissionsOf("configure-search-engine-backend"), context);
  const { backend, engine, engineUnset, plan } = identity;
  const { config } = own;
  const embedded = config.embedded && session.url === config.searchUrl;
  const demo = config.demoBackend !== null;
  // What a demonstration shows is connected to nothing.
  const name = embedded && config.engineNodes === null ? "The engine that comes with the server" : demo ? null : backendNames[backend];
  return {
    demo: demo ? backendNames[backend] : null,
    engine: engineUnset ? null : { name, version: engine?.version ?? null, clusterName: engine?.clusterName ?? null },
    image: plan.imageType,
    call: curlCommand({
      method: "PUT",
      url: `${session.url}/_update_backend_connection`,
      username: "name",
      headers: [["Content-Type", "application/json"]],
      body: connection,
    }),
    embedded,
  };
}

export default function SearchEngineScreen() {
  const { demo, engine, image, call, embedded } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Search engine" />
      {engine === null ? (
        <div className="mb-4 max-w-form">
          <Notice tone="warn">No search engine is set on this server yet. Screens that need one lead here.</Notice>
        </div>
      ) : (
        <Card className="mb-4">
          <DefinitionList
            items={[
              { label: "Connected to", value: engine.name },
              { label: "Version", value: engine.version },
              { label: "Cluster", value: engine.clusterName },
              { label: "Server image", value: image },
              { label: "Demo", value: demo },
            ]}
          />
        </Card>
      )}
      {embedded ? <OwnServer /> : image === null ? <SetElsewhere /> : <SetByCall call={call} />}
    </>
  );
}

function OwnServer() {
  return (
    <p className="max-w-text">
      Whoever runs this server sets the engine at its start, with <code>ENGINE_URL</code>, <code>ENGINE_USERNAME</code>, and <code>ENGINE_PASSWORD</code>.
      Without <code>ENGINE_URL</code> it uses the engine that comes with it.
    </p>
  );
}

function SetElsewhere() {
  return <p className="max-w-text">This server is connected by whoever runs it. The connection cannot be changed from here.</p>;
}

function SetByCall({ call }: { call: string }) {
  return (
    <div className="max-w-form">
      <p className="mb-2 max-w-text">An administrator connects this server with one call. The server then restarts; existing pipelines stay.</p>
      <CodeBlock label="Connect the server" text={call} />
    </div>
  );
}
