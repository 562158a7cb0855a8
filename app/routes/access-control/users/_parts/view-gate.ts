import { type ClosedGate, type Gate, open } from "~/lib/access-control/gate";

const closed = (missing: string, help: string): ClosedGate => ({
  ok: false,
  because: "right",
  missing,
  who: "an administrator",
  help,
});

/** Whether somebody may view the console as a user, as far as the console itself knows. */
export function viewGateOf({ username, own, isAdmin }: { username: string; own: string; isAdmin: boolean }): Gate {
  if (username === own) return closed("You see the console as yourself already", "Choose another user.");
  return isAdmin
    ? open
    : closed("Only an admin can view the console as another user", "Ask an administrator of this server.");
}

/** Where the server does not tell what another user sees. */
export const notOffered = closed("This server does not show what another user sees", "Sign in as that user.");
