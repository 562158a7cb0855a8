import { useReader } from "~/components/ui/reader";
import { formatClock, formatDateTime, formatDay, formatRelative } from "~/lib/values/dates";

const HOUR = 3_600_000;

type TimeProps = {
  /** Milliseconds since 1970; nothing known shows a dash. */ value: number | null | undefined;
  /** In full rather than "2 hr ago". */ exact?: boolean;
  /** The time of day alone, where the day stands above. */ clock?: boolean;
  /** Relative, but the time of day of the last hour: rows a minute apart are told apart. */ fine?: boolean;
  /** The day alone, where its time says no more. */ day?: boolean;
};

/** An instant in the reader's zone: relative, with the exact one in the title; or exact, or the time of day. */
export function Time({ value, exact = false, clock = false, day = false, fine = false }: TimeProps) {
  const { zone, now } = useReader();
  if (value === null || value === undefined) return <span aria-label="not known">–</span>;
  const full = formatDateTime({ instant: value, zone });
  const named = `${full} ${zone}`;
  const shown =
    clock || (fine && now - value < HOUR && value <= now)
      ? formatClock({ instant: value, zone })
      : day
        ? formatDay({ instant: value, zone })
        : exact
          ? zone === "UTC"
            ? named
            : full
          : formatRelative({ instant: value, zone, now });
  return (
    <time dateTime={new Date(value).toISOString()} title={named}>
      {shown}
    </time>
  );
}
