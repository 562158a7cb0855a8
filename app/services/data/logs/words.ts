// What the request log is asked by. Shared with the browser.

/** The filters that every server knows, by their names on the wire. */
export const kinds = ["search", "suggestion", "index", "delete", "success", "error"] as const;
export type Kind = (typeof kinds)[number];

/** Filters of our own back end. Other servers leave them aside, and a list that was filtered by them says so. */
export const ownFilters = ["text", "user", "status", "address", "route", "reason", "by"] as const;
export type OwnFilter = (typeof ownFilters)[number];

/** What each is called in a sentence. */
export const filterNames: Record<OwnFilter, string> = {
  text: "words",
  user: "user or credential",
  status: "status",
  address: "address",
  route: "route",
  reason: "reason",
  by: "who made the calls",
};

/**
 * Whose calls a list shows: at first those of applications and of people, without what the console reads to fill its
 * pages.
 */
export const callers = ["apps", "all", "console"] as const;

/** Statuses to filter by: the classes, and those that servers give. */
export const statuses = [
  ...["2xx", "3xx", "4xx", "5xx"],
  ...[
    "200",
    "201",
    "202",
    "204",
    "301",
    "304",
    "400",
    "401",
    "402",
    "403",
    "404",
    "405",
    "406",
    "408",
    "409",
    "410",
    "411",
    "413",
    "415",
    "422",
    "429",
    "499",
  ],
  ...["500", "501", "502", "503", "504"],
] as const;
