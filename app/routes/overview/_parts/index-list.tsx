import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { Remarks } from "~/components/ui/message/remarks";
import { PreferenceButton } from "~/components/ui/page/preference-button";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { NothingTicked } from "~/components/ui/table/selection";
import type { Gate } from "~/lib/access-control/gate";
import type { PanelData } from "~/services/platform/http/settle.server";
import { indexList } from "./index-list-address";
import type { IndexTableData } from "./index-list.server";
import { IndexTable } from "./index-table";

type IndexListProps = {
  table: PanelData<IndexTableData>;
  view: "list" | "grid";
  systemIndices: boolean;
  /** The user has the right to what the actions do. */ mayChange: boolean;
  /** Whether indices may be changed now. */ gate: Gate;
};

/** The list in the middle of the overview: filters, looks, and the indices themselves when they are there. */
export function IndexList({ table, view, systemIndices, mayChange, gate }: IndexListProps) {
  const here = useAddress(indexList);
  return (
    <>
      <h2 className="sr-only">Indices</h2>
      <NothingTicked noun="index" nouns="indices" />
      <ListFilters
        here={here}
        filters={[
          {
            name: "q",
            label: "Filter by name, * allowed",
            placeholder: "Name, * allowed",
            chip: (text) => `Name has ${text}`,
          },
          {
            name: "health",
            label: "Health",
            options: healths,
            any: "Any health",
            chip: (health) => `Health ${health.toLowerCase()}`,
          },
          { name: "status", label: "Status", options: statuses, any: "Any status" },
        ]}
        aside={
          <span className="flex flex-wrap items-center gap-x-2">
            <PreferenceButton name="listView" value="list" current={view === "list"}>
              List
            </PreferenceButton>
            <span aria-hidden="true">·</span>
            <PreferenceButton name="listView" value="grid" current={view === "grid"}>
              Grid
            </PreferenceButton>
            <span aria-hidden="true">·</span>
            <PreferenceButton name="systemIndices" value={systemIndices ? "off" : "on"}>
              {systemIndices ? "Hide system indices" : "Show system indices"}
            </PreferenceButton>
          </span>
        }
      />
      <SettledPanel of={table} what="Indices">
        {(found) => (
          <>
            <Remarks of={found.remarks} />
            <IndexTable here={here} table={found} view={view} mayChange={mayChange} gate={gate} />
          </>
        )}
      </SettledPanel>
    </>
  );
}

const healths = [
  { value: "green", label: "Green" },
  { value: "yellow", label: "Yellow" },
  { value: "red", label: "Red" },
];
const statuses = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
];
