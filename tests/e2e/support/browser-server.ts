import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { keepProducts } from "./shared-products";
import { chromiumArguments, environmentOf, findChromium } from "./chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
    productKeeper: string;
  }
}

/** Starts one browser for all test files of a run; they connect to it. Keeps the products that they share. */
export default async function setup(project: TestProject) {
  const { path, libraries } = findChromium();
  const server = await chromium.launchServer({ executablePath: path, args: chromiumArguments, env: environmentOf(libraries) });
  project.provide("browserEndpoint", server.wsEndpoint());
  const products = await keepProducts();
  project.provide("productKeeper", products.url);
  return async () => {
    await server.close();
    await products.close();
  };
}
