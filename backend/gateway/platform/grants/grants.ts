import { type Caller, isAdmin } from "../auth/types";
import { unauthorized } from "../http/errors";
import { type Excess, excess, excessOfStep, isWithin } from "./excess";
import { inForce, MOST_OF_A_CREDENTIAL, type Rights, rightsOf } from "./rights";

/** What stands in the place of a password that its reader may not know. */
export const HIDDEN_PASSWORD = "***";

function requireNone(found: Excess, sentence: string): void {
  if (found.length > 0) throw unauthorized(`${sentence}: ${found.join(", ")}`);
}

/**
 * Refuses to give rights that the giver does not have himself; an admin has them all. Throws 401 with the parts that go
 * beyond his.
 */
export function requireMayGive(caller: Caller, rights: Rights): void {
  if (isAdmin(caller)) return;
  requireNone(excess(rights, rightsOf(caller)), "nobody can give more than he has");
}

/** True when the caller has every right that knowing a password, or carrying a role, would bring. */
export function hasAll(caller: Caller, rights: Rights): boolean {
  return isAdmin(caller) || isWithin(inForce(rights), rightsOf(caller));
}

/**
 * Refuses what brings, or ends, all that somebody may do (his password, his role, his end) to who has less. Throws 401.
 */
export function requireHasAll(caller: Caller, rights: Rights): void {
  if (isAdmin(caller)) return;
  requireNone(excess(inForce(rights), rightsOf(caller)), "this takes the rights of somebody who has more than you");
}

/**
 * Refuses a change of rights that gives or takes what the caller does not have; what stands and is left alone may
 * stand. Throws 401.
 */
export function requireMayChange(caller: Caller, { from, to }: { from: Rights; to: Rights }): void {
  if (isAdmin(caller)) return;
  const giver = rightsOf(caller);
  requireNone(excessOfStep({ from, to, giver }), "nobody can give more than he has");
  requireNone(excessOfStep({ from: to, to: inForce(from), giver }), "nobody can take away more than he has");
}

/**
 * Refuses to choose who signs tokens, which name any role there is or will be, to who has less than a role may have.
 * Throws 401.
 */
export function requireMayTrustTokens(caller: Caller): void {
  if (isAdmin(caller)) return;
  requireNone(
    excess(MOST_OF_A_CREDENTIAL, rightsOf(caller)),
    "whoever signs tokens may have every role, which is more than you have",
  );
}
