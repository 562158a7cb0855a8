import { StatusBadge, type Tone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { CodeBlock } from "~/components/ui/request/code-block";
import { DiffView } from "~/components/ui/request/diff-view";
import { formatDuration } from "~/lib/values/dates";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Outcome } from "~/services/pipelines/logs/words";
import type { StageView } from "./stages-view.server";

const tones: Record<Outcome, [tone: Tone, word: string]> = {
  done: ["good", "done"],
  failed: ["bad", "failed"],
  skipped: ["neutral", "skipped"],
  left: ["neutral", "not reached"],
};

/** A time of a stage, which may be a part of a millisecond. */
export const stageTime = (ms: number): string => (ms < 10 ? `${formatNumber(ms, 1)} ms` : formatDuration(ms));

/** In a few words, what a stage did. */
function gist({ outcome, why, changed, recorded, error }: StageView): string {
  if (outcome === "failed") return error?.message ?? "";
  if (outcome !== "done") return why ?? "";
  if (changed.length > 2) return `${changed[0]?.part ?? ""} and ${countOf(changed.length - 1, "other part")}`;
  if (changed.length > 0) return changed.map(({ part }) => part).join(", ");
  return recorded === null ? "" : "changed";
}

/** A stage of a run: what became of it, its share of the time, and, unfolded, what it changed or why it failed. */
export function StageCard({ stage, edit }: { stage: StageView; edit: string }) {
  const { id, outcome } = stage;
  const failed = outcome === "failed";
  const isOut = outcome === "skipped" || outcome === "left";
  const [tone, word] = tones[outcome];
  return (
    <details
      open={failed}
      className={`rounded border ${failed ? "border-bad" : isOut ? "border-dashed border-line bg-raised" : "border-line"}`}
    >
      <summary
        className={`grid grid-cols-[1.25rem_minmax(0,1fr)_auto_1rem] items-center gap-x-2.5 gap-y-1 px-3.5 py-2 medium:grid-cols-[1.25rem_minmax(7rem,9rem)_5.5rem_minmax(0,1fr)_5rem_4rem_1rem] ${failed ? "bg-bad-soft" : ""}`}
      >
        <span className="text-muted tabular-nums">{stage.place}</span>
        <span className="min-w-0">
          <Name as="div" className={`font-mono text-12 font-bold ${isOut ? "text-muted" : ""}`}>
            {id}
          </Name>
          <Name as="div" className="text-12 text-muted">
            {stage.use}
            {stage.isAsync && " · async"}
          </Name>
        </span>
        <span>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </span>
        <span className="hidden min-w-0 text-12 text-muted medium:block">
          <Name className="line-clamp-2">{failed ? "" : gist(stage)}</Name>
        </span>
        <Bar stage={stage} />
        <span className={`hidden text-right tabular-nums medium:block ${failed ? "font-bold text-bad" : ""}`}>
          {stage.took === null ? "–" : stageTime(stage.took)}
        </span>
        <span aria-hidden="true" className="chevron justify-self-end text-muted" />
      </summary>
      <div className="grid gap-3 border-t border-line p-3.5">
        <p className="text-13 text-muted medium:hidden">
          {stage.took === null ? "" : `Took ${stageTime(stage.took)}. `}
          {failed ? "" : gist(stage)}
        </p>
        {failed ? <Failed stage={stage} edit={edit} /> : <Changes stage={stage} />}
      </div>
    </details>
  );
}

function Bar({ stage: { share, outcome, took } }: { stage: StageView }) {
  const colour = outcome === "failed" ? "bg-bad" : "bg-info";
  if (took === null) return <span className="hidden medium:block" />;
  return (
    <span aria-hidden="true" className="hidden h-2 bg-sunken medium:block">
      <span className={`block h-2 min-w-[2px] ${colour}`} style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  );
}

function Failed({ stage: { error, why, input, output, id }, edit }: { stage: StageView; edit: string }) {
  return (
    <>
      <div>
        <Name as="p" className="font-bold text-bad">
          {error === null || error.message === "" ? "It failed, and the server does not say why." : error.message}
        </Name>
        {why !== null && <p className="text-13 text-muted">{why}</p>}
      </div>
      <div className="grid gap-3 large:grid-cols-2">
        {input !== null && input !== "" && <CodeBlock label="Input" text={input} />}
        {output !== null && <CodeBlock label="Output" text={output} />}
      </div>
      <p className="text-13">
        <PlainLink to={edit} className="link">
          {`Edit stage ${id}`}
        </PlainLink>
      </p>
    </>
  );
}

function Changes({ stage: { changed, recorded, outcome, why } }: { stage: StageView }) {
  if (outcome !== "done") return <p className="text-13 text-muted">{`It did not run: ${why ?? "skipped"}.`}</p>;
  if (recorded !== null) return <CodeBlock label="Recorded difference" text={recorded} />;
  if (changed.length === 0) return <p className="text-13 text-muted">It changed nothing that is kept.</p>;
  return (
    <>
      {changed.map(({ part, rows }) => (
        <section key={part} aria-label={part}>
          <Name as="h3" className="mb-1 font-mono text-12 text-muted">
            {part}
          </Name>
          <DiffView rows={rows} before="Before" after="After" />
        </section>
      ))}
    </>
  );
}
