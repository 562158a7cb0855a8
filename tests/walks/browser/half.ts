import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Product } from "../../e2e/support/product";
import { addresses } from "./addresses";
import { checkNames, type Found, walk } from "./visits";
import { startHostile } from "./world";

/**
 * The walk over every second address, from the first or the second one on: two files, so that two workers share it.
 */
export function walkHalf(half: 0 | 1): void {
  let product: Product;
  let found: Found;
  const paths = addresses().filter((_, at) => at % 2 === half);
  beforeAll(async () => {
    product = await startHostile();
    found = await walk({ product, paths });
  }, 900_000);
  afterAll(async () => {
    await product.stop();
  });

  describe(`every second address in a browser, with markup in all that is stored`, () => {
    test.each(checkNames)("%s", (name) => {
      expect(found[name]).toEqual([]);
    });
  });
}
