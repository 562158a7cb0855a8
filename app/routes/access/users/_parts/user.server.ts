import type { Editable } from "~/editor/editable.server";
import { requireUser, textOf, versionOf } from "~/services/users/read.server";
import { currentUser, toDeleteUser, toSaveUser } from "~/services/users/write.server";
import { userPath } from "./paths";

export type UserRef = { username: string };

/** The rights of a user, as the editor changes them. The name and the password are not part of the text. */
export const userRights: Editable<UserRef> = {
  noun: "user",
  pathOf: (_scope, { username }, page, query) => userPath(username, page, query),
  read: (scope, { username }) => currentUser(scope, username),
  async require(scope, { username }) {
    const { user } = await requireUser(scope, username);
    return { text: textOf(user), version: versionOf(user) };
  },
  toSave: ({ username }, next) => toSaveUser({ username, ...next }),
  // Whoever is deleted meanwhile is not created again: nobody knows his password.
  toCreate: ({ username }, text) => toSaveUser({ username, text, version: "", before: null }),
  toRemove: ({ username }, { text }) => toDeleteUser({ username, text }),
  nameOf: ({ username }) => username,
};
