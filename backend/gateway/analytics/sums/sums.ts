import { createKeeper, type Keeper, type KeeperOptions } from "./keeper";
import { createLedger, type Ledger } from "./ledger";

/** Sums of days that are over: which there are, and who makes them. */
export type Sums = { ledger: Ledger; keeper: Keeper };

/** Sums over the engine. */
export function createSums(options: Omit<KeeperOptions, "ledger">): Sums {
  const ledger = createLedger(options);
  return { ledger, keeper: createKeeper({ ...options, ledger }) };
}
