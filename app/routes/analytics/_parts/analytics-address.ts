import { address, list, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";
import { views } from "~/lib/analytics/countries/regions";
import { compare } from "./bar/compare";

/** `platform:ios`: the name of an event has no colon, its value may. */
const event = {
  read: (given: string) => {
    const [name = "", ...value] = given.split(":");
    return name === "" || value.join("") === "" ? undefined : { name, value: value.join(":") };
  },
  write: ({ name, value }: { name: string; value: string }) => `${name}:${value}`,
};

/** What every page of analytics is about. */
export const asked = {
  range: dateRange({ initial: "last-30-days" }),
  user: text({ label: "User", max: 256 }),
  ip: text({ label: "Address", max: 100 }),
  events: list({ name: "event", item: event, label: "Custom event", max: 10 }),
  /** The period that figures are compared with; `queryOf` tells what it is. */
  compare: compare(),
  /**
   * What a filter is being added by, and the beginning of the values that are proposed: `user_id`, `ip`, `event`,
   * `event:platform`.
   */
  by: text({ label: "Filter by", part: "once", max: 300 }),
  prefix: text({ label: "Beginning of the value", part: "once", max: 256 }),
};

/** The address of a page of figures. */
export const figuresAddress = address(asked);
export type Asked = StateOf<typeof asked>;

const rows = {
  ...asked,
  q: text({ label: "Search" }),
  /** Terms that found something of which nothing was clicked. */
  only: oneOf(["no-clicks"], { label: "Only" }),
  /** Filters of which all values are shown. */
  open: list({ part: "look", label: "Open filter", max: 10 }),
  size: size(),
  page: page(),
};
const rowsBy = ["count", "name", "clicks", "rate", "position", "conversion", "change", "at"] as const;
const rowsIn = (by: "count" | "at") => address({ ...rows, sort: sort({ by: rowsBy, initial: { by, order: "desc" } }) });
const addresses = { count: rowsIn("count"), at: rowsIn("at") };

/** The address of a list of terms, filters or documents, by the order in which servers give it: most or latest first. */
export const rowsAddress = (order: "count" | "at") => addresses[order];
export type RowsState = ReturnType<(typeof addresses)["count"]["at"]>["state"];

/** The address of a chart about requests, which servers do not tell apart by user or event. */
export const requestsAddress = address({ range: asked.range });

const countries = {
  ...asked,
  region: oneOf(views, { label: "Region" }),
  sort: sort({ by: ["count", "name"], initial: { by: "count", order: "desc" } }),
  size: size(),
  page: page(),
};

/** The address of the map: the part of the world that it shows, and its list of countries. */
export const countriesAddress = address(countries);
export type CountriesState = StateOf<typeof countries>;
