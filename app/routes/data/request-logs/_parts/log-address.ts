import { address, number, oneOf } from "~/lib/address";

/** The views of a record. */
export const views = ["response", "stages", "raw"] as const;

/** The address of a record; the place in its list goes along beside it. */
export const logAddress = address({
  view: oneOf(views, { part: "look" }),
  as: oneOf(["text"], { part: "look" }),
  from: number({ min: 0, initial: 0 }),
});
