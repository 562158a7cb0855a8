import { address, number, oneOf, page, size, type StateOf } from "~/lib/address";
import { runKinds } from "~/services/pipelines/logs/words";

const list = {
  kind: oneOf(runKinds, { name: "category", label: "Type" }),
  size: size(),
  page: page(),
};

/** The address of the runs of a pipeline. */
export const runList = address(list);
export type RunListState = StateOf<typeof list>;

/** The address of one run; the place in its list goes along beside it. */
export const runAddress = address({
  view: oneOf(["request", "response", "context"], { part: "look" }),
  as: oneOf(["text"], { part: "look" }),
  from: number({ min: 0, initial: 0 }),
});
