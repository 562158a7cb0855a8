import { NumberCard, SettledPanel } from "~/components/kit";
import { formatCompact, formatNumber } from "~/lib/numbers";
import type { Figures } from "~/services/analytics/summary.server";
import type { PanelData } from "~/services/http/settle.server";

type Card = {
  label: string;
  key: keyof Figures;
  show: (value: number) => string;
  /** Fewer are better: searches without results. */
  lower?: boolean;
  note?: (figures: Figures) => string;
};

const percent = (value: number) => `${formatNumber(value)}%`;
const named = (name: string, value: number | null) => (value === null ? [] : [`${formatNumber(value)} ${name}`]);

/** `1:02:09`, from seconds. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const cards: readonly Card[] = [
  { label: "Searches", key: "total_searches", show: formatCompact, note: ({ total_results_count: seen }) => named("impressions", seen).join("") },
  {
    label: "No results",
    key: "total_no_results_searches",
    show: formatCompact,
    lower: true,
    note: ({ no_results_rate: rate }) => (rate === null ? "" : `${percent(rate)} of searches`),
  },
  {
    label: "Clicks",
    key: "total_clicks",
    show: formatCompact,
    note: ({ avg_click_rate: rate, total_results_clicks: results, total_suggestions_clicks: suggestions }) =>
      [...(rate === null ? [] : [`${percent(rate)} of searches`]), ...named("on results", results), ...named("on suggestions", suggestions)].join(", "),
  },
  { label: "Average click position", key: "avg_click_position", show: formatNumber, lower: true },
  {
    label: "Conversions",
    key: "total_conversions",
    show: formatCompact,
    note: ({ avg_conversion_rate: rate }) => (rate === null ? "" : `${percent(rate)} of searches`),
  },
  { label: "Users", key: "total_users", show: formatCompact, note: ({ total_user_sessions: visits }) => named("sessions", visits).join("") },
  { label: "Bounce rate", key: "avg_bounce_rate", show: percent, lower: true },
  { label: "Average session", key: "avg_user_session_duration", show: clock },
];

/** Against the period before, where there was one: signed, with a word, and whether that is good. */
function changeOf({ lower = false, key }: Card, { now, before }: { now: Figures; before: Figures | null }) {
  const [value, old] = [now[key], before?.[key] ?? null];
  if (value === null || old === null || old === 0) return undefined;
  const change = ((value - old) / old) * 100;
  if (Math.abs(change) < 0.005) return { text: "as in the period before", tone: "neutral" as const };
  const good = change > 0 !== lower;
  return { text: `${change > 0 ? "+" : "−"}${formatNumber(Math.abs(change))}% against the period before`, tone: good ? ("good" as const) : ("bad" as const) };
}

/** The figures of a time; those that the server does not tell are left out. */
export function SummaryCards({ of }: { of: PanelData<{ now: Figures; before: Figures | null } | null> }) {
  return (
    <SettledPanel of={of} what="Figures">
      {(found) =>
        found && (
          <>
            {cards.map((card) => {
              const value = found.now[card.key];
              return value === null ? null : (
                <NumberCard key={card.key} label={card.label} value={card.show(value)} note={card.note?.(found.now)} change={changeOf(card, found)} />
              );
            })}
          </>
        )
      }
    </SettledPanel>
  );
}
