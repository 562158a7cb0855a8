import { createShares as createCounts } from "@common/process/shares";
import { type Caller, callerName } from "../auth/types";
import { tooMany } from "./too-many";

/** By what a caller's share is told apart: users and credentials of one name are not the same. */
export type Owner = string;

/** The owner of what a caller holds open. */
export function ownerOf(caller: Caller): Owner {
  return `${caller.kind} ${callerName(caller)}`;
}

/**
 * Things of one kind that callers hold open, so many each: `take` gives what gives it back, which may be called twice,
 * and throws 429 past the share.
 */
export type Shares = { take: (owner: Owner) => () => void; held: (owner: Owner) => number };

/**
 * Shares of `most` for each caller. `what` ends the sentence "<name> has 250 …". Nothing is kept of a caller who holds
 * nothing.
 */
export function createShares({ most, what }: { most: number; what: string }): Shares {
  const counts = createCounts({ ofOne: most });
  return {
    held: counts.held,
    take: (owner) => {
      const share = counts.open(owner);
      if (share.add() !== undefined)
        throw tooMany({
          reason: `rejected execution: [${owner.slice(owner.indexOf(" ") + 1)}] has [${most}] ${what}, the most that one caller may have`,
        });
      return share.release;
    },
  };
}
