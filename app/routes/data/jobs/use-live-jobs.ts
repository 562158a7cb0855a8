import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isLive } from "~/services/platform/jobs/states";
import type { JobView } from "../_parts/jobs/job-view.server";

/**
 * Jobs as the page was made, then as their events bring them; the page's own data come again when one ends. Without
 * scripts the page reloads itself.
 */
export function useLiveJobs(loaded: readonly JobView[]): JobView[] {
  const [events, setEvents] = useState<ReadonlyMap<string, JobView>>(new Map());
  const { revalidate } = useRevalidator();
  const ids = loaded
    .filter(({ state }) => isLive(state))
    .map(({ id }) => id)
    .join(",");
  useEffect(() => {
    if (ids === "") return;
    const source = new EventSource(
      `/resources/jobs/events?ids=${encodeURIComponent(ids)}&at=${encodeURIComponent(location.pathname)}`,
    );
    source.onmessage = (message) => {
      // From this console's own server, which made it from the same type.
      const views = JSON.parse(String(message.data)) as JobView[];
      setEvents(new Map(views.map((view) => [view.id, view])));
      if (views.length === ids.split(",").length && views.every(({ state }) => isLive(state))) return;
      source.close();
      revalidate();
    };
    return () => source.close();
  }, [ids, revalidate]);
  return loaded.map((job) => (isLive(job.state) ? (events.get(job.id) ?? job) : job));
}
