import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stringifyJson } from "@common/text/json";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { GatedLink } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { CodeBlock } from "~/components/ui/request/code-block";
import { CopyRequest } from "~/components/ui/request/copy-button";
import { ViewRequest } from "~/components/ui/request/view-request";
import { Time } from "~/components/ui/time";
import { countOf } from "~/lib/values/numbers";
import { levelRef } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { panel, settle } from "~/services/platform/http/settle.server";
import { readUsage, requireStoredQuery } from "~/services/data/stored-queries/read.server";
import { executeRequest } from "~/services/data/stored-queries/request.server";
import { paramsText } from "~/services/data/stored-queries/run.server";
import { requireScope } from "~/session/scope.server";
import { sampleOf } from "./_parts/sample.server";
import { SampleHits } from "./_parts/sample-hits";
import { storedQueries } from "./_parts/thing";

export const handle = storedQueries.one();
export const meta = storedQueries.meta(({ id }) => id);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, storedQueries, context);
  const id = storedQueries.idIn(request);
  const [stored, usage] = await Promise.all([requireStoredQuery(scope, id), settle(readUsage(scope))]);
  const { query, params: given, ...facts } = stored;
  const late = { request, requestId: scope.context.requestId };
  return {
    ...facts,
    parameters: Object.entries(given).map(([name, value]) => ({
      name,
      value: typeof value === "string" ? value : stringifyJson(value),
    })),
    sample: await panel(sampleOf(scope, stored), late),
    query: paramsText(query),
    params: paramsText(given),
    used: usage.ok ? (usage.value[id] ?? 0) : null,
    request: shownRequest(scope, { request: executeRequest(id, given) }),
    gate: scope.may("stored-queries:write"),
    at: levelRef(params["appName"]),
  };
}

export default function StoredQueryScreen() {
  const { id, index, description, query, params, parameters, sample, createdAt, updatedAt, used, request, gate, at } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={<Name>{id}</Name>}
        description={description || "No description"}
        actions={
          <>
            <CopyRequest text={request.curl} label="Copy as curl" />
            <MoreMenu
              entries={[
                { gate, to: storedQueries.path(at, { page: "new", query: { from: id } }), label: "Clone" },
                { gate, to: storedQueries.path(at, { id, page: "delete" }), label: "Delete…", danger: true },
              ]}
            />
            <GatedLink gate={gate} to={storedQueries.path(at, { id, page: "edit" })} label="Edit" />
            <LinkButton tone="primary" to={storedQueries.path(at, { id, page: "execute" })}>
              Execute
            </LinkButton>
          </>
        }
      />
      <div className="mb-6">
        <DefinitionList
          items={[
            { label: "Index", value: index },
            { label: "Used", value: used === null ? null : `${countOf(used, "time")} in the last 30 days` },
            { label: "Created", value: createdAt && <Time value={createdAt} exact /> },
            { label: "Updated", value: updatedAt && <Time value={updatedAt} exact /> },
          ]}
        />
      </div>
      <div className="mb-6 grid max-w-[1000px] items-start gap-5 large:grid-cols-2">
        <SampleHits of={sample} />
        <section aria-labelledby="parameters">
          <h2 id="parameters" className="mb-2 text-14 font-bold">
            Parameters
          </h2>
          {parameters.length === 0 ? (
            <p className="text-muted">None: the query runs as it is.</p>
          ) : (
            <DefinitionList
              items={parameters.map(({ name, value }) => ({ label: name, value: <Name as="code">{value}</Name> }))}
            />
          )}
        </section>
      </div>
      <div className="details-row flex max-w-[1000px] flex-wrap gap-x-4 gap-y-2 text-13">
        <details>
          <summary className="link w-fit">Query as JSON</summary>
          <CodeBlock label="Query" text={query} lineNumbers />
          <CodeBlock label="Parameters" text={params} lineNumbers />
        </details>
        <ViewRequest request={request} label="API request" />
      </div>
    </>
  );
}
