import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";
import type { JobState } from "~/services/platform/jobs/states";
import { JobCard } from "./job-card";
import type { JobView } from "../_parts/jobs/job-view.server";

const groups: { label: string; states: readonly JobState[] }[] = [
  { label: "In progress", states: ["running", "paused", "interrupted"] },
  { label: "Waiting", states: ["queued"] },
  { label: "Not started", states: ["draft"] },
  { label: "Finished", states: ["done", "cancelled", "failed"] },
];

/** Jobs by what is to be expected of them: what goes on comes first. */
export function JobGroups({ jobs }: { jobs: readonly JobView[] }) {
  const at = useLevel();
  const filled = groups
    .map(({ label, states }) => ({ label, found: jobs.filter(({ state }) => states.includes(state)) }))
    .filter(({ found }) => found.length > 0);
  return filled.map(({ label, found }) => (
    <section key={label} className="grid gap-2.5">
      <h2 className="text-16 font-semibold">{label}</h2>
      {found.map((job) => (
        <JobCard key={job.id} job={job} cancelTo={screenPath(at, "jobs", { rest: [job.id, "cancel"] })} />
      ))}
    </section>
  ));
}
