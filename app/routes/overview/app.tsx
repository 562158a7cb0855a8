import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import "~/components/chart-kit";
import { CodeBlock, DefinitionList } from "~/components/detail-kit";
import { Card, Gated, GatedLink, LinkButton, Notice, PageHeader, Panel, SettledPanel, Time } from "~/components/kit";
import { curlCommand } from "~/lib/curl";
import { formatBytes, formatNumber } from "~/lib/numbers";
import type { MappingField } from "~/lib/documents/mapping-fields";
import { pageOf } from "~/lib/address";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { apiPath } from "~/services/http/path";
import { listAliases, listCreationDates } from "~/services/indices/list.server";
import { listFields } from "~/services/mappings/get.server";
import { defaultSearchFields } from "~/services/search/fields";
import { IndexSearches } from "./_parts/index-searches";
import { loadIndexSearches } from "./_parts/index-searches.server";
import { Traffic } from "./_parts/traffic";
import { loadTraffic } from "./_parts/traffic.server";
import { fieldList } from "./_parts/fields-address";
import { FieldsTable } from "./_parts/fields-table";
import { FirstSteps } from "./_parts/first-steps";
import { firstStepsFor } from "./_parts/first-steps-for.server";
import { IndexHealth } from "./_parts/index-health";
import { requireIndex } from "~/services/indices/get.server";

const AT_A_GLANCE = 12;

export const handle: Handle = { screen: "" };
export const meta: MetaFunction = ({ params }) => [{ title: `Overview · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "overview", context);
  const row = await requireIndex(scope);
  const late = { request, requestId: scope.context.requestId };
  const [dates, aliases, fields, charts, searches] = await Promise.all([
    panel(listCreationDates(scope, [row.index]), late),
    panel(listAliases(scope, [row.index]), late),
    panel(row.open ? listFields(scope, row.name) : Promise.resolve([]), late),
    loadTraffic(scope, { request, index: row.name }),
    loadIndexSearches(scope, request),
  ]);
  const { state } = fieldList.at(request);
  const listed = (found: MappingField[]) => {
    const whole = state.fields === "all" ? pageOf(found, state) : null;
    const rows = (whole?.rows ?? found.slice(0, AT_A_GLANCE)).map(({ path, type, useCase, subFields }) => ({
      path,
      type,
      useCase,
      subFields: subFields.map((sub) => sub.name),
    }));
    return { total: found.length, rows, page: whole?.page ?? 1, remarks: whole?.remarks ?? [] };
  };
  const endpoint = `${scope.session.url}${apiPath`/${row.name}`}`;
  return {
    row,
    mayChange: scope.can("develop"),
    gate: scope.may("indices:write"),
    steps: firstStepsFor(scope, { at: appLevel(row.name), documents: row.documents }),
    createdAt: mapPanel(dates, (found) => found.get(row.index) ?? null),
    aliases: mapPanel(aliases, (found) => (found.get(row.index) ?? []).filter((alias) => alias !== row.name)),
    fields: mapPanel(fields, listed),
    charts,
    searches,
    endpoint,
    curl: curlCommand({
      method: "POST",
      url: `${endpoint}/_reactivesearch`,
      username: scope.session.username,
      headers: [["Content-Type", "application/json"]],
      body: JSON.stringify({
        query: [{ id: "result", type: "search", dataField: exampleFields("ok" in fields && fields.ok ? fields.value : []), value: "", size: 10 }],
      }),
    }),
  };
}

/** Where the example searches: texts before keywords, whose values are only found whole. */
function exampleFields(fields: MappingField[]) {
  const chosen = defaultSearchFields(fields, 3).map(({ path }) => path);
  return chosen.length > 0 ? chosen : ["title"];
}

export default function AppOverviewScreen() {
  const { row, mayChange, gate, steps, createdAt, aliases, fields, charts, searches, endpoint, curl } = useLoaderData<typeof loader>();
  const at = appLevel(row.name);
  return (
    <>
      <PageHeader
        title={row.name}
        actions={
          !mayChange ? null : row.open ? (
            <>
              <LinkButton to={screenPath(at, "browse")}>Browse</LinkButton>
              <LinkButton to={screenPath(at, "import")} tone="primary">
                Import data
              </LinkButton>
            </>
          ) : (
            <GatedLink gate={gate} label="Open index" to={screenPath(at, "open")} tone="primary" />
          )
        }
      />
      {!row.open && <Notice tone="warn">This index is closed: its documents are kept, but it cannot be searched until it is opened.</Notice>}
      <div className="mb-6 grid gap-4 large:grid-cols-2">
        <Card title="Details">
          <div className="mt-2">
            <DefinitionList
              items={[
                { label: "Health", value: <IndexHealth row={row} /> },
                { label: "Documents", value: row.documents === null ? "–" : formatNumber(row.documents) },
                { label: "Size", value: row.bytes === null ? "–" : formatBytes(row.bytes) },
                { label: "Shards / replicas", value: `${row.shards ?? "–"} / ${row.replicas ?? "–"}` },
                {
                  label: "Aliases",
                  value: (
                    <Panel of={aliases} waiting="…">
                      {(found) => (found.ok && found.value.length > 0 ? found.value.join(", ") : "–")}
                    </Panel>
                  ),
                },
                {
                  label: "Created",
                  value: (
                    <Panel of={createdAt} waiting="…">
                      {(found) => <Time value={found.ok ? found.value : null} />}
                    </Panel>
                  ),
                },
                { label: "Index behind it", value: row.index === row.name ? undefined : row.index },
              ]}
            />
          </div>
          {mayChange && (
            <div className="mt-3 flex flex-wrap gap-3 border-t border-line pt-2 text-13">
              {row.open && (
                <Gated gate={gate} look="link" label="Clone, re-index, refresh…">
                  <Link to={screenPath(at, "clone")} className="link">
                    Clone…
                  </Link>
                  <Link to={screenPath(at, "reindex")} className="link">
                    Re-index…
                  </Link>
                  <Link to={screenPath(at, "maintain")} className="link">
                    Refresh, merge, clear…
                  </Link>
                </Gated>
              )}
              <Gated gate={gate} look="link" label={row.open ? "Close…" : "Open…"}>
                <Link to={screenPath(at, row.open ? "close" : "open")} className="link">
                  {row.open ? "Close…" : "Open…"}
                </Link>
              </Gated>
              <Gated gate={gate} look="link" label="Delete…">
                <Link to={screenPath(at, "delete")} className="link text-bad">
                  Delete…
                </Link>
              </Gated>
            </div>
          )}
        </Card>
        <Card title="Endpoint">
          <p className="mb-2 mt-1 text-13 text-muted">
            Endpoint for search pages and scripts: <code className="font-mono text-code [overflow-wrap:anywhere]">{endpoint}</code>
          </p>
          <CodeBlock label="Example request" text={curl} />
        </Card>
      </div>
      {row.open && !("failure" in fields && fields.failure.kind === "not-allowed") && (
        <section aria-labelledby="fields">
          <h2 id="fields" className="mb-3 text-16 font-bold">
            Fields
          </h2>
          <SettledPanel of={fields} what="Fields">
            {(found) => <FieldsTable {...found} />}
          </SettledPanel>
        </section>
      )}
      <Traffic of={charts} />
      <IndexSearches of={searches} at={at} />
      <FirstSteps steps={steps} />
    </>
  );
}
