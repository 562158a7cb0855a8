import type { ReactNode } from "react";
import { LinkButton } from "~/components/ui/button";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import type { Here } from "~/lib/address";
import type { DateRange } from "~/lib/address/date-range";
import type { Range } from "~/lib/address/range-of";
import { type LevelRef, screenPath } from "~/navigation/paths";

type PageActionsProps = {
  at: LevelRef;
  /** The key of the screen. */
  screen: string;
  here: Here<{ range: DateRange }>;
  range: Range;
  /** Further ways on, before them. */
  children?: ReactNode;
};

/** On the right of every page of figures: of which time, and the way to share it as it is set. */
export function PageActions({ at, screen, here, range, children }: PageActionsProps) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      {children}
      <DateRangePicker here={here} range={range} />
      <LinkButton to={screenPath(at, "shared-links/new", { query: { page: `${screen}${here.search}` } })}>
        Share
      </LinkButton>
    </div>
  );
}
