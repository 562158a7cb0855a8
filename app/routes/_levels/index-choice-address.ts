import { address, page, size, sort, text } from "~/lib/address";

/** The address of a list of indices to choose from. Parameters that are not its own are for the screen that follows. */
export const indexChoice = address({
  /** Not `q`: that is what the screen that follows may search for. */
  name: text({ label: "Name filter" }),
  sort: sort({ by: ["use", "name"], initial: "use" }),
  size: size(),
  page: page(),
});
