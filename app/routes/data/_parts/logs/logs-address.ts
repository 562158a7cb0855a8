import { address, flag, number, oneOf, page, size, type StateOf, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";
import { callers, kinds, statuses } from "~/services/data/logs/words";

const filters = {
  kind: oneOf(kinds, { name: "filter", label: "Filter" }),
  text: text({ name: "q", label: "Words in path or body" }),
  user: text({ label: "User or credential" }),
  status: oneOf(statuses, { label: "Status" }),
  address: text({ label: "Address", max: 100 }),
  route: text({ label: "Route" }),
  reason: text({ label: "Reason" }),
  by: oneOf(callers, { initial: "apps", label: "Calls" }),
  range: dateRange(),
};

const spec = {
  ...filters,
  order: oneOf(["slowest", "fastest"], { label: "Order" }),
  least: number({ min: 0, max: 86_400_000, initial: null, label: "Least latency" }),
  most: number({ min: 0, max: 86_400_000, initial: null, label: "Most latency" }),
  size: size(),
  page: page(),
  /** The page comes again every few seconds. */
  live: flag({ part: "look", label: "Live" }),
};

/** The address of the request log. */
export const logList = address(spec);
export type LogListState = StateOf<typeof spec>;

/** The address of its figures: the same filters. */
export const logFigures = address(filters);
export type LogFiguresState = StateOf<typeof filters>;
