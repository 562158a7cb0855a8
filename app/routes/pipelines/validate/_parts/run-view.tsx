import { Notice } from "~/components/ui/message/notice";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { failureMessage } from "~/lib/messages/user-messages";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { AnswerDifference } from "~/services/pipelines/trials/answers";
import type { StageRow } from "./stages.server";
import type { RunData } from "./load.server";

type Cards = RunData["cards"];
type CardData = Cards["own"];

const ms = (took: number) => `${formatNumber(took, 1)} ms`;

/** What differs, for whoever searches. */
export const differenceWords: Record<AnswerDifference, string> = {
  same: "Same answer",
  order: "Same hits, other order",
  hits: "Other hits",
  other: "Another answer",
  error: "Fails, where the live version answers otherwise",
};

type CardsProps = { cards: Cards; difference: AnswerDifference | null; number: number; live: number | null };

/** How the run went in each of the versions, and what that says. */
export function RunCards({ cards, difference, number, live }: CardsProps) {
  const [a, b] = [cards.live?.ok ? cards.live.took : null, cards.own.ok ? cards.own.took : null];
  const less = a !== null && b !== null ? Math.round((a - b) * 10) / 10 : null;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-stretch gap-3">
        {cards.live && <RunCard label={`Live, version ${live ?? ""}`} card={cards.live} />}
        <RunCard
          label={cards.live || number !== live ? `Draft, version ${number}` : `Live, version ${number}`}
          card={cards.own}
          main
        />
        {difference !== null && (
          <p className="self-center text-13">
            {less !== null && less !== 0 && (
              <strong className={`block ${less > 0 ? "text-good" : "text-warn"}`}>
                {`${ms(Math.abs(less))} ${less > 0 ? "faster" : "slower"}`}
              </strong>
            )}
            <span className="text-muted">{differenceWords[difference]}</span>
          </p>
        )}
      </div>
      {cards.own.ok && cards.own.error && (
        <Notice tone="bad">
          {cards.own.error.stage === null ? "The run failed: " : `The stage ${cards.own.error.stage} failed: `}
          {cards.own.error.message}
        </Notice>
      )}
    </>
  );
}

function RunCard({ label, card, main = false }: { label: string; card: CardData; main?: boolean }) {
  return (
    <section
      className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded border bg-raised p-3.5 ${main ? "border-accent" : "border-line"}`}
    >
      <h3 className="text-13 font-bold">{label}</h3>
      {card.ok ? (
        <>
          {card.code !== null && <StatusBadge tone={statusTone(card.code)}>{card.code}</StatusBadge>}
          {card.took !== null && <strong className="text-16 tabular-nums">{ms(card.took)}</strong>}
          {card.hits !== null && <span className="text-13 text-muted">{countOf(card.hits, "hit")}</span>}
        </>
      ) : (
        <Name as="p" className="text-13 text-bad">
          {failureMessage(card.failure)}
        </Name>
      )}
    </section>
  );
}

type Side = { took: number | null; outcome: string } | null;

function Took({ side, most, live = false }: { side: Side; most: number; live?: boolean }) {
  if (side === null || side.took === null || side.outcome === "skipped") return <span className="text-faint">–</span>;
  const width = most > 0 ? Math.max(2, Math.round((side.took / most) * 64)) : 0;
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <svg aria-hidden="true" width="64" height="7" className="hidden large:block">
        <rect x={64 - width} width={width} height="7" className={live ? "fill-muted" : "fill-info"} />
      </svg>
      <span className="whitespace-nowrap tabular-nums">{ms(side.took)}</span>
    </span>
  );
}

const changeOf = ({ live, own }: StageRow) => {
  if (live?.took == null || own?.took == null || live.outcome !== "done" || own.outcome !== "done") return null;
  const more = Math.round((own.took - live.took) * 10) / 10;
  return more === 0 ? "same" : `${more > 0 ? "+" : "−"}${ms(Math.abs(more))}`;
};

function Changed({ row: { own, live, changed }, compares }: { row: StageRow; compares: boolean }) {
  if (own === null) return <span className="text-muted">not in this version</span>;
  if (own.outcome === "failed") return <Name className="text-bad">{own.error ?? "failed"}</Name>;
  if (own.outcome === "skipped") return <span className="text-muted">skipped</span>;
  return (
    <>
      {changed === null ? (
        <span className="text-muted">not told</span>
      ) : changed.length === 0 ? (
        <span className="text-muted">nothing</span>
      ) : (
        <Name as="code">{changed.join(", ")}</Name>
      )}
      {compares && live === null && <span className="text-muted"> · new</span>}
    </>
  );
}

/** The stages of a run: how long each took in both versions, and what it changed. Those that differ are marked. */
export function StageTable({ rows, compares }: { rows: readonly StageRow[]; compares: boolean }) {
  const most = Math.max(0, ...rows.flatMap(({ live, own }) => [live?.took ?? 0, own?.took ?? 0]));
  const columns: Column<StageRow>[] = [
    { key: "id", label: "Stage", render: ({ id }) => <Name className="font-mono font-semibold">{id}</Name> },
    {
      key: "live",
      label: "Live",
      align: "right",
      narrow: "named",
      render: ({ live }) => <Took side={live} most={most} live />,
    },
    {
      key: "own",
      label: compares ? "Draft" : "Time",
      align: "right",
      narrow: "named",
      render: ({ own }) => <Took side={own} most={most} />,
    },
    { key: "difference", label: "Difference", align: "right", narrow: "named", yields: 1, render: changeOf },
    {
      key: "changed",
      label: "Changed",
      narrow: "own",
      render: (row) => <Changed row={row} compares={compares} />,
    },
  ];
  return (
    <DataTable
      caption="Stages"
      plain
      columns={compares ? columns : columns.filter(({ key }) => key !== "live" && key !== "difference")}
      rows={rows}
      rowKey={({ id }) => id}
      isSelected={({ differs }) => differs}
    />
  );
}
