import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BodyPart } from "~/components/json/body-part";
import { JsonView } from "~/components/json/json-view";
import { LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { Tabs } from "~/components/ui/page/tabs";
import { CodeBlock } from "~/components/ui/request/code-block";
import { CopyRequest } from "~/components/ui/request/copy-button";
import { MethodBadge } from "~/components/ui/request/view-request";
import { Time } from "~/components/ui/time";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, type Query } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { pipelines } from "../_parts/thing";
import { RunDetails } from "./_parts/run-details";
import { runCrumbs } from "./_parts/run-crumbs";
import { runPath } from "./_parts/run-path";
import { loadRun } from "./_parts/run.server";
import { StageCard, stageTime } from "./_parts/stage-card";

export const handle: Handle = { screen: pipelines.screen, crumbs: runCrumbs };
export const meta = pipelines.meta(({ name }) => `Run · ${name}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const [id, run] = [params["pipelineId"] ?? "", params["pipelineLogId"] ?? ""];
  return { ...(await loadRun(scope, { id, run, request })), at: levelRef(params["appName"]) };
}

export default function PipelineRunScreen() {
  const { head, run, words, stages, failed, part, context, view, place, near, curl, lines, at } =
    useLoaderData<typeof loader>();
  const link = (query: Query = {}, of = run.id, row = place.row) =>
    runPath(at, { pipeline: head.id, run: of, query: { ...place, row, ...query } });
  const shown = view === "" ? null : view;
  const neighbour = (one: { id: string; row: number } | null) => one && link({ view: shown }, one.id, one.row);
  const list = `${pipelines.path(at, { id: head.id, page: "logs" })}${place.list === "" ? "" : `?${place.list}`}`;
  const validate = pipelines.path(at, { id: head.id, page: "validate", query: { log: run.id } });
  return (
    <>
      <PlaceNav
        backTo={list}
        backLabel="Logs"
        place={near && { ...near, previous: neighbour(near.previous), next: neighbour(near.next) }}
      />
      <PageHeader
        title={
          <Name className="flex flex-wrap items-center gap-2">
            <MethodBadge method={run.method} /> {run.path}
          </Name>
        }
        badge={failed > 0 && <StatusBadge tone="bad">{`${countOf(failed, "stage")} failed`}</StatusBadge>}
        description={
          <>
            <Name to={pipelines.path(at, { id: head.id })}>{head.name}</Name>
            {words === null ? "" : <Name>{` · “${words}”`}</Name>}
            {" · "}
            <Time value={run.at} exact />
            {run.took === null ? "" : ` · ${stageTime(run.took)}`}
          </>
        }
        actions={
          <>
            {curl !== null && <CopyRequest text={curl} label="Copy as curl" />}
            <LinkButton to={validate} tone="primary">
              Replay
            </LinkButton>
          </>
        }
      >
        <Tabs
          label="Views of the run"
          tabs={[
            { to: link(), label: `Stages ${run.stages}`, current: view === "" },
            { to: link({ view: "request" }), label: "Request", current: view === "request" },
            {
              to: link({ view: "response" }),
              label: <>Response {run.code > 0 && <StatusBadge tone={statusTone(run.code)}>{run.code}</StatusBadge>}</>,
              current: view === "response",
            },
            { to: link({ view: "context" }), label: "Context", current: view === "context" },
          ]}
        />
      </PageHeader>
      {stages && (
        <div className="grid items-start gap-6 large:grid-cols-[minmax(0,1fr)_16.5rem]">
          <section aria-label="Stages" className="grid gap-2">
            {stages.length === 0 && <p className="text-muted">The server kept no stages of this run.</p>}
            {stages.map((stage) => (
              <StageCard key={stage.place} stage={stage} edit={pipelines.path(at, { id: head.id })} />
            ))}
            {lines !== "" && <CodeBlock label="Console output" text={lines} />}
          </section>
          <Card title="Details">
            <RunDetails run={run} versions={pipelines.path(at, { id: head.id, page: "versions" })} />
          </Card>
        </div>
      )}
      {part && (
        <BodyPart
          part={part}
          link={(query) => link({ view: shown, ...query })}
          name={view === "request" ? "Request body" : "Response body"}
        />
      )}
      {context && (
        <section aria-label="Context">
          <p className="mb-2 text-13 text-muted">What there was behind the last stage.</p>
          {context.kind === "tree" ? (
            <JsonView tree={context.tree} label="Context" link={(query) => link({ view: "context", ...query })} />
          ) : context.kind === "text" ? (
            <CodeBlock
              label={context.cut ? "The beginning of the context" : "Context"}
              text={context.text}
              wrapSwitch
            />
          ) : (
            <p className="text-muted">Empty.</p>
          )}
        </section>
      )}
      {view === "request" && curl !== null && (
        <details className="mt-4 max-w-[1000px]">
          <summary className="link w-fit text-13">View as curl</summary>
          <div className="mt-2">
            <CodeBlock label="curl" text={curl} />
          </div>
        </details>
      )}
    </>
  );
}
