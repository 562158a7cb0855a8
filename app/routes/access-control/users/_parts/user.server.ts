import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { clusterLevel } from "~/navigation/paths";
import { requireUser, textOf, versionOf } from "~/services/access-control/users/read.server";
import { currentUser, toDeleteUser, toSaveUser } from "~/services/access-control/users/write.server";
import { forgetIdentity } from "~/session/identity.server";
import { serverOf } from "~/sessions.server";
import { users } from "./thing";

export type UserRef = { username: string };

/** The rights of a user, as the editor changes them. The name and the password are not part of the text. */
export const userRights: Editable<UserRef> = {
  noun: "user",
  pathOf: (_scope, { username }, page, query) => users.path(clusterLevel, { id: username, page, query }),
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

/** The pages that change the rights of a user; the edit page has fields of its own. */
export const userPages = editorPages({
  right: users,
  editable: userRights,
  refOf: ({ request }) => ({ username: users.idIn(request) }),
  // Who was deleted meanwhile is gone with the password: there is nothing to save to.
  mustBe: (scope, { username }) => requireUser(scope, username),
  // One's own menus follow at once.
  saved(scope, { username }) {
    if (username === scope.session.username) forgetIdentity(serverOf(scope.session));
  },
});
