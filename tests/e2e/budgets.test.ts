import { describe, expect, test } from "vitest";
import type { Product } from "./support/product";
import { useProduct, withPage } from "./support/journey";
import { signIn } from "./support/sign-in";
import { weigh, type Weight } from "./support/weigh.mjs";

const getProduct = useProduct();
const kilobyte = 1000;

/** Creates indices until there are `count`; those of an earlier try may be there. */
async function growTo({ product, from, count }: { product: Product; from: number; count: number }) {
  let next = from;
  async function lane() {
    while (next < count) {
      const name = `budget-${String(next++).padStart(5, "0")}`;
      const { status, body } = await product.call("PUT", `/${name}`);
      if (status !== 200 && !JSON.stringify(body).includes("resource_already_exists_exception")) throw new Error(`creating ${name} answered ${status}`);
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()]);
}

/** The weights of the index list, cold: as it is, and lite. */
async function weighList(product: Product): Promise<{ full: Weight; lite: Weight }> {
  const weights: Weight[] = [];
  const variants: Record<string, string>[] = [{}, { "Save-Data": "on" }];
  for (const headers of variants) {
    await withPage({ product, mode: "js", options: { extraHTTPHeaders: headers } }, async (page) => {
      await signIn({ page, product });
      weights.push(await weigh({ page, path: "/cluster" }));
    });
  }
  const [full, lite] = weights;
  if (full === undefined || lite === undefined) throw new Error("nothing was weighed");
  return { full, lite };
}

describe("budgets of the index list, signed in, cold", () => {
  const found = new Map<number, { full: Weight; lite: Weight }>();
  const counts = [50, 200, 5000];

  async function measure(count: number) {
    const product = getProduct();
    await growTo({ product, from: counts[counts.indexOf(count) - 1] ?? 0, count });
    const weights = await weighList(product);
    found.set(count, weights);
    return weights;
  }

  test.each(counts)("%i indices: at most 111 kB, 90 kB of scripts, 10 requests; lite 30 kB and no script", { timeout: 600_000 }, async (count) => {
    const weights = await measure(count);
    expect(weights.full.total).toBeLessThanOrEqual(111 * kilobyte);
    expect(weights.full.scripts).toBeLessThanOrEqual(90 * kilobyte);
    expect(weights.full.requests).toBeLessThanOrEqual(10);
    expect(weights.lite.total).toBeLessThanOrEqual(30 * kilobyte);
    expect(weights.lite.scripts).toBe(0);
    // A page with nothing on it would be light too.
    expect(weights.lite.total).toBeGreaterThan(2 * kilobyte);
    expect(weights.full.scripts).toBeGreaterThan(50 * kilobyte);
  });

  test("more indices make the page no heavier than 10 %", { timeout: 600_000 }, async () => {
    const weights = [];
    for (const count of counts) weights.push(found.get(count) ?? (await measure(count)));
    for (const kind of ["full", "lite"] as const) {
      const [few = Number.NaN, ...more] = weights.map((weight) => weight[kind].total);
      expect(Math.max(...more)).toBeLessThanOrEqual(few * 1.1);
    }
  });
});
