import { createKeeper, type Keeper, type KeeperOptions } from "./keeper";
import { createLedger, type Ledger } from "./ledger";
import { createToday, type Today } from "./today";

/** Sums of days that are over: which there are, and who makes them; and how much a day may take. */
export type Sums = { ledger: Ledger; keeper: Keeper; today: Today };

/** Sums over the engine. */
export function createSums(options: Omit<KeeperOptions, "ledger">): Sums {
  const ledger = createLedger(options);
  return { ledger, keeper: createKeeper({ ...options, ledger }), today: createToday(options) };
}
