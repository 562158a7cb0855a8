import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startProduct, type Product, type ProductOptions } from "./product";
import { watchPage } from "./watch-page";

/** With JavaScript, or without. */
export type Mode = "js" | "nojs";
export type JourneyContext = { page: Page; mode: Mode; product: Product };

const slow = 60_000;

let browser: Browser | undefined;

/** The browser of this run; connected to at the first call in a test file. */
export async function getBrowser(): Promise<Browser> {
  browser ??= await chromium.connect(inject("browserEndpoint"));
  return browser;
}

/** One product for a test file, started before its tests. Returns a function that gives it. */
export function useProduct(options: ProductOptions = {}): () => Product {
  let product: Product | undefined;
  beforeAll(async () => {
    product = await startProduct(options);
  }, slow);
  afterAll(async () => {
    await browser?.close();
    browser = undefined;
    await product?.stop();
  }, slow);
  return () => {
    if (product === undefined) throw new Error("the product is not started yet");
    return product;
  };
}

/**
 * Opens a page in a browser context of its own and calls `run` with it; afterwards fails when the page did what no page may do
 * (third-party request, policy violation, script error, answer 500).
 */
export async function withPage(
  { product, mode, options = {} }: { product: Product; mode: Mode; options?: BrowserContextOptions },
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await (await getBrowser()).newContext({ baseURL: product.url, javaScriptEnabled: mode === "js", ...options });
  context.setDefaultTimeout(10_000);
  const complaints = watchPage({ context, own: product.url });
  try {
    await run(await context.newPage());
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/**
 * Registers a journey twice, with JavaScript on and off. `getProduct` comes from `useProduct()`.
 * A journey uses names of its own per mode (indices, users), for both run on one product.
 */
export function journeys(getProduct: () => Product) {
  return function journey(name: string, run: (context: JourneyContext) => Promise<void>, options: BrowserContextOptions = {}): void {
    describe.each<{ mode: Mode }>([{ mode: "js" }, { mode: "nojs" }])("$mode", ({ mode }) => {
      test(name, { timeout: slow }, async () => {
        const product = getProduct();
        await withPage({ product, mode, options }, (page) => run({ page, mode, product }));
      });
    });
  };
}
