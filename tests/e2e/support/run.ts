import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.mjs";
import { keepProducts } from "./shared-products";

declare module "vitest" {
  interface ProvidedContext {
    chromium: { path: string; libraries: string | undefined };
    productKeeper: string;
  }
}

/** Finds the browser for all workers of a run. Keeps the products that their files share. */
export default async function setup(project: TestProject) {
  project.provide("chromium", findChromium());
  const products = await keepProducts();
  project.provide("productKeeper", products.url);
  return () => products.close();
}
