import { address, oneOf, page, size, type StateOf, text } from "~/lib/address";

const list = {
  q: text({ label: "Search" }),
  status: oneOf(["on", "off"], { label: "Status" }),
  method: oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"], { label: "Method" }),
  size: size(),
  page: page(),
};

/** The address of the list of pipelines. */
export const pipelineList = address(list);
export type PipelineListState = StateOf<typeof list>;
