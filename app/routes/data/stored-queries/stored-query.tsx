import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, DefinitionList, ViewRequest } from "~/components/detail-kit";
import { GatedLink, LinkButton, PageHeader, Time } from "~/components/kit";
import { CopyRequest } from "~/components/ui/request/copy-button";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { shownRequest } from "~/services/changes/shown.server";
import { settle } from "~/services/http/settle.server";
import { readUsage, requireStoredQuery } from "~/services/stored-queries/read.server";
import { executeRequest, paramsText } from "~/services/stored-queries/run.server";
import { requireScope } from "~/session/scope.server";
import { queryCrumbs, queryIdOf, queryPath, queryTitle } from "./_parts/screen";

export const handle: Handle = { screen: "stored-queries", crumbs: queryCrumbs() };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, queryIdOf(location.pathname)) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  const id = queryIdOf(new URL(request.url).pathname);
  const [stored, usage] = await Promise.all([requireStoredQuery(scope, id), settle(readUsage(scope))]);
  const { query, params: given, ...facts } = stored;
  return {
    ...facts,
    query: paramsText(query),
    params: paramsText(given),
    used: usage.ok ? (usage.value[id] ?? 0) : null,
    request: shownRequest(scope, { request: executeRequest(id, given) }),
    gate: scope.may("stored-queries:write"),
    at: levelRef(params["appName"]),
  };
}

export default function StoredQueryScreen() {
  const { id, index, description, query, params, createdAt, updatedAt, used, request, gate, at } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{id}</span>}
        description={description || "No description"}
        actions={
          <>
            <CopyRequest text={request.curl} label="Copy as curl" />
            <GatedLink gate={gate} to={queryPath(at, id, "delete")} label="Delete…" tone="danger-outline" />
            <GatedLink gate={gate} to={screenPath(at, "stored-queries/new", { query: { from: id } })} label="Clone" />
            <GatedLink gate={gate} to={queryPath(at, id, "edit")} label="Edit" />
            <LinkButton tone="primary" to={queryPath(at, id, "execute")}>
              Execute
            </LinkButton>
          </>
        }
      />
      <div className="mb-4">
        <DefinitionList
          items={[
            { label: "Index", value: index },
            { label: "Used", value: used === null ? null : `${countOf(used, "time")} in the last 30 days` },
            { label: "Created", value: createdAt && <Time value={createdAt} exact /> },
            { label: "Updated", value: updatedAt && <Time value={updatedAt} exact /> },
          ]}
        />
      </div>
      <div className="mb-4 grid max-w-[1000px] gap-4">
        <CodeBlock label="Query" text={query} lineNumbers />
        <CodeBlock label="Parameters" text={params} lineNumbers />
      </div>
      <ViewRequest request={request} label="API request" />
    </>
  );
}
