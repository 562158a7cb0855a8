import { actionNames } from "~/lib/access/actions";
import { pageOf } from "~/lib/address";
import { isNotOffered } from "~/services/http/not-offered.server";
import { settle } from "~/services/http/settle.server";
import { listUsers, type User } from "~/services/users/read.server";
import { readCallers, type Use } from "~/services/logs/callers.server";
import type { Scope } from "~/session/scope.server";
import type { UserListState } from "./addresses";

/** A user as a row. `usage` is null where the server does not tell; without calls where there were none. */
export type UserRow = Pick<User, "username" | "email" | "isAdmin" | "indices" | "secondFactor" | "updatedAt"> & {
  rights: string;
  usage: Use | null;
  own: boolean;
};

const BY_NAME = new Intl.Collator("en", { numeric: true });
const orders: Record<UserListState["sort"]["by"], (a: UserRow, b: UserRow) => number> = {
  name: (a, b) => BY_NAME.compare(a.username, b.username),
  calls: (a, b) => (a.usage?.calls ?? 0) - (b.usage?.calls ?? 0),
  updated: (a, b) => (a.updatedAt ?? 0) - (b.updatedAt ?? 0),
};

function has({ isAdmin, actions }: User, action: UserListState["action"]): boolean {
  if (action === "" || isAdmin) return true;
  return action !== "admin" && actions.includes(action);
}

/** A page of the users that match. Throws BackendError. */
export async function loadUsers(scope: Scope, state: UserListState) {
  const [users, usage] = await Promise.all([listUsers(scope), settle(readCallers(scope))]);
  const sought = state.q.toLowerCase();
  const matching = users.filter(
    (user) => has(user, state.action) && `${user.username}\n${user.email}\n${user.indices.join("\n")}`.toLowerCase().includes(sought),
  );
  const rows = matching.map(({ username, email, isAdmin, actions, indices, secondFactor, updatedAt }): UserRow => ({
    ...{ username, email, isAdmin, indices, secondFactor, updatedAt },
    rights: actions.map((action) => actionNames[action]).join(", "),
    usage: usage.ok ? usage.value(username) : null,
    own: username === scope.session.username,
  }));
  const direction = state.sort.order === "asc" ? 1 : -1;
  const compare = orders[state.sort.by];
  const sorted = rows.sort((a, b) => direction * compare(a, b) || orders.name(a, b));
  const unknown = !usage.ok && isNotOffered(usage.failure);
  return { ...pageOf(sorted, state), all: users.length, usageMissing: usage.ok ? null : unknown ? ("server" as const) : ("right" as const) };
}
