// @vitest-environment node
import { describe, expect, it } from "vitest";
import { bodyOf, boxAround, SMALLEST_BOX, WIDEST_BOX } from "./map-box.server";
import { MAP_HEIGHT, MAP_WIDTH, projectionOf } from "./map-projection.server";
import { centres, coarseOutlines, largestPart } from "./outline-data.server";
import { drawCountryMap } from "./world-map.server";

/** Numbers between 0 and 1 in an order of their own for each seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const codes = [...centres().keys()].sort();

/** Sets of one to four countries, half of them of neighbours. */
const sets = Array.from({ length: 300 }, (_, seed) => {
  const random = randomOf(seed + 1);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "DE";
  const first = pick(codes);
  const at = centres().get(first) ?? [0, 0];
  const around = codes.filter((code) => {
    const [lon, lat] = centres().get(code) ?? [0, 0];
    const turn = Math.abs(lon - at[0]);
    return Math.min(turn, 360 - turn) < 25 && Math.abs(lat - at[1]) < 25;
  });
  const more = Array.from({ length: Math.floor(random() * 4) }, () => pick(seed % 2 === 0 ? around : codes));
  return [...new Set([first, ...more])];
});
const zoomed = sets.flatMap((set) => {
  const box = boxAround(set);
  return box === null ? [] : [{ set, box }];
});

/** Whether a longitude lies in a box, however often it goes around. */
const inTurn = (lon: number, west: number, east: number) =>
  [-360, 0, 360, 720].some((turn) => lon + turn >= west - 1e-6 && lon + turn <= east + 1e-6);

describe("the box of the map", () => {
  it("is generated often enough to tell", () => {
    expect(zoomed.length).toBeGreaterThan(150);
    expect(zoomed.length).toBeLessThan(300);
  });

  it("holds every country that has searches, with room around it", () => {
    for (const { set, box } of zoomed)
      for (const code of set) {
        const [west, south, east, north] = bodyOf(code) ?? [0, 0, 0, 0];
        const told = `${code} of ${set.join()} in ${box.join()}`;
        expect(inTurn(west - 1, box[0], box[2]) && inTurn(east + 1, box[0], box[2]), told).toBe(true);
        expect(south, told).toBeGreaterThanOrEqual(box[1]);
        expect(north, told).toBeLessThanOrEqual(box[3]);
      }
  });

  it("is drawn with all of them inside, by their largest part", () => {
    for (const { set, box } of zoomed) {
      const projection = projectionOf(box);
      for (const code of set) {
        const parts = coarseOutlines().countries.find((one) => one.code === code)?.parts;
        const points = parts ? largestPart(parts).flat() : [[...(centres().get(code) ?? [])]];
        for (const [lon = 0, lat = 0] of points) {
          const [x = -1, y = -1] = projection([lon, lat]) ?? [];
          const told = `${code} of ${set.join()} in ${box.join()}`;
          expect(x >= 0 && x <= MAP_WIDTH, `${told}: x ${x}`).toBe(true);
          expect(y >= 0 && y <= MAP_HEIGHT, `${told}: y ${y}`).toBe(true);
        }
      }
    }
  });

  it("is neither smaller than what shows the surroundings, nor wider than what a map of the world shows better", () => {
    for (const { set, box } of zoomed) {
      const [west, south, east, north] = box;
      expect(east - west, set.join()).toBeGreaterThanOrEqual(SMALLEST_BOX);
      expect(east - west, set.join()).toBeLessThanOrEqual(WIDEST_BOX);
      // Only far in the north it may end before that, where no country is.
      expect(north - south, set.join()).toBeGreaterThanOrEqual(north === 84 || south === -58 ? 8 : SMALLEST_BOX);
      expect([west >= -200, north <= 84, south >= -58]).toEqual([true, true, true]);
    }
  });

  it("does not depend on the order of countries", () => {
    for (const { set, box } of zoomed) expect(boxAround([...set].reverse()), set.join()).toEqual(box);
  });

  it("goes on beyond the date line instead of around the globe", () => {
    const [west = 0, , east = 0] = boxAround(["FJ", "WS"]) ?? [];
    expect([west > 160, east > 185, east < 210]).toEqual([true, true, true]);
    const [from = 0, , to = 0] = boxAround(["NZ", "TO", "FJ"]) ?? [];
    expect(from).toBeGreaterThan(150);
    expect(to - from).toBeLessThan(50);
    // Russia reaches beyond the line by itself.
    expect(bodyOf("RU")?.[2]).toBeGreaterThan(180);
  });

  it("leaves out what is far from the rest of a country", () => {
    const within = (code: string, [w, s, e, n]: readonly number[]) => {
      const [west, south, east, north] = bodyOf(code) ?? [];
      expect(
        [west, south, east, north].map((one) => Math.round(one ?? 0)),
        code,
      ).toEqual([w, s, e, n]);
    };
    within("FR", [-5, 41, 10, 51]);
    within("US", [-125, 25, -67, 49]);
    const [, south = 0, , north = 0] = bodyOf("NZ") ?? [];
    expect(north - south).toBeGreaterThan(11);
  });

  it("is that of the world where countries lie apart, and where no map has them", () => {
    expect(boxAround(["US", "AU", "DE", "BR"])).toBeNull();
    expect(boxAround(["ZZ"])).toBeNull();
    expect(boxAround([])).toBeNull();
  });
});

describe("a map of few countries", () => {
  const drawn = (found: readonly string[]) =>
    drawCountryMap({
      id: "w",
      title: "Where",
      counts: "Searches",
      format: "count",
      rows: found.map((code, n) => ({ country: code, code, value: 100 - n })),
    });

  it("shows each of them, in little weight", () => {
    for (const { set } of zoomed.slice(0, 40)) {
      const { svg } = drawn(set);
      expect(svg, set.join()).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg.length, set.join()).toBeLessThan(60_000);
      expect(svg.match(/<title>[A-Z]{2}: /g), set.join()).toHaveLength(set.length);
    }
  });

  it("tells their numbers on it, those that have room", () => {
    const { svg } = drawn(["DE", "FR", "LU"]);
    expect([...svg.matchAll(/class="value[^>]*>(\d+)</g)].map(([, value]) => value)).toContain("100");
  });
});
