import type { Seen } from "../seen";

/** The scripts of a page have taken it over: each control does what they make of it. */
export function takenOver({ isTakenOver }: Seen): string[] {
  return isTakenOver ? [] : ["was not taken over by its scripts"];
}
