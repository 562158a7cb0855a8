import { BarButton, Gated, SelectionBar } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import type { Here } from "~/lib/address";
import { placeQuery } from "~/lib/list-place";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { chosenIntent } from "~/routes/indices/maintain/tasks";
import type { IndexListState } from "./index-list-address";

const buttons = [
  ["open", "Open…"],
  ["close", "Close…"],
  ["refresh", "Refresh…"],
  ["merge", "Force merge…"],
  ["clear", "Clear cache…"],
] as const;

/** What can be done with the ticked indices: each leads to a page that lists them. */
export function IndexBar({ here, ticked, gate }: { here: Here<IndexListState>; ticked: boolean; gate: Gate }) {
  const list = here.href({ page: undefined, select: undefined }).slice(1);
  return (
    <SelectionBar ticked={ticked} to={screenPath(clusterLevel, "maintain", { query: placeQuery({ list, row: null }) })}>
      <Gated gate={gate} label="Open, close, refresh, delete…">
        {buttons.map(([task, label]) => (
          <BarButton key={task} value={chosenIntent(task)}>
            {label}
          </BarButton>
        ))}
        <BarButton value={chosenIntent("delete")} danger>
          Delete…
        </BarButton>
      </Gated>
    </SelectionBar>
  );
}
