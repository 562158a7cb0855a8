import { ALLOWED_ACTIONS } from "@common/access-control/categories";
import { address, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";

const list = {
  q: text({ label: "Search" }),
  /** Who has an action, admins with them; or admins alone. */
  action: oneOf(["admin", ...ALLOWED_ACTIONS], { label: "Can" }),
  /** Who may use this index. */
  index: text({ label: "Index" }),
  sort: sort({ by: ["name", "calls", "updated"], initial: "name" }),
  size: size(),
  page: page(),
};

/** The address of the list of users. */
export const userList = address(list);
export type UserListState = StateOf<typeof list>;
