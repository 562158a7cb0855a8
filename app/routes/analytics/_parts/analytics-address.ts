import { address, list, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";
import { regions } from "~/lib/countries/regions";
import { compare } from "./bar/compare";

// With it what most pages of analytics have: one file in the browser, and not one for every set of pages that share a piece.
import "./figure-cards";
import "./lists/list-kind";
import "./page-actions";

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
  /** What a filter is being added by, and the beginning of the values that are proposed: `user_id`, `ip`, `event`, `event:platform`. */
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
  sort: sort({ by: ["count", "name", "clicks", "rate", "position", "conversion", "change"], initial: { by: "count", order: "desc" } }),
  size: size({ initial: 10 }),
  page: page(),
};

/** The address of a list of terms, filters or documents. */
export const rowsAddress = address(rows);
export type RowsState = StateOf<typeof rows>;

/** The address of a chart about requests, which servers do not tell apart by user or event. */
export const requestsAddress = address({ range: asked.range });

const countries = {
  ...asked,
  region: oneOf(regions, { label: "Region" }),
  sort: sort({ by: ["count", "name"], initial: { by: "count", order: "desc" } }),
  size: size(),
  page: page(),
};

/** The address of the map: the part of the world that it shows, and its list of countries. */
export const countriesAddress = address(countries);
export type CountriesState = StateOf<typeof countries>;
