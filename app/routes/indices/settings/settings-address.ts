import { address, flag, oneOf, page, size, text } from "~/lib/address";

/** The address of the settings of an index: which of all are listed below the form. */
export const settingsAddress = address({
  q: text({ label: "Setting filter", max: 200 }),
  kind: oneOf(["dynamic", "static", "fixed"], { label: "Kind" }),
  defaults: flag({ label: "Defaults" }),
  size: size(),
  page: page(),
});
