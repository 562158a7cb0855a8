import { patternAdmits } from "@common/text/index-pattern";
import { actionNames } from "~/lib/access-control/actions";
import { byNumber, byText, listOf } from "~/lib/values/list-of";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { settle } from "~/services/platform/http/settle.server";
import { listUsers, type User } from "~/services/access-control/users/read.server";
import { readCallers, type Use } from "~/services/data/logs/callers.server";
import type { Scope } from "~/session/scope.server";
import type { UserListState } from "./addresses";

/** A user as a row. `usage` is null where the server does not tell; without calls where there were none. */
export type UserRow = Pick<User, "username" | "email" | "isAdmin" | "indices" | "secondFactor" | "updatedAt"> & {
  rights: string;
  usage: Use | null;
  own: boolean;
};

function has({ isAdmin, actions }: Pick<User, "isAdmin" | "actions">, action: UserListState["action"]): boolean {
  return isAdmin || (action !== "admin" && action !== "" && actions.includes(action));
}

/** A page of the users that match. Throws BackendError. */
export async function loadUsers(scope: Scope, state: UserListState) {
  const [all, usage] = await Promise.all([listUsers(scope), settle(readCallers(scope))]);
  const list = listOf(
    all.map((user) => ({ ...user, usage: usage.ok ? usage.value(user.username) : null })),
    state,
    {
      text: ({ username, email, indices }) => [username, email, ...indices],
      orders: {
        name: byText(({ username }) => username),
        calls: byNumber((row) => row.usage?.calls),
        updated: byNumber(({ updatedAt }) => updatedAt),
      },
      facets: {
        action: has,
        index: ({ isAdmin, indices }, index) =>
          isAdmin || indices.length === 0 || indices.some((pattern) => patternAdmits(pattern, index)),
      },
    },
  );
  const unknown = !usage.ok && isNotOffered(usage.failure);
  return {
    ...list,
    rows: list.rows.map(({ username, email, isAdmin, actions, indices, secondFactor, updatedAt, ...row }): UserRow => ({
      ...{ username, email, isAdmin, indices, secondFactor, updatedAt },
      rights: actions.map((action) => actionNames[action]).join(", "),
      usage: row.usage,
      own: username === scope.session.username,
    })),
    usageMissing: usage.ok ? null : unknown ? ("server" as const) : ("right" as const),
  };
}
