import { Panel } from "~/components/ui/page/panel";
import type { PanelData } from "~/services/platform/http/settle.server";

/** The totals of a chart in one line, where they are too few for cards. Where they cannot be loaded, the chart says so. */
export function FactsLine({ of }: { of: PanelData<string[]> }) {
  return (
    <p className="-mt-1 mb-3 text-13 text-muted">
      <Panel of={of} waiting="Loading…">
        {(found) => found.ok && found.value.join(" · ")}
      </Panel>
    </p>
  );
}
