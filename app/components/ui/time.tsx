import { useReader } from "~/components/ui/reader";
import { formatDateTime, formatRelative } from "~/lib/dates";

type TimeProps = {
  /** Milliseconds since 1970; nothing known shows a dash. */ value: number | null | undefined;
  /** In full rather than "2 hr ago". */ exact?: boolean;
};

/** An instant in the reader's zone: relative, with the exact one in the title; or exact. */
export function Time({ value, exact = false }: TimeProps) {
  const { zone, now } = useReader();
  if (value === null || value === undefined) return <span aria-label="not known">–</span>;
  const full = formatDateTime({ instant: value, zone });
  const named = `${full} ${zone}`;
  return (
    <time dateTime={new Date(value).toISOString()} title={named}>
      {exact ? (zone === "UTC" ? named : full) : formatRelative({ instant: value, zone, now })}
    </time>
  );
}
