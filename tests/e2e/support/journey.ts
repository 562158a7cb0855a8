import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { getBrowser } from "./browser";
import { realEngine, startProduct, type Product, type ProductOptions } from "./product";
import { sharedProduct } from "./shared-products";
import { watchPage } from "./watch-page";

/** With JavaScript, or without. */
export type Mode = "js" | "nojs";
export type JourneyContext = {
  page: Page;
  mode: Mode;
  /** For names of what the journey makes (indices, users): its mode, and which try it is. Nothing else uses them. */
  own: string;
  product: Product;
};

/** What one step of a page may take, in ms. Generous, for a loaded machine; a step that works seldom takes a second. */
const step = 30_000;
const journeyTime = 180_000;
const startTime = 120_000;

/** E2E_SLOWDOWN=6 makes pages six times slower, to find what a test does not wait for. */
const slowdown = Number(process.env["E2E_SLOWDOWN"] ?? 1);

/**
 * An address for each context: a console takes sixty sign-ins from one in ten minutes. Products that files share
 * believe it, others do not read it.
 */
let contexts = 0;
const addressed = () => {
  contexts += 1;
  return { "X-Forwarded-For": `198.18.${Math.floor(contexts / 250)}.${1 + (contexts % 250)}` };
};

/**
 * The product that the files of a worker share, for files whose tests name what they make by `own` and look at nothing
 * else. Returns a function that gives it. On a real engine, which each new product empties, the file has one of its
 * own.
 */
export function useSharedProduct(): () => Product {
  if (realEngine !== undefined) return useProduct();
  let product: Product | undefined;
  beforeAll(async () => {
    product = await sharedProduct(inject("productKeeper"));
  }, startTime);
  return () => {
    if (product === undefined) throw new Error("the product is not started yet");
    return product;
  };
}

/** One product for a test file, started before its tests. Returns a function that gives it. */
export function useProduct(options: ProductOptions = {}): () => Product {
  let product: Product | undefined;
  beforeAll(async () => {
    product = await startProduct(options);
  }, startTime);
  afterAll(async () => {
    await product?.stop();
  }, startTime);
  return () => {
    if (product === undefined) throw new Error("the product is not started yet");
    return product;
  };
}

/**
 * Opens a page in a browser context of its own and calls `run` with it; afterwards fails when the page did what no page
 * may do
 * (third-party request, policy violation, script error, answer 500).
 */
export async function withPage(
  { product, mode, options = {} }: { product: Product; mode: Mode; options?: BrowserContextOptions },
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await (
    await getBrowser()
  ).newContext({
    baseURL: product.url,
    javaScriptEnabled: mode === "js",
    ...options,
    extraHTTPHeaders: { ...addressed(), ...options.extraHTTPHeaders },
  });
  context.setDefaultTimeout(step);
  const complaints = watchPage({ context, own: product.url });
  try {
    const page = await context.newPage();
    // What a page did not wait for, where the machine has much to do, is loaded as a reader loads it.
    const late = page.getByRole("link", { name: "Load", exact: true }).first();
    await page.addLocatorHandler(late, (link) => link.click(), { noWaitAfter: true });
    if (slowdown > 1)
      await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await run(page).catch(async (error: unknown) => {
      throw await withSight(error, page);
    });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** An error with what the page showed when it came: a step that waits in vain tells neither. */
async function withSight(thrown: unknown, page: Page): Promise<Error> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const seen = await page
    .locator("body")
    .innerText({ timeout: 2000 })
    .catch(() => "(nothing)");
  error.message += `\nThe page: ${page.url()}\n${seen.replaceAll(/\s*\n\s*/g, "\n").slice(0, 3000)}`;
  return error;
}

/**
 * Registers a journey twice, with JavaScript on and off. `getProduct` comes from `useProduct()`.
 * A journey names what it makes by `own`: both modes run on one product, and a second try begins as clean as the first.
 */
export function journeys(getProduct: () => Product) {
  return function journey(
    name: string,
    run: (context: JourneyContext) => Promise<void>,
    options: BrowserContextOptions = {},
  ): void {
    describe.each<{ mode: Mode }>([{ mode: "js" }, { mode: "nojs" }])("$mode", ({ mode }) => {
      test(name, { timeout: journeyTime }, async ({ task }) => {
        const product = getProduct();
        const earlier = task.result?.retryCount ?? 0;
        const own = earlier === 0 ? mode : `${mode}-${earlier + 1}`;
        await withPage({ product, mode, options }, (page) => run({ page, mode, own, product }));
      });
    });
  };
}
