import type { ReactNode } from "react";
import { PlainLink } from "~/components/ui/plain-link";

type DashboardProps = {
  title: string;
  /** What period is shown, beside the title. */
  note?: string | null;
  /** How a period is chosen: `<PeriodLinks>` for a few, `<DateRangePicker>` for any. */
  range: ReactNode;
  /** Compare with, filters: in one row under the range. */
  filters?: ReactNode;
  /** `<NumberCard>`s. */
  cards?: ReactNode;
  /** `<ChartPanel>`s and tables, each in a panel of its own; two in a row where there is room. */
  children: ReactNode;
  headingLevel?: "h1" | "h2";
};

/** The shape of every page of figures: period, comparison, cards, charts. It knows nothing of what they show. */
export function Dashboard({
  title,
  note,
  range,
  filters,
  cards,
  children,
  headingLevel: Heading = "h2",
}: DashboardProps) {
  return (
    <section aria-label={title} className={Heading === "h2" ? "mt-7" : undefined}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Heading className={Heading === "h1" ? "text-20 font-bold" : "text-16 font-bold"}>
          {title} {note && <span className="text-13 font-normal text-muted">{note}</span>}
        </Heading>
        {range}
      </div>
      {filters && <div className="mb-3 flex flex-wrap gap-2">{filters}</div>}
      {cards && <div className="mb-4 grid empty:hidden grid-cols-2 gap-3 large:grid-cols-4">{cards}</div>}
      <div className="grid gap-4 large:grid-cols-2">{children}</div>
    </section>
  );
}

/** A few periods as links; the one that is shown is marked. */
export function PeriodLinks({ periods }: { periods: readonly { to: string; label: string; current: boolean }[] }) {
  return (
    <ul className="flex gap-x-4 text-13" aria-label="Period">
      {periods.map(({ to, label, current }) => (
        <li key={label}>
          <PlainLink
            to={to}
            keepScroll
            className={current ? "font-semibold text-ink no-underline" : "link"}
            aria-current={current ? "true" : undefined}
          >
            {label}
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
