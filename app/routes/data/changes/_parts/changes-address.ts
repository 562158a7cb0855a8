import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";
import { outcomes } from "~/services/changes/words";

const spec = {
  q: text({ label: "Search" }),
  person: text({ label: "Person" }),
  resource: text({ label: "Resource" }),
  outcome: oneOf(outcomes),
  within: oneOf(["1d", "7d", "30d", "90d"], { label: "Time" }),
  size: size(),
  page: page(),
};

/** The address of the list of changes. */
export const changeList = address(spec);
export type ChangeListState = StateOf<typeof spec>;

export const withinNames: Record<string, string> = { "1d": "Last 24 hours", "7d": "Last 7 days", "30d": "Last 30 days", "90d": "Last 90 days" };
