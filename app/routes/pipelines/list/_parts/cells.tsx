import { Sparkline } from "~/components/charts/sparkline";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { Panel } from "~/components/ui/page/panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Settled } from "~/services/platform/http/settle.server";
import { formatNumber, percentOf } from "~/lib/values/numbers";
import type { LevelRef } from "~/navigation/paths";
import { pipelines } from "../../_parts/thing";
import { MethodBadge } from "~/components/ui/request/view-request";
import type { PipelineRow, Went } from "./list.server";

/** Name and id of a pipeline, and what holds it back. */
export function PipelineName({ row: { id, name, hint, open }, at }: { row: PipelineRow; at: LevelRef }) {
  return (
    <>
      <div>
        <Name to={pipelines.path(at, { id })}>{name}</Name>
      </div>
      {name !== id && (
        <Name as="div" className="font-mono text-12 font-normal text-muted">
          {id}
        </Name>
      )}
      {open && (
        <div className="mt-1">
          <StatusBadge tone="warn">no authorization</StatusBadge>
        </div>
      )}
      {hint !== null && (
        <Name as="div" className="max-w-[32rem] text-12 font-normal text-warn">
          {hint}
        </Name>
      )}
    </>
  );
}

/** Where a pipeline answers, and which other one answers there first. */
export function PipelineRoutes({ row: { id, routes, cron, open }, at }: { row: PipelineRow; at: LevelRef }) {
  if (cron !== null)
    return (
      <div className="flex items-baseline gap-1.5">
        <MethodBadge method="CRON" />
        <Name as="code">{cron}</Name>
      </div>
    );
  return (
    <>
      {routes.map(({ method, path, answeredBy }) => (
        <div key={`${method} ${path}`} className="mb-0.5">
          <div className="flex items-baseline gap-1.5">
            <MethodBadge method={method} />
            <Name as="code">{path}</Name>
          </div>
          {answeredBy !== null && (
            <Name as="div" className="text-12 text-muted">{`${answeredBy} answers this route first`}</Name>
          )}
        </div>
      ))}
      {open && (
        <div className="text-12 text-muted">
          Answers nobody until it has one.{" "}
          <PlainLink to={pipelines.path(at, { id, query: { add: "authorization" } })} className="link">
            Add
          </PlainLink>
        </div>
      )}
    </>
  );
}

type WentProps = {
  of: Parameters<typeof Panel<Settled<Record<string, Went>>>>[0]["of"];
  id: string;
  what: "time" | "errors";
};

/** How a pipeline went in 30 days: its mean time by day, or how often it failed. */
export function WentCell({ of, id, what }: WentProps) {
  return (
    <Panel of={of} waiting={<span className="text-faint">…</span>}>
      {(found: Settled<Record<string, Went>>) => {
        const went = found.ok ? found.value[id] : undefined;
        if (went === undefined) return <span className="text-faint">–</span>;
        return what === "time" ? <Time went={went} /> : <Errors share={went.errors} />;
      }}
    </Panel>
  );
}

function Time({ went: { times, time } }: { went: Went }) {
  const drawn = times.filter((value) => value !== null).length > 2;
  return (
    <span className="inline-flex items-center justify-end gap-2">
      {drawn && (
        <span className="inline-block w-10">
          <Sparkline series={times} />
        </span>
      )}
      <span className="whitespace-nowrap tabular-nums">{time === null ? "–" : `${formatNumber(time, 0)} ms`}</span>
    </span>
  );
}

function Errors({ share }: { share: number | null }) {
  if (share === null) return <span className="text-faint">–</span>;
  return <span className={`tabular-nums ${share >= 5 ? "font-semibold text-bad" : ""}`}>{percentOf(share)}</span>;
}
