import type { ReactNode } from "react";
import { Sparkline } from "~/components/charts/sparkline";
import { CardGrid, NumberCard } from "~/components/ui/card";
import { LoadLink } from "~/components/ui/message/load-link";
import { Panel } from "~/components/ui/page/panel";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import type { Failure } from "~/lib/messages/user-messages";
import { formatDuration } from "~/lib/values/dates";
import { formatCompact, formatNumber, formatPercent } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { PanelData } from "~/services/platform/http/settle.server";
import { signedPercent } from "../../../analytics/_parts/change";
import type { IndexCardsData } from "./index-cards.server";
import type { TrafficPanels } from "../traffic.server";

type IndexCardsProps = {
  of: IndexCardsData;
  p95: TrafficPanels["p95"];
  /** Searches by day, of the range of the figures. */ days: PanelData<number[] | null> | undefined;
  at: LevelRef;
};

const none = <span className="text-faint">–</span>;
const span = "last 30 days";

/** Points with gaps between them are no line. */
const line = (values: readonly (number | null)[]) =>
  values.some((value, at) => value !== null && (values[at + 1] ?? null) !== null) && <Sparkline series={values} />;

function Line({ of }: { of: PanelData<number[] | null> }) {
  return (
    <Panel of={of} waiting={null}>
      {(found) => found.ok && found.value !== null && found.value.some((value) => value > 0) && line(found.value)}
    </Panel>
  );
}

function NotThere({ failure }: { failure: Failure }) {
  return failure.kind === "late" ? (
    <>
      Not loaded yet · <LoadLink />
    </>
  ) : (
    "Could not be loaded"
  );
}

/** When versions were published, the latest marked: how often somebody works on it. */
function VersionMarks({ times }: { times: readonly number[] }) {
  const [last = 0, first = last] = [Math.max(...times), Math.min(...times)];
  return (
    <svg aria-hidden="true" viewBox="0 0 120 28" className="mt-1 h-7 w-full">
      <path d="M6 14H114" className="text-line-strong" stroke="currentColor" />
      {times.map((time) => {
        const x = last === first ? 114 : 6 + ((time - first) / (last - first)) * 108;
        const isLast = time === last;
        const half = isLast ? 6 : 4;
        return (
          <path
            key={time}
            d={`M${(x - half).toFixed(1)} 14l${half}-${half} ${half} ${half}-${half} ${half}z`}
            className={`fill-current ${isLast ? "text-accent" : "text-line-strong"}`}
          />
        );
      })}
    </svg>
  );
}

/** What an index does, at one glance: searches, those without results, latency, the last publish. */
export function IndexCards({ of: { figures, publish }, p95, days, at }: IndexCardsProps) {
  const way = (screen: string, label: string) => (
    <PlainLink to={screenPath(at, screen)} className="link">
      {label}
    </PlainLink>
  );
  return (
    <CardGrid>
      {figures && (
        <Panel of={figures} waiting={<FigureCards figures={null} ways={[null, null]} />}>
          {(found) =>
            found.ok ? (
              <FigureCards
                figures={found.value}
                line={days && <Line of={days} />}
                ways={[way("analytics", "Analytics"), way("no-results-searches", "Fix")]}
              />
            ) : (
              <NumberCard label="Searches" value={none} note={<NotThere failure={found.failure} />} />
            )
          }
        </Panel>
      )}
      <Panel of={p95} waiting={<NumberCard label="Search latency p95" value={none} note="Loading…" />}>
        {(found) => {
          const last = (found.ok && found.value?.findLast((value) => value !== null)) || null;
          const nothing = found.ok ? "No searches in the last hour" : <NotThere failure={found.failure} />;
          return (
            <NumberCard
              label="Search latency p95"
              value={last === null ? none : formatDuration(last)}
              note={last === null ? nothing : "last hour, latest"}
              line={found.ok && found.value && line(found.value)}
            />
          );
        }}
      </Panel>
      {publish !== undefined && (
        <NumberCard
          label="Last publish"
          value={
            publish === null ? (
              none
            ) : (
              <span className="text-20 small:text-28">
                <Time value={publish.at} />
              </span>
            )
          }
          line={publish && publish.times.length > 1 && <VersionMarks times={publish.times} />}
          note={
            publish === null ? (
              <>Nothing published · {way("search", "Search settings")}</>
            ) : (
              <>
                version {formatNumber(publish.number)} by {publish.person} · {way("search/versions", "Versions")}
              </>
            )
          }
        />
      )}
    </CardGrid>
  );
}

const grown = (now: number, before: number) => ({
  text: `${before === 0 ? "" : `${signedPercent(((now - before) / before) * 100)}, `}was ${formatNumber(before)}`,
  tone: "neutral" as const,
});

/** Rates in percent: their difference is in points. More searches that find nothing are bad. */
function moved(now: number, before: number) {
  const points = Number((now - before).toFixed(1));
  const was = `was ${formatPercent(before / 100)}`;
  if (points === 0) return { text: was, tone: "neutral" as const };
  const sign = points > 0 ? "+" : "−";
  return { text: `${sign}${Math.abs(points)} points, ${was}`, tone: points > 0 ? ("bad" as const) : ("good" as const) };
}

type Figures = {
  searches: number | null;
  searchesBefore: number | null;
  nothing: number | null;
  rate: number | null;
  rateBefore: number | null;
};

type FigureCardsProps = { figures: Figures | null; ways: readonly ReactNode[]; line?: ReactNode };

function FigureCards({ figures, ways: [all, fix], line: byDay }: FigureCardsProps) {
  const { searches = null, searchesBefore = null, nothing = null, rate = null, rateBefore = null } = figures ?? {};
  return (
    <>
      <NumberCard
        label="Searches"
        value={searches === null ? none : formatCompact(searches)}
        {...(searches !== null && searchesBefore !== null && { change: grown(searches, searchesBefore) })}
        line={byDay}
        note={
          <>
            {span} {all && <>· {all}</>}
          </>
        }
      />
      <NumberCard
        label="No results"
        value={rate === null ? none : formatPercent(rate / 100)}
        {...(rate !== null && rateBefore !== null && { change: moved(rate, rateBefore) })}
        note={
          nothing === null || nothing === 0 ? (
            span
          ) : (
            <>
              {formatNumber(nothing)} searches, {span} {fix && <>· {fix}</>}
            </>
          )
        }
      />
    </>
  );
}
