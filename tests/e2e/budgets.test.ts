import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { withPage } from "./support/journey";
import { makeIndices, playManyIndices } from "./support/many-indices";
import { type Product, startProduct } from "./support/product";
import { signIn } from "./support/sign-in";
import { weigh, type Weight } from "./support/weigh.mjs";

const kilobyte = 1000;
const counts = [50, 200, 5000];

let backend: TestBackend;
let many: Awaited<ReturnType<typeof playManyIndices>>;
let product: Product;
beforeAll(async () => {
  backend = await startTestBackend();
  await makeIndices({ ...backend, count: 50 });
  many = await playManyIndices(backend);
  product = { ...(await startProduct({ env: { SEARCH_URL: many.url } })), password: backend.password };
});
afterAll(async () => {
  await product.stop();
  await many.close();
  await backend.close();
});

/** The weights of the index list of `count`, cold: as it is, and lite. */
async function weighList(count: number): Promise<{ full: Weight; lite: Weight }> {
  const weights: Weight[] = [];
  const variants: Record<string, string>[] = [{}, { "Save-Data": "on" }];
  for (const headers of variants) {
    await withPage({ product, mode: "js", options: { extraHTTPHeaders: headers } }, async (page) => {
      await signIn({ page, product });
      weights.push(await weigh({ page, path: "/cluster" }));
      expect(await page.content()).toContain(`of ${count.toLocaleString("en")}`);
    });
  }
  const [full, lite] = weights;
  if (full === undefined || lite === undefined) throw new Error("nothing was weighed");
  return { full, lite };
}

describe("budgets of the index list, signed in, cold", () => {
  const found = new Map<number, { full: Weight; lite: Weight }>();

  /** The first count is there; more are played. */
  async function measure(count: number) {
    many.say(count === counts[0] ? undefined : count);
    const weights = await weighList(count);
    found.set(count, weights);
    return weights;
  }

  test("what is played is what the back end answers", async () => {
    many.say(counts[0]);
    for (const { played, real } of await many.compare()) expect(played).toEqual(real);
  });

  test.each(counts)(
    "%i indices: at most 115.5 kB, 92.1 kB of scripts, 9 requests; lite 30 kB and no script",
    async (count) => {
      const weights = await measure(count);
      expect(weights.full.total).toBeLessThanOrEqual(115.5 * kilobyte);
      expect(weights.full.scripts).toBeLessThanOrEqual(92.1 * kilobyte);
      expect(weights.full.requests).toBeLessThanOrEqual(9);
      expect(weights.lite.total).toBeLessThanOrEqual(30 * kilobyte);
      expect(weights.lite.scripts).toBe(0);
      // A page with nothing on it would be light too.
      expect(weights.lite.total).toBeGreaterThan(2 * kilobyte);
      expect(weights.full.scripts).toBeGreaterThan(50 * kilobyte);
    },
  );

  test("more indices make the page no heavier than 10 %", async () => {
    const weights = [];
    for (const count of counts) weights.push(found.get(count) ?? (await measure(count)));
    for (const kind of ["full", "lite"] as const) {
      const [few = Number.NaN, ...more] = weights.map((weight) => weight[kind].total);
      expect(Math.max(...more)).toBeLessThanOrEqual(few * 1.1);
    }
  });

  test("the list asked for nothing that was not played", () => {
    expect([...many.played].sort()).toEqual(["/_aliasedindices", "/names/_alias"]);
  });
});
