import { NumberCard } from "~/components/ui/card";
import { Panel } from "~/components/ui/page/panel";
import type { PanelData } from "~/services/platform/http/settle.server";

export type Figure = { label: string; value: string; note?: string };

/** The totals of a chart. Where they cannot be loaded, the chart below says so. */
export function FigureCards({ of }: { of: PanelData<Figure[]> }) {
  return (
    <Panel of={of} waiting={<NumberCard label="Loading…" value="–" />}>
      {(found) => found.ok && found.value.map((figure) => <NumberCard key={figure.label} {...figure} />)}
    </Panel>
  );
}
