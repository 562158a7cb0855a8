import { address, flag, page, size, text } from "~/lib/address";

/** The address of the list of component templates. */
export const componentList = address({
  q: text({ label: "Filter", max: 200 }),
  managed: flag({ label: "Managed" }),
  size: size({ choices: [50, 100, 250], initial: 50 }),
  page: page(),
});
