import { type ClosedGate, type Gate, open } from "~/lib/access-control/gate";
import type { Rights, User } from "./read.server";

// What would lock somebody out: said before it is sent. Our own back end refuses the last admin's end itself; other
// servers do not.

const closed = (missing: string, help: string): ClosedGate => ({
  ok: false,
  because: "protected",
  missing,
  who: "an administrator",
  help,
});

type About = {
  user: Pick<User, "username" | "isAdmin">;
  users: readonly Pick<User, "username" | "isAdmin">[];
  /** Who asks. */ own: string;
};

const isOnlyAdmin = ({ user, users }: Omit<About, "own">) =>
  user.isAdmin && !users.some((one) => one.isAdmin && one.username !== user.username);

/** Whether a user may be deleted without locking anybody out. */
export function deletionGate({ user, users, own }: About): Gate {
  if (isOnlyAdmin({ user, users }))
    return closed(`${user.username} is the only admin`, "Make another user an admin first.");
  if (user.username === own) return closed("You are signed in as this user", "Another administrator can delete it.");
  return open;
}

/** Whether a user's second factor may be taken away without a code of it. */
export function resetGate({ user, own }: { user: Pick<User, "username" | "secondFactor">; own: string }): Gate {
  if (!user.secondFactor) return closed(`${user.username} has no second factor`, "There is nothing to reset.");
  if (user.username === own)
    return closed("Your own second factor ends with a code of it", "Turn it off in the menu of your account.");
  return open;
}

/** What is wrong with new rights of a user, as they would lock him or everybody out; undefined where nothing is. */
export function lockingOut({
  user,
  users,
  own,
  next,
}: About & { next: Pick<Rights, "isAdmin" | "actions"> }):
  { field: "isAdmin" | "actions"; message: string } | undefined {
  if (user.isAdmin && !next.isAdmin && isOnlyAdmin({ user, users }))
    return { field: "isAdmin", message: `${user.username} is the only admin. Make another user an admin first.` };
  if (user.username !== own || next.isAdmin) return undefined;
  if (user.isAdmin)
    return { field: "isAdmin", message: "You cannot take admin rights from yourself. Another administrator can." };
  if (next.actions.includes("user-management")) return undefined;
  return { field: "actions", message: "You cannot take User management from yourself. Another administrator can." };
}
