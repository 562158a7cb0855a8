import { FilterChips } from "~/components/ui/filter/filter-bar";
import { Menu, MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { Remarks } from "~/components/ui/message/remarks";
import { PlainLink } from "~/components/ui/plain-link";
import type { Here } from "~/lib/address";
import type { Range } from "~/lib/address/range-of";
import type { Asked } from "../analytics-address";
import type { Bar } from "./filter-choice.server";
import { FilterPanel } from "./filter-panel";

type AnalyticsBarProps = {
  here: Here<Asked>;
  /** From the loader: what the range is compared with (left out where nothing is), and `loadBar`. */
  before?: Range | null;
  bar: Bar;
};

/** What figures are about besides their range: filters and the comparison. Above every page of analytics. */
export function AnalyticsBar({ here, before, bar: { gate, choice } }: AnalyticsBarProps) {
  const { user, ip, events, compare } = here.state;
  const chips = [
    ...events.map((event) => ({
      label: `${event.name} is ${event.value}`,
      without: { events: events.filter((one) => one !== event) },
    })),
    ...(user === "" ? [] : [{ label: `User is ${user}`, without: { user: undefined } }]),
    ...(ip === "" ? [] : [{ label: `IP address is ${ip}`, without: { ip: undefined } }]),
  ];
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <span className="page-only flex flex-wrap items-center gap-x-4 gap-y-2">
          <Gated gate={gate} label="Filter by">
            <Menu label="Filter by" align="left" button>
              <MenuLink to={here.href({ by: "event" })}>Custom event</MenuLink>
              <MenuLink to={here.href({ by: "user" })}>User ID</MenuLink>
              <MenuLink to={here.href({ by: "ip" })}>IP address</MenuLink>
            </Menu>
          </Gated>
          {before !== undefined && (
            <Gated gate={gate} label="Compare with the period before" look="link">
              <PlainLink to={here.href({ compare: compare === "" ? "before" : "" })} keepScroll className="link">
                {compare === "" ? "Compare with the period before" : "Stop comparing"}
              </PlainLink>
            </Gated>
          )}
        </span>
        {before && <span className="text-muted">Compared with {before.dates}</span>}
      </div>
      <FilterChips here={here} chips={chips} clears={chips.length > 1 ? ["events", "user", "ip"] : []} />
      {choice && <FilterPanel here={here} of={choice} />}
      <Remarks of={here.remarks} />
    </div>
  );
}
