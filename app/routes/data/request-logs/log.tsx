import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { Tabs } from "~/components/ui/page/tabs";
import { CodeBlock } from "~/components/ui/request/code-block";
import { CopyRequest } from "~/components/ui/request/copy-button";
import { MethodBadge } from "~/components/ui/request/view-request";
import { Time } from "~/components/ui/time";
import { formatDuration } from "~/lib/values/dates";
import { shownText } from "~/lib/json/view.server";
import { readPlace } from "~/lib/address/list-place";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, levelRef, type Query, screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { curlOfRecord } from "~/services/data/logs/again.server";
import { rowOf } from "~/services/data/logs/record.server";
import { requireScope } from "~/session/scope.server";
import { nearLog } from "../_parts/logs/load-list.server";
import { logAddress } from "./_parts/log-address";
import { BodyPart } from "~/components/json/body-part";
import { logTitle } from "./_parts/log-title";
import { LogStages } from "./_parts/log-stages";
import { madeBy, partView, previewOf, rawRecord, rulesOf, stagesView } from "./_parts/log-view.server";
import { requireLog } from "./_parts/require-log.server";

export const handle: Handle = {
  screen: "request-logs",
  crumbs: ({ data, params }) => [{ label: logTitle(data, params) }],
};
export const meta = titled<typeof loader>(({ data, params }) => logTitle(data, params), "Request logs");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const search = new URL(request.url).searchParams;
  const place = readPlace(search);
  const { view, as, from } = logAddress.at(request).state;
  const id = params["logId"] ?? "";
  const record = await requireLog(scope, id);
  const near = place.row === null ? null : await settle(nearLog(scope, { list: place.list, row: place.row, id }));
  const folding = { as: as === "" ? ("tree" as const) : as, path: search.getAll("at"), from };
  return {
    at: levelRef(params["appName"]),
    id,
    title: `${record.request.method} ${record.request.uri}`,
    row: rowOf(record),
    place,
    near: near?.ok ? near.value : null,
    view,
    stageCount: record.requestChanges.length + record.responseChanges.length,
    part:
      view === ""
        ? partView(record, "request", folding)
        : view === "response"
          ? partView(record, "response", folding)
          : null,
    stages: view === "stages" ? stagesView(record) : null,
    raw: view === "raw" ? shownText(rawRecord(record)) : null,
    lines: record.console_logs,
    rules: rulesOf(record),
    madeBy: madeBy(record),
    curl: curlOfRecord(record, scope),
    preview: previewOf(record),
    developer: scope.can("develop"),
  };
}

export default function RequestLogScreen() {
  const {
    at,
    id,
    row,
    place,
    near,
    view,
    stageCount,
    part,
    stages,
    raw,
    lines,
    rules,
    madeBy,
    curl,
    preview,
    developer,
  } = useLoaderData<typeof loader>();
  const link = (query: Query = {}, of = id, row = place.row) =>
    screenPath(at, "request-logs", { rest: [of], query: { ...place, row, ...query } });
  const neighbour = (one: { id: string; row: number } | null) =>
    one && link({ view: view === "" ? null : view }, one.id, one.row);
  const list = `${screenPath(at, "request-logs")}${place.list === "" ? "" : `?${place.list}`}`;
  const rawHref = `/resources/${at.level === "app" ? `${encodeURIComponent(at.app)}/` : ""}request-logs/${encodeURIComponent(id)}/raw`;
  return (
    <>
      <PlaceNav
        backTo={list}
        backLabel="Request logs"
        place={near && { ...near, previous: neighbour(near.previous), next: neighbour(near.next) }}
      />
      <PageHeader
        title={
          <Name className="flex flex-wrap items-center gap-2">
            <MethodBadge method={row.method} /> {row.uri}
          </Name>
        }
        description={
          <>
            <Time value={row.at} exact />
            {row.took === null ? "" : ` · search ${formatDuration(row.took)}`}
            {row.duration === null ? "" : ` · ${formatDuration(row.duration)} in all`} · by {row.caller.kind ?? ""}{" "}
            {row.caller.name ?? "nobody signed in"}
            {row.address === "" ? "" : ` from ${row.address}`}
          </>
        }
        actions={
          <>
            {curl !== null && <CopyRequest text={curl.text} label="Copy as curl" />}
            {preview && (
              <LinkButton
                to={screenPath(appLevel(preview.index), "search-preview", {
                  query: { q: preview.q, field: preview.field },
                })}
              >
                Open in search preview
              </LinkButton>
            )}
            {developer && (
              <LinkButton to={screenPath(at, "console", { query: { log: id } })}>Open in console</LinkButton>
            )}
            <LinkButton tone="primary" to={screenPath(at, "request-logs", { rest: [id, "replay"], query: place })}>
              Replay…
            </LinkButton>
          </>
        }
      >
        <Tabs
          label="Views of the request"
          tabs={[
            { to: link(), label: "Request", current: view === "" },
            {
              to: link({ view: "response" }),
              label: (
                <>
                  Response <StatusBadge tone={statusTone(row.code)}>{row.code}</StatusBadge>
                </>
              ),
              current: view === "response",
            },
            ...(stageCount > 0 || view === "stages"
              ? [{ to: link({ view: "stages" }), label: `Stages · ${stageCount}`, current: view === "stages" }]
              : []),
            { to: link({ view: "raw" }), label: "Raw", current: view === "raw" },
          ]}
        />
      </PageHeader>
      {madeBy !== null && <Notice tone="info">Made by the endpoint of a search, request ID {madeBy}.</Notice>}
      {rules.length > 0 && <Notice tone="info">Query rules applied: {rules.join(", ")}.</Notice>}
      {part && (
        <BodyPart
          part={part}
          link={(query) => link({ view: view === "" ? null : view, ...query })}
          rawHref={rawHref}
          name={view === "" ? "Request body" : "Response body"}
        />
      )}
      {view === "" && lines.length > 0 && <CodeBlock label="Console output" text={lines.join("\n")} />}
      {stages && <LogStages stages={stages} />}
      {raw && (
        <CodeBlock
          label={raw.cut ? "The beginning of the record" : "Record"}
          text={raw.text}
          rawHref={rawHref}
          wrapSwitch
        />
      )}
      {view === "" && curl !== null && (
        <details className="mt-4 max-w-[1000px]">
          <summary className="link w-fit text-13">View as curl</summary>
          <div className="mt-2">
            <CodeBlock label="curl" text={curl.text} />
            {curl.left !== null && (
              <Name as="p" className="mt-1 text-12 text-warn">
                {curl.left}
              </Name>
            )}
          </div>
        </details>
      )}
    </>
  );
}
