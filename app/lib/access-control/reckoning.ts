import { countOf, formatNumber } from "../values/numbers";
import type { Price, TierPrice } from "./prices";

/** Hours of a month, as both lists reckon (contract 40, 6.3). */
export const MONTH_HOURS = 720;

/** Nodes of a cluster whose price by the hour is told per node (contract 40, 6.3). */
const CLUSTER_NODES = 3;

/**
 * A price whose parts are all true together. `nodes` is null where the hour is that of the whole plan, or no hour is
 * known.
 */
export type Reckoned = { month: number; hour: number | null; nodes: number | null };

/**
 * Whether month = hour × 720 × nodes: to the last digit that the hour is told with, or within a hundredth (lists round,
 * and cut off).
 */
function agrees({ month, hour, nodes }: { month: number; hour: number; nodes: number }): boolean {
  const digits = String(hour).split(".")[1]?.length ?? 0;
  const off = Math.abs(month / MONTH_HOURS / nodes - hour);
  return off <= 10 ** -digits / 2 + 1e-9 || off <= hour * 0.01;
}

/**
 * The one reckoning of prices: month = hour × 720 × nodes. An hour that is so for no number of nodes is left out: the
 * month is what lists agree on. Null where the list has no month.
 */
export function reckon({ month, hour }: Price): Reckoned | null {
  if (month === null) return null;
  if (hour !== null && agrees({ month, hour, nodes: 1 })) return { month, hour, nodes: null };
  if (hour !== null && agrees({ month, hour, nodes: CLUSTER_NODES })) return { month, hour, nodes: CLUSTER_NODES };
  return { month, hour: null, nodes: null };
}

/**
 * The older list's price where it says something else than the current one; undefined where both say the same, one per
 * node and one for all nodes.
 */
export function otherPrice(price: TierPrice): Reckoned | undefined {
  const older = price.older && reckon(price.older);
  if (!older) return undefined;
  const now = reckon(price);
  const whole = ({ hour, nodes }: Reckoned) => (hour ?? 0) * (nodes ?? 1);
  const same = now !== null && now.month === older.month && Math.abs(whole(now) - whole(older)) < 1e-9;
  return same ? undefined : older;
}

/** The price of a plan by the list that has it, the current one first; null where it is on request. */
export function planPrice(price: TierPrice): Reckoned | null {
  const listed = price.month !== null || price.hour !== null;
  return reckon(listed ? price : (price.older ?? price));
}

/** The price for so many nodes; a plan whose price is not told per node costs the same with any number. */
export function forNodes({ price, nodes }: { price: Reckoned; nodes: number | null }): Reckoned {
  if (price.nodes === null || nodes === null || nodes <= 0) return price;
  return { ...price, month: (price.month / price.nodes) * nodes, nodes };
}

/** A month's price in words: "$999 per month for 3 nodes". */
export function monthInWords({ month, nodes }: Reckoned): string {
  return `$${formatNumber(Math.round(month))} per month${nodes === null ? "" : ` for ${countOf(nodes, "node")}`}`;
}

/** A price in words: "$999 per month for 3 nodes, $0.463 per node and hour". */
export function priceInWords(price: Reckoned): string {
  const { hour, nodes } = price;
  return `${monthInWords(price)}${hour === null ? "" : `, $${formatNumber(hour, 4)} per ${nodes === null ? "hour" : "node and hour"}`}`;
}

/** What a plan costs a server of so many nodes, in words (contract 10, 5.5); null for a tier that no list has. */
export function effectivePrice({
  price,
  nodes,
}: {
  price: TierPrice | undefined;
  nodes: number | null;
}): string | null {
  if (price === undefined) return null;
  const known = planPrice(price);
  return known === null ? "On request" : priceInWords(forNodes({ price: known, nodes }));
}
