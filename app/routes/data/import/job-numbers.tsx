import { Link } from "@remix-run/react";
import { CardGrid, NumberCard } from "~/components/ui/card";
import { Progress } from "~/components/ui/message/progress";
import { formatDuration } from "~/lib/values/dates";
import { countOf, formatBytes, formatNumber } from "~/lib/values/numbers";
import type { JobView } from "~/services/data/import/run/view.server";
import { isLive } from "~/services/platform/jobs/states";

type JobNumbersProps = {
  view: JobView;
  failedTo: string;
  /** How long a finished import took, in milliseconds. */ took?: number | null;
};

/** Bar and cards of an import: how far, how fast, how many, and in the end how long it took. */
export function JobNumbers({ view, failedTo, took = null }: JobNumbersProps) {
  const live = isLive(view.state);
  const share = view.state === "done" ? 1 : view.size > 0 ? view.bytesRead / view.size : undefined;
  const rate = view.rate === null ? null : `${formatNumber(view.rate, view.rate < 10 ? 1 : 0)} rows/s`;
  const left =
    live && view.secondsLeft !== null
      ? `about ${formatDuration(Math.max(1000, Math.ceil(view.secondsLeft) * 1000))} left`
      : null;
  const time = !live && took !== null ? `took ${formatDuration(Math.max(1, took))}` : null;
  return (
    <>
      <Progress
        label="Progress of the import"
        share={share}
        note={[left, time, rate].filter((part) => part !== null).join(" · ") || undefined}
      />
      <CardGrid>
        <NumberCard
          label="Rows read"
          value={formatNumber(view.rowsRead)}
          note={live && view.rowsTotal !== null ? `of about ${formatNumber(view.rowsTotal)}` : undefined}
        />
        <NumberCard
          label="Indexed"
          value={formatNumber(view.indexed)}
          note={view.updated > 0 ? `${formatNumber(view.updated)} replaced existing documents` : undefined}
        />
        <NumberCard
          label="Failed"
          tone={view.failed > 0 ? "bad" : undefined}
          value={formatNumber(view.failed)}
          note={
            view.failed > 0 && (
              <Link to={failedTo} className="link">
                {live ? `See ${countOf(view.failed, "row")}` : "Download · retry"}
              </Link>
            )
          }
        />
        <NumberCard label="Bytes read" value={formatBytes(view.bytesRead)} note={`of ${formatBytes(view.size)}`} />
      </CardGrid>
    </>
  );
}
