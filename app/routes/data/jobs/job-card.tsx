import { Link } from "@remix-run/react";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { Time } from "~/components/ui/time";
import { countOf } from "~/lib/values/numbers";
import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";
import { isOver, type JobState, stateNames, stateTone } from "~/services/platform/jobs/states";
import type { JobView } from "../_parts/jobs/job-view.server";
import { FROM_JOBS } from "../_parts/jobs/from-jobs";
import { RESUME, TRY_NOW } from "./intents";

type JobCardProps = {
  job: JobView;
  /** Where its cancel is confirmed. */
  cancelTo: string;
  /** On its own page the title is the page's. */
  alone?: boolean;
};

/** A job on its list and on its page: what it is, how far, why it does not go on, and what can be done with it. */
export function JobCard({ job, cancelTo, alone = false }: JobCardProps) {
  const { title, detail, state, owner, share, amount, pace, notice, failed, links, to } = job;
  const percent = share === null ? null : `${Math.floor(share * 100)}%`;
  const shown = state === "running" || state === "paused" || state === "interrupted";
  const facts = [shown ? null : amount, state === "queued" ? "starts when another job has finished" : pace]
    .filter((part) => part !== null)
    .join(" · ");
  return (
    <article className="rounded border border-line bg-raised p-3.5" aria-label={title}>
      <div className="flex items-start justify-between gap-3">
        {alone ? <span className="text-13 text-muted">{detail}</span> : <JobTitle to={to} title={title} />}
        <StatusBadge tone={stateTone(job)}>{stateNames[state]}</StatusBadge>
      </div>
      <Name as="p" className="text-13 text-muted">
        {alone ? "" : `${detail} · `}by {owner} · <JobTime job={job} />
      </Name>
      {shown && percent !== null && (
        <>
          <div
            role="progressbar"
            aria-label={`Progress of ${title}`}
            aria-valuenow={Math.floor((share ?? 0) * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mt-2 h-2 overflow-hidden rounded-full border border-line bg-sunken"
          >
            <div className="h-full bg-accent" style={{ width: percent }} />
          </div>
          <div className="mt-1 flex justify-between gap-3 text-13">
            <span className="font-semibold">{percent}</span>
            <span className="text-muted">{amount}</span>
          </div>
        </>
      )}
      {notice !== null && (
        <Name as="p" className={`mt-2 rounded px-2.5 py-1.5 text-13 ${noticeTone(state)}`}>
          {notice}
        </Name>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-2 text-13">
        <span className="text-muted">{facts}</span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {failed > 0 && (
            <Link to={to} className="link">
              View {countOf(failed, "failure")}
            </Link>
          )}
          <JobActions job={job} cancelTo={cancelTo} />
          {links.map((link) => (
            <Link key={link.to} to={link.to} className="link">
              {link.label}
            </Link>
          ))}
        </span>
      </div>
    </article>
  );
}

function JobTitle({ to, title }: { to: string; title: string }) {
  return (
    <Name as="h3" className="min-w-0 text-14 font-bold">
      <Link to={to} className="link">
        {title}
      </Link>
    </Name>
  );
}

function JobTime({ job: { state, created, started, finished } }: { job: JobView }) {
  if (finished !== null) return <Time value={finished} />;
  if (state === "draft")
    return (
      <>
        uploaded <Time value={created} />
      </>
    );
  return (
    <>
      {started === null ? "added" : "started"} <Time value={started ?? created} />
    </>
  );
}

const noticeTone = (state: JobState) =>
  state === "failed"
    ? "bg-bad-soft text-bad"
    : state === "cancelled"
      ? "bg-sunken text-muted"
      : "bg-warn-soft text-warn";

function JobActions({ job, cancelTo }: { job: JobView; cancelTo: string }) {
  const { id, state, to, title } = job;
  const at = useLevel();
  if (state === "draft")
    return (
      <>
        <Link to={to} className="link" aria-label={`Continue: ${title}`}>
          Continue
        </Link>
        <Link
          to={screenPath(at, "import", { rest: [id, "discard"], query: { from: FROM_JOBS } })}
          className="text-bad no-underline hover:underline"
          aria-label={`Delete upload: ${title}`}
        >
          Delete upload…
        </Link>
      </>
    );
  if (isOver(state)) return null;
  return (
    <>
      {state === "paused" && <JobForm job={id} intent={TRY_NOW} label="Try now" of={title} />}
      {state === "interrupted" && <JobForm job={id} intent={RESUME} label="Resume" of={title} />}
      <Link to={cancelTo} className="text-bad no-underline hover:underline" aria-label={`Cancel: ${title}`}>
        Cancel…
      </Link>
    </>
  );
}

function JobForm({ job, intent, label, of }: { job: string; intent: string; label: string; of: string }) {
  return (
    <PageForm method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="job" value={job} />
      <button className="link min-h-6" aria-label={`${label}: ${of}`}>
        {label}
      </button>
    </PageForm>
  );
}
