import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";
import { outcomes } from "~/services/changes/words";

const spec = {
  q: text({ label: "Search" }),
  person: text({ label: "Person" }),
  resource: text({ label: "Resource" }),
  outcome: oneOf(outcomes),
  range: dateRange(),
  size: size(),
  page: page(),
};

/** The address of the list of changes. */
export const changeList = address(spec);
export type ChangeListState = StateOf<typeof spec>;
