import { Gated } from "~/components/ui/message/gated";
import { BarButton, SelectionBar } from "~/components/ui/table/selection";
import type { Gate } from "~/lib/access-control/gate";
import type { Here } from "~/lib/address";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { IndexListState } from "./index-list-address";

// Intents of the page that lists the indices (routes/indices/maintain), written out: an import from there would be one
// more file for the first page.
const buttons = [
  ["choose-open", "Open…"],
  ["choose-close", "Close…"],
  ["choose-refresh", "Refresh…"],
  ["choose-merge", "Force merge…"],
  ["choose-clear", "Clear cache…"],
] as const;

/** What can be done with the ticked indices: each leads to a page that lists them. */
export function IndexBar({ here, ticked, gate }: { here: Here<IndexListState>; ticked: boolean; gate: Gate }) {
  const list = here.href({ page: undefined, select: undefined }).slice(1);
  return (
    <SelectionBar ticked={ticked} to={screenPath(clusterLevel, "maintain", { query: { list } })}>
      <Gated gate={gate} label="Open, close, refresh, delete…">
        {buttons.map(([intent, label]) => (
          <BarButton key={intent} value={intent}>
            {label}
          </BarButton>
        ))}
        <BarButton value="choose-delete" danger>
          Delete…
        </BarButton>
      </Gated>
    </SelectionBar>
  );
}
