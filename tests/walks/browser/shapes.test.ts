import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stop, outOfOrder, tabRound, tabStops } from "../../e2e/support/tab-order";
import { mountedPaths, sampleIndex } from "../../e2e/support/screens";
import { hydrated } from "../../e2e/support/hydrated";
import type { Product } from "../../e2e/support/product";
import { signIn } from "../../e2e/support/sign-in";
import { visit } from "../../e2e/support/visit";
import { type Gate, openGate } from "../../setup/backend";
import { lyingAnswer } from "../../setup/hostile/lies";
import { lying, withoutScripts } from "./checks";
import { oneOfEachShape } from "./shapes";
import { Walk } from "./visits";
import { listening, startHostile, windows } from "./world";

// What holds for all screens alike is looked at on one of each shape: a server that lies, scripts that do not arrive,
// and the Tab key itself.

const screens = mountedPaths().filter(({ kind }) => kind === "page");
const shapes = oneOfEachShape(screens);
const addresses = shapes.map(({ path }) => ({ path, expected: [200] }));

/** The sign-in to the server behind the gate, which the console keeps its things for. */
const throughGate = () => `/login?url=${encodeURIComponent(gate.url)}`;

let product: Product;
let gate: Gate;
beforeAll(async () => {
  gate = await openGate("");
  product = await startHostile({ server: gate.url });
  gate.decide(() => ({ to: product.backendUrl }));
}, 240_000);
afterAll(async () => {
  await product.stop();
  await gate.close();
});

test("each piece of the kit is shown by one of few screens", () => {
  expect(shapes.length).toBeGreaterThan(8);
  expect(shapes.length).toBeLessThan(screens.length / 4);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test("where the server puts markup into every answer, it stays a text", { timeout: 400_000 }, async () => {
  const { context, heard } = await listening({ product });
  const page = await context.newPage();
  await signIn({ page, product, at: throughGate() });
  gate.decide(lyingAnswer({ backend: product.backendUrl, lie: "both" }));
  const walk = new Walk({ page, heard });
  for (const address of addresses) await walk.lookOnce(address, lying);
  gate.decide(() => ({ to: product.backendUrl }));
  await context.close();
  expect(Object.values(walk.found).flat()).toEqual([]);
});

test("where no script arrives, a page is whole, and as wide as a phone", { timeout: 400_000 }, async () => {
  const { context, heard } = await listening({ product });
  const page = await context.newPage();
  await page.setViewportSize(windows.narrow);
  // axe needs JavaScript itself, so the page without it is one whose own scripts do not arrive.
  await page.route("**/build/**/*.js", (route) => route.abort());
  await signIn({ page, product, at: throughGate() });
  const walk = new Walk({ page, heard });
  for (const address of addresses) await walk.lookOnce(address, withoutScripts);
  await context.close();
  expect(Object.values(walk.found).flat()).toEqual([]);
});

describe("Tab follows what is seen", () => {
  const paths = [
    ...["/cluster", "/indices", `/app/${sampleIndex}`],
    ...["browse", "import", "search-preview"].map((screen) => `/app/${sampleIndex}/${screen}`),
  ];
  const names = (stops: readonly Stop[]) => stops.map(({ landmark, name }) => `${landmark} ${name}`);

  test("by the key, in the order that the document says", { timeout: 240_000 }, async () => {
    const { context } = await listening({ product });
    const page = await context.newPage();
    await signIn({ page, product });
    for (const size of [windows.wide, windows.narrow]) {
      await page.setViewportSize(size);
      for (const path of paths) {
        await visit(page, path);
        await hydrated(page);
        const told = names(await tabStops(page));
        const stops = await tabRound(page);
        expect(stops[0]?.name).toBe("Skip to content");
        expect(new Set(stops.map(({ landmark }) => landmark))).toEqual(new Set(["skip link", "nav", "header", "main"]));
        expect(outOfOrder(stops)).toEqual([]);
        expect(names(stops), `${path} at ${size.width} px`).toEqual(told);
      }
    }
    await context.close();
  });
});
