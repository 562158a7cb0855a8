import type { ReactNode } from "react";
import { FilterChips } from "~/components/ui/filter/filter-bar";
import { FilterFold } from "~/components/figures/filter-fold";
import { Gated } from "~/components/ui/message/gated";
import { Remarks } from "~/components/ui/message/remarks";
import { Panel } from "~/components/ui/page/panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Here } from "~/lib/address";
import type { Range } from "~/lib/address/range-of";
import type { PanelData } from "~/services/platform/http/settle.server";
import type { Asked } from "../analytics-address";
import type { Bar } from "./filter-choice.server";
import { FilterPanel } from "./filter-panel";

type AnalyticsBarProps = {
  here: Here<Asked>;
  /** From the loader: what the range is compared with (left out where nothing is), and `loadBar`. */
  before?: Range | null;
  /** Whether that period has anything to compare with. */
  hasBefore?: PanelData<boolean>;
  bar: Bar;
  /** What narrows the rows of a list, the chips of what holds, and how many those are. */
  rows?: { filters: ReactNode; chips: ReactNode; set: number };
};

/** What figures are about besides their range: filters, behind one button, and the comparison. */
export function AnalyticsBar({ here, before, hasBefore, bar: { gate, choice }, rows }: AnalyticsBarProps) {
  const { user, ip, events } = here.state;
  const chips = [
    ...events.map((event) => ({
      label: `${event.name} is ${event.value}`,
      without: { events: events.filter((one) => one !== event) },
    })),
    ...(user === "" ? [] : [{ label: `User is ${user}`, without: { user: undefined } }]),
    ...(ip === "" ? [] : [{ label: `IP address is ${ip}`, without: { ip: undefined } }]),
  ];
  return (
    <>
      <FilterFold
        set={chips.length + (rows?.set ?? 0)}
        open={choice !== null}
        aside={before !== undefined && <Comparison {...{ here, before, gate, hasBefore }} />}
      >
        {rows?.filters}
        <Gated gate={gate} label="Filter by">
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <span className="text-muted">Filter by</span>
            <ByLink here={here} by="event" label="Custom event" />
            <ByLink here={here} by="user" label="User ID" />
            <ByLink here={here} by="ip" label="IP address" />
          </p>
        </Gated>
        {choice && <FilterPanel here={here} of={choice} />}
      </FilterFold>
      {/* Beside the fold: a page that is shared shows what it is filtered by. */}
      {(chips.length > 0 || (rows?.set ?? 0) > 0) && (
        <div className="mb-4">
          <FilterChips here={here} chips={chips} clears={chips.length > 1 ? ["events", "user", "ip"] : []} />
          {rows?.chips}
        </div>
      )}
      <Remarks of={here.remarks} />
    </>
  );
}

function ByLink({ here, by, label }: { here: Here<Asked>; by: string; label: string }) {
  return (
    <PlainLink to={here.href({ by })} keepScroll className="link">
      {label}
    </PlainLink>
  );
}

type ComparisonProps = Pick<AnalyticsBarProps, "here" | "hasBefore"> & { before: Range | null; gate: Bar["gate"] };

/** What is compared with, and the way without; nothing where there is nothing to compare with. */
function Comparison({ here, before, hasBefore, gate }: ComparisonProps) {
  const isOff = here.state.compare === "";
  const label = isOff ? "Compare with the period before" : "Stop comparing";
  const shown = (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {before && <span className="text-muted">Compared with {before.dates}</span>}
      <Gated gate={gate} label={label} look="link">
        <PlainLink to={here.href({ compare: isOff ? "before" : "" })} keepScroll className="page-only link">
          {label}
        </PlainLink>
      </Gated>
    </span>
  );
  if (isOff || before === null || hasBefore === undefined) return shown;
  return (
    <Panel of={hasBefore} waiting={null}>
      {/* Where it could not be loaded, that is told. */}
      {(found) => (found.ok && !found.value ? null : shown)}
    </Panel>
  );
}
