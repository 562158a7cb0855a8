import { useReader } from "~/components/ui/reader";
import { isLive } from "~/services/platform/jobs/states";
import type { JobView } from "../_parts/jobs/job-view.server";

/**
 * A page with jobs under way reloads itself where no script brings their events. Lite pages have none although the
 * browser could run them.
 */
export function RefreshWithoutScripts({ jobs }: { jobs: readonly JobView[] }) {
  const { lite } = useReader();
  if (!jobs.some(({ state }) => isLive(state))) return null;
  const refresh = <meta httpEquiv="refresh" content="3" />;
  return lite ? refresh : <noscript>{refresh}</noscript>;
}
