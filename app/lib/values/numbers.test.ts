import { describe, expect, it } from "vitest";
import { countOf, formatBytes, formatCompact, formatNumber, formatPercent, parseSize } from "./numbers";

describe("numbers", () => {
  it("are grouped, shortened and given units", () => {
    expect(formatNumber(1_204_331)).toBe("1,204,331");
    expect([950, 9999, 1_440_000, 135_233].map(formatCompact)).toEqual(["950", "9,999", "1.44 M", "135 K"]);
    expect(
      [0, 208, 1023, 1024, 3001, 64 * 1024, 8.62 * 1024 ** 2, 9.4 * 1024 ** 2, 1024 ** 2 - 1, 1.3 * 1024 ** 3].map(
        formatBytes,
      ),
    ).toEqual(["0 B", "208 B", "1023 B", "1 KB", "2.9 KB", "64 KB", "8.6 MB", "9.4 MB", "1.0 MB", "1.3 GB"]);
    expect([countOf(1, "index", "indices"), countOf(7, "index", "indices")]).toEqual(["1 index", "7 indices"]);
    expect([0.125, 0.1, 0.0357, 1, 0].map(formatPercent)).toEqual(["12.5%", "10.0%", "3.6%", "100.0%", "0.0%"]);
  });

  it("reads the sizes of engines", () => {
    expect(["812.4kb", "225b", "1gb", "", "many", null].map(parseSize)).toEqual([
      831_898,
      225,
      1_073_741_824,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
