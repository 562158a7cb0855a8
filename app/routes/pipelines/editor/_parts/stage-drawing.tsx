import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { formatNumber } from "~/lib/values/numbers";
import type { DrawnStage } from "./drawing";

const milliseconds = (took: number) => `${formatNumber(took, took < 10 ? 1 : 0)} ms`;

/** The stages in their order, as rows with a bar of their time after a run. Each opens its form. */
export function StageDrawing({
  stages,
  total,
  chosen,
}: {
  stages: readonly DrawnStage[];
  total: number;
  chosen: string;
}) {
  if (stages.length === 0) return <p className="px-3 py-2 text-muted">No stages yet.</p>;
  return (
    <ol aria-label="Stages" className="divide-y divide-line">
      {stages.map((stage) => (
        <li
          key={stage.id}
          className={`grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-3 px-3 py-1.5 medium:grid-cols-[minmax(0,19rem)_4.5rem_minmax(0,1fr)] ${stage.id === chosen ? "bg-accent-soft" : ""} ${stage.enabled ? "" : "text-faint"}`}
        >
          <StageCell stage={stage} chosen={stage.id === chosen} />
          <span className="text-right tabular-nums">{stage.took === null ? "–" : milliseconds(stage.took)}</span>
          <div className="col-span-2 min-w-0 medium:col-span-1">
            <Bar stage={stage} total={total} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function StageCell({ stage, chosen }: { stage: DrawnStage; chosen: boolean }) {
  const { id, does, place, isAsync, stops, enabled } = stage;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span className="w-5 text-right text-13 tabular-nums text-muted">{place}</span>
      <div className="min-w-0 flex-1">
        <button
          name="then"
          value={`stage:${id}`}
          formNoValidate
          aria-current={chosen ? "true" : undefined}
          className="link min-h-6 font-mono text-13 font-semibold"
        >
          {id}
        </button>
        {does !== id && (
          <Name as="div" className="text-12 text-muted">
            {does}
          </Name>
        )}
      </div>
      {!enabled && <span className="text-12">off</span>}
      {isAsync && <span className="rounded border border-dashed border-line-strong px-1 text-12">async</span>}
      {stops && (
        <span className="text-12 text-muted" title="The run ends where this stage fails">
          may stop
        </span>
      )}
    </div>
  );
}

function Bar({ stage, total }: { stage: DrawnStage; total: number }) {
  const { from, took, needs, trigger, outcome, error, isAsync } = stage;
  const notes = [
    ...(needs.length > 0 ? [`needs ${needs.join(", ")}`] : []),
    ...(trigger === null ? [] : [`if ${trigger}`]),
  ].join(" · ");
  return (
    <div className="min-w-0">
      {from !== null && took !== null && total > 0 && (
        <div className="relative my-1 h-2.5" aria-hidden="true">
          <svg viewBox="0 0 1000 10" preserveAspectRatio="none" className="h-2.5 w-full">
            <rect
              x={(from / total) * 1000}
              y="0"
              width={Math.max(4, (took / total) * 1000)}
              height="10"
              className={outcome === "failed" ? "fill-bad" : isAsync ? "fill-none stroke-accent" : "fill-accent"}
              strokeWidth={isAsync ? 2 : 0}
            />
          </svg>
        </div>
      )}
      {outcome === "skipped" && <span className="mr-2 text-12 text-muted">skipped</span>}
      {outcome === "failed" && <StatusBadge tone="bad">failed</StatusBadge>}
      {error !== null && (
        <Name as="div" className="text-12 text-bad">
          {error}
        </Name>
      )}
      {notes !== "" && (
        <Name as="div" className="truncate font-mono text-12 text-muted">
          {notes}
        </Name>
      )}
    </div>
  );
}
