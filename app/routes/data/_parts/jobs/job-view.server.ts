import { formatDuration } from "~/lib/values/dates";
import { countOf, formatBytes, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Scope } from "~/session/scope.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import type { JobLink } from "~/services/platform/jobs/kind.server";
import { kindOf } from "~/services/platform/jobs/kinds.server";
import type { Live } from "~/services/platform/jobs/runner.server";
import { isOver, type JobState, type Unit } from "~/services/platform/jobs/states";
import type { JobRow } from "~/services/platform/jobs/table.server";

type Link = { label: string; to: string };

/** A job as lists and its page show it. */
export type JobView = {
  id: string;
  title: string;
  detail: string;
  kind: string;
  state: JobState;
  owner: string;
  created: number;
  started: number | null;
  finished: number | null;
  /** From 0 to 1, and in words; null while nothing is known. */
  share: number | null;
  amount: string | null;
  /** How fast, and how long still, or what became of it. */
  pace: string | null;
  failed: number;
  /** Why it does not go on, when it will, and what is unchanged. */
  notice: string | null;
  /** The page of the job, and where one goes on with a file that is not imported yet. */
  to: string;
  links: Link[];
};

const counted: Record<Unit, (done: number, total: number | null) => string> = {
  bytes: (done, total) =>
    total === null ? `${formatBytes(done)} read` : `${formatBytes(done)} of ${formatBytes(total)} read`,
  documents: (done, total) =>
    total === null ? countOf(done, "document") : `${formatNumber(done)} of ${countOf(total, "document")}`,
  requests: (done, total) =>
    total === null ? countOf(done, "request") : `${formatNumber(done)} of ${countOf(total, "request")}`,
};

/**
 * A job in words and links. `asked` false, while its reader's rights cannot be asked, leaves out what its rows hold.
 */
export function jobView({ scope, row, now = Date.now() }: { scope: Scope; row: JobRow; now?: number }): JobView {
  const kind = kindOf(row);
  const live = getJobs(scope.context).runner.live(row.id);
  const words = kind?.describe(row) ?? { title: row.label, detail: `in ${row.target}`, unchanged: "", links: [] };
  const state = live?.waiting ? "paused" : row.state;
  // What was gone through and refused is not done.
  const made = kind?.unit === "documents" && isOver(state) ? words.made?.done : undefined;
  const done = made ?? (state === "done" && row.total !== null ? row.total : row.done);
  const page = words.page ? linkTo(row, words.page).to : screenPath(scope, "jobs", { rest: [row.id] });
  return {
    ...{ id: row.id, title: words.title, detail: words.detail, kind: kind?.label ?? row.kind, state, owner: row.owner },
    ...{ created: row.created, started: row.started, finished: row.finished, failed: row.failed },
    share: row.total === null || row.total === 0 || state === "draft" ? null : Math.min(1, done / row.total),
    amount: state === "draft" ? formatAmount(row, kind?.unit) : counted[kind?.unit ?? "documents"](done, row.total),
    pace:
      live && !live.waiting
        ? (words.pace ?? paceOf({ row, live, unit: kind?.unit, now }))
        : [words.outcome, tookOf(row)].filter((part) => part !== undefined).join(" · ") || null,
    notice: noticeOf({ row, live, unchanged: words.unchanged, now }),
    to: page,
    links: words.links.map((link) => linkTo(row, link)),
  };
}

const formatAmount = ({ total }: JobRow, unit: Unit | undefined) =>
  total === null ? null : unit === "bytes" ? formatBytes(total) : formatNumber(total);

function linkTo(row: JobRow, { label, screen, rest = [], index = row.target }: JobLink): Link {
  return { label, to: screenPath(appLevel(index), screen, { rest }) };
}

function paceOf({
  row,
  live,
  unit,
  now,
}: {
  row: JobRow;
  live: Live;
  unit: Unit | undefined;
  now: number;
}): string | null {
  const seconds = (now - live.startedAt) / 1000;
  const rate = seconds > 0.5 ? (row.done - live.first.done) / seconds : 0;
  if (rate <= 0) return null;
  const speed =
    unit === "bytes"
      ? `${formatBytes(Math.round(rate))}/s`
      : `${formatNumber(rate, rate < 10 ? 1 : 0)} ${unit ?? "documents"}/s`;
  if (row.total === null) return speed;
  return `${speed} · about ${formatDuration(Math.max(1000, (Math.max(0, row.total - row.done) / rate) * 1000))} left`;
}

function tookOf({ state, started, finished }: JobRow): string | undefined {
  return state === "done" && started !== null && finished !== null
    ? `took ${formatDuration(Math.max(1, finished - started))}`
    : undefined;
}

function noticeOf({
  row,
  live,
  unchanged,
  now,
}: {
  row: JobRow;
  live: Live | undefined;
  unchanged: string;
  now: number;
}): string | null {
  if (live?.waiting) return live.waiting;
  const { state, message, nextTry } = row;
  if (state === "paused") {
    const seconds = Math.max(1, Math.ceil(((nextTry ?? now) - now) / 1000));
    return `${message ?? "The server is not reachable."} Next try in ${formatDuration(seconds * 1000)}. Nothing is lost.`;
  }
  if (state === "interrupted") return message;
  if (state === "failed" || state === "cancelled") return [message, unchanged].filter((part) => part).join(" ");
  return null;
}
