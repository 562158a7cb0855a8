import { describe, expect, it } from "vitest";
import { type Price, tierPrices } from "./prices";
import {
  effectivePrice,
  forNodes,
  MONTH_HOURS,
  monthInWords,
  otherPrice,
  planPrice,
  priceInWords,
  reckon,
  type Reckoned,
} from "./reckoning";

const lists: [list: string, price: Price][] = tierPrices.flatMap(({ tier, month, hour, older }) => {
  const current: [string, Price][] = [[`${tier}, current list`, { month, hour }]];
  return older ? [...current, [`${tier}, older list`, older]] : current;
});

/** The figures of a price as somebody reads them, and what they come to. */
function figuresOf(words: string) {
  const month = /^\$([\d,]+) per month(?: for ([\d,]+) nodes?)?/.exec(words);
  const hour = /\$([\d.]+) per (node and )?hour$/.exec(words);
  const number = (text: string | undefined) => (text === undefined ? null : Number(text.replaceAll(",", "")));
  return {
    month: number(month?.[1]),
    nodes: number(month?.[2]),
    hour: number(hour?.[1]),
    perNode: hour?.[2] !== undefined,
  };
}

/** What is off, in parts of the month; hours with two digits are told that roughly. */
function off({ month, hour, nodes }: Reckoned) {
  return hour === null ? 0 : Math.abs(hour * MONTH_HOURS * (nodes ?? 1) - month) / month;
}

describe("the reckoning", () => {
  it.each(lists)("of %s has no figure that the others make untrue", (_, price) => {
    const known = reckon(price);
    if (known === null) return expect(price.month).toBeNull();
    const digits = String(known.hour ?? 0).split(".")[1]?.length ?? 0;
    expect(off(known)).toBeLessThan(digits < 3 ? 0.2 : 0.01);
    // The hour is left out only where it is far from every reading.
    if (known.hour === null && price.hour !== null) {
      for (const nodes of [1, 3]) expect(off({ month: known.month, hour: price.hour, nodes })).toBeGreaterThan(0.1);
    }
  });

  it("leaves out the hours that fit no month, and no others", () => {
    const without = lists
      .filter(([, price]) => price.month !== null && reckon(price)?.hour === null)
      .map(([list]) => list);
    expect(without).toEqual([
      "2019-production-2, current list",
      "reactivesearch-cloud-hobby, current list",
      "reactivesearch-cloud-production, current list",
      "reactivesearch-cloud-enterprise, older list",
    ]);
  });

  it.each(tierPrices.flatMap((price) => [null, 0, 1, 2, 3, 7].map((nodes) => [price.tier, nodes, price] as const)))(
    "of %s with %s nodes reads true in all its figures",
    (_, nodes, price) => {
      const words = effectivePrice({ price, nodes });
      if (words === "On request") return expect(planPrice(price)).toBeNull();
      const read = figuresOf(words ?? "");
      expect(read.month).not.toBeNull();
      expect(read.perNode).toBe(read.nodes !== null);
      if (read.nodes !== null && nodes) expect(read.nodes).toBe(nodes);
      if (read.month !== null && read.hour !== null) {
        expect(off({ month: read.month, hour: read.hour, nodes: read.nodes })).toBeLessThan(
          String(read.hour).length < 5 ? 0.2 : 0.012,
        );
      }
    },
  );

  it("tells the price per node for the nodes that a server has", () => {
    const price = tierPrices.find(({ tier }) => tier === "2021-production-1");
    expect(effectivePrice({ price, nodes: 1 })).toBe("$333 per month for 1 node, $0.463 per node and hour");
    expect(effectivePrice({ price, nodes: 3 })).toBe("$999 per month for 3 nodes, $0.463 per node and hour");
    expect(effectivePrice({ price, nodes: null })).toBe("$999 per month for 3 nodes, $0.463 per node and hour");
    expect(effectivePrice({ price: undefined, nodes: 3 })).toBeNull();
    expect(monthInWords(forNodes({ price: { month: 999, hour: 0.463, nodes: 3 }, nodes: 6 }))).toBe(
      "$1,998 per month for 6 nodes",
    );
  });

  it("shows the older list where it says something else alone", () => {
    const shown = tierPrices.flatMap((price) => {
      const other = otherPrice(price);
      return other ? [`${price.tier}: ${priceInWords(other)}`] : [];
    });
    expect(shown).toEqual([
      "2023-sandbox: $99 per month, $0.1375 per hour",
      "2023-starter: $399 per month for 3 nodes, $0.185 per node and hour",
      "2019-production-1: $799 per month, $1.11 per hour",
      "2023-production-1: $1,199 per month for 3 nodes, $0.55 per node and hour",
      "2019-production-2: $1,599 per month, $2.22 per hour",
      "2019-production-3: $3,199 per month, $4.44 per hour",
      "reactivesearch-cloud-enterprise: $2,500 per month",
    ]);
  });
});
