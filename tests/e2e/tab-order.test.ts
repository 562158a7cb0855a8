import { beforeAll, describe, expect, test } from "vitest";
import { hydrated } from "./support/hydrated";
import { useProduct, withPage } from "./support/journey";
import { sampleIndex, seed } from "./support/screens";
import { signIn } from "./support/sign-in";
import { outOfOrder, type Stop, tabRound } from "./support/tab-order";
import { visit } from "./support/visit";

const box = (name: string, [left, top, right, bottom]: [number, number, number, number], landmark = "main"): Stop => ({
  name,
  landmark,
  left,
  top,
  right,
  bottom,
});

describe("what is out of order", () => {
  const row = [box("a", [0, 0, 40, 20]), box("b", [50, 4, 90, 16])];
  const below = [box("c", [0, 30, 40, 50]), box("d", [50, 30, 90, 50])];
  const aside = [box("e", [200, 0, 240, 20]), box("f", [200, 40, 240, 60])];

  test("rows, and columns beside them, are in order", () => {
    expect(outOfOrder([...row, ...below, ...aside])).toEqual([]);
  });

  test("a row from right to left, a row before the one above it, and a box between two columns are not", () => {
    expect(outOfOrder([...row].reverse())).toEqual(["b > a"]);
    expect(outOfOrder([...below, ...row])).not.toEqual([]);
    expect(outOfOrder([...aside, ...row])).not.toEqual([]);
    expect(outOfOrder([aside[0], ...row, aside[1]].flatMap((stop) => stop ?? []))).not.toEqual([]);
  });

  test("nor is the page's header after its content", () => {
    expect(outOfOrder([...row, box("account", [0, 0, 40, 20], "header")])).toEqual(["main b > header account"]);
  });
});

describe("Tab follows what is seen", () => {
  const getProduct = useProduct();
  beforeAll(() => seed(getProduct()));

  const paths = ["/cluster", "/indices", `/app/${sampleIndex}`, ...["browse", "import", "search-preview"].map((screen) => `/app/${sampleIndex}/${screen}`)];
  const widths = [1280, 420];

  test.each(paths.flatMap((path) => widths.map((width) => ({ path, width }))))("$path at $width px", async ({ path, width }) => {
    const product = getProduct();
    await withPage({ product, mode: "js", options: { viewport: { width, height: 900 } } }, async (page) => {
      await signIn({ page, product, at: path });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await visit(page, path);
      await hydrated(page);
      const stops = await tabRound(page);
      expect(stops[0]?.name).toBe("Skip to content");
      expect(new Set(stops.map(({ landmark }) => landmark))).toEqual(new Set(["skip link", "nav", "header", "main"]));
      expect(stops.filter(({ landmark }) => landmark === "main").length).toBeGreaterThan(2);
      expect(outOfOrder(stops)).toEqual([]);
    });
  });
});
