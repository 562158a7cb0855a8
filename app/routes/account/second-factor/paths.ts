const BASE = "/account/second-factor";

/** The pages of one's own second factor. */
export const factorPath = (page?: "set-up" | "codes" | "new-codes" | "replace" | "off") =>
  page === undefined ? BASE : `${BASE}/${page}`;

/** Breadcrumbs of a page under the first one. */
export const factorCrumbs = (label?: string) => () =>
  label === undefined ? [{ label: "Second factor" }] : [{ label: "Second factor", to: BASE }, { label }];
