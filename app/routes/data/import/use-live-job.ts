import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { JobPageView } from "../_parts/imports/job-view.server";
import { isLive } from "~/services/platform/jobs/states";

/**
 * The state of a job as the page was made, then as its events bring it. Without scripts the page reloads itself
 * instead.
 */
export function useLiveJob({ id, loaded }: { id: string; loaded: JobPageView }): JobPageView {
  const [event, setEvent] = useState<{ id: string; view: JobPageView } | null>(null);
  const { revalidate } = useRevalidator();
  const live = isLive(loaded.state);
  useEffect(() => {
    if (!live) return;
    const source = new EventSource(`/resources/import/${encodeURIComponent(id)}/events`);
    source.onmessage = (message) => {
      // From this console's own server, which made it from the same type.
      const view = JSON.parse(String(message.data)) as JobPageView;
      setEvent({ id, view });
      if (isLive(view.state)) return;
      source.close();
      // Facts that are not in the events (the end, a problem of the file) come with the page's own data.
      revalidate();
    };
    return () => source.close();
  }, [id, live, revalidate]);
  return live && event?.id === id ? event.view : loaded;
}
