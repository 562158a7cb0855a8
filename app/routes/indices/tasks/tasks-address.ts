import { address, oneOf, page, size, text } from "~/lib/address";

/** The address of the list of tasks. */
export const taskList = address({
  q: text({ label: "Filter", max: 300 }),
  show: oneOf(["cancellable", "all"], { initial: "cancellable", label: "Tasks" }),
  size: size(),
  page: page(),
});

/** The address of the page before a task is cancelled. */
export const oneTask = address({ task: text({ max: 200 }) });
