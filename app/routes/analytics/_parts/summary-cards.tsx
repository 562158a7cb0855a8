import { percentOf, placeOf } from "~/components/figures/rate";
import { NumberCard } from "~/components/ui/card";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { formatDuration } from "~/lib/values/dates";
import { formatCompact, formatNumber } from "~/lib/values/numbers";
import type { Figures } from "~/services/analytics/summary.server";
import type { PanelData } from "~/services/platform/http/settle.server";
import { signedPercent, toneOf } from "./change";

type Card = {
  label: string;
  key: keyof Figures;
  show: (value: number) => string;
  /** Fewer are better: searches without results. */
  lower?: boolean;
  /** Of users and their sessions, which not all plans have. */
  ofSessions?: boolean;
  note?: (figures: Figures) => string;
};

const named = (name: string, value: number | null) => (value === null ? [] : [`${formatNumber(value)} ${name}`]);

/** The figures of a time, in their order. */
export const cards: readonly Card[] = [
  {
    label: "Searches",
    key: "total_searches",
    show: formatCompact,
    note: ({ total_results_count: seen }) => named("impressions", seen).join(""),
  },
  {
    label: "No results",
    key: "total_no_results_searches",
    show: formatCompact,
    lower: true,
    note: ({ no_results_rate: rate }) => (rate === null ? "" : `${percentOf(rate)} of searches`),
  },
  {
    label: "Clicks",
    key: "total_clicks",
    show: formatCompact,
    note: ({ avg_click_rate: rate, total_results_clicks: results, total_suggestions_clicks: suggestions }) =>
      [
        ...(rate === null ? [] : [`${percentOf(rate)} of searches`]),
        ...named("on results", results),
        ...named("on suggestions", suggestions),
      ].join(", "),
  },
  { label: "Average click position", key: "avg_click_position", show: placeOf, lower: true },
  {
    label: "Conversions",
    key: "total_conversions",
    show: formatCompact,
    note: ({ avg_conversion_rate: rate }) => (rate === null ? "" : `${percentOf(rate)} of searches`),
  },
  {
    label: "Users",
    ofSessions: true,
    key: "total_users",
    show: formatCompact,
    note: ({ total_user_sessions: visits }) => named("sessions", visits).join(""),
  },
  { label: "Bounce rate", ofSessions: true, key: "avg_bounce_rate", show: percentOf, lower: true },
  {
    label: "Average session",
    ofSessions: true,
    key: "avg_user_session_duration",
    show: (seconds) => formatDuration(seconds * 1000),
  },
];

/** How a figure stood before, with the change in percent; nothing where there was none. */
function Compared({
  card: { key, lower = false, show },
  now,
  before,
}: {
  card: Card;
  now: Figures;
  before: Figures | null;
}) {
  const [value, old] = [now[key], before?.[key] ?? null];
  if (value === null || old === null || old === 0) return null;
  const change = ((value - old) / old) * 100;
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-2 text-muted">
      <StatusBadge tone={toneOf(change, { isLess: lower })} shape={false}>
        {signedPercent(change)}
      </StatusBadge>{" "}
      before: {show(old)}
    </p>
  );
}

type SummaryCardsProps = {
  /** `before` null: not compared, or not known. */
  of: PanelData<{ now: Figures; before: Figures | null } | null>;
  /** Whether the plan has users and their sessions. */
  hasSessions?: boolean;
  /** All in one grid: on paper. Otherwise those after the first row fold. */
  whole?: boolean;
};

/** Cards of the first row: what one looks at daily. */
const DAILY: readonly Card["key"][] = ["total_searches", "total_no_results_searches", "total_clicks", "total_users"];

/**
 * The figures of a time, beside those of the one that it is compared with; those that the server does not tell are left
 * out.
 */
export function SummaryCards({ of, hasSessions = true, whole = false }: SummaryCardsProps) {
  return (
    <SettledPanel of={of} what="Figures">
      {(found) => {
        if (found === null) return null;
        const told = cards.filter(
          ({ key, ofSessions }) => found.now[key] !== null && (ofSessions !== true || hasSessions),
        );
        const isFirst = ({ key }: Card) => whole || told.length <= 4 || DAILY.includes(key);
        const rest = told.filter((card) => !isFirst(card));
        return (
          <>
            {told.filter(isFirst).map((card) => (
              <FigureCard key={card.key} card={card} of={found} />
            ))}
            {rest.length > 0 && (
              <details className="col-span-full">
                <summary className="link inline-flex cursor-pointer items-center gap-2 text-13">
                  <span aria-hidden="true" className="chevron" />
                  {rest.map(({ label }, at) => (at === 0 ? label : label.toLowerCase())).join(", ")}
                </summary>
                <div className="mt-3 grid grid-cols-2 gap-3 large:grid-cols-4">
                  {rest.map((card) => (
                    <FigureCard key={card.key} card={card} of={found} />
                  ))}
                </div>
              </details>
            )}
          </>
        );
      }}
    </SettledPanel>
  );
}

function FigureCard({ card, of }: { card: Card; of: { now: Figures; before: Figures | null } }) {
  const value = of.now[card.key];
  if (value === null) return null;
  return (
    <NumberCard
      label={card.label}
      value={card.key === "avg_click_position" && of.now.total_clicks === 0 ? "–" : card.show(value)}
      note={
        <>
          <Compared card={card} {...of} />
          {card.note?.(of.now)}
        </>
      }
    />
  );
}
