import { tierPrices } from "./prices";

/** Tiers without a price in either list: older names that servers in the field still tell. */
const unpriced = ["sandbox", "hobby", "starter", "production-1", "production-2", "production-3", "2019-production-4"];

/** Every tier that a server may tell of (contract 10, 1.4). */
export const knownTiers: readonly string[] = [...tierPrices.map(({ tier }) => tier), ...unpriced];
