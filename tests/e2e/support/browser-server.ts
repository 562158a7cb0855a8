import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumArguments, environmentOf, findChromium } from "./chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
  }
}

/** Starts one browser for all test files of a run; they connect to it. */
export default async function setup(project: TestProject) {
  const { path, libraries } = findChromium();
  const server = await chromium.launchServer({ executablePath: path, args: chromiumArguments, env: environmentOf(libraries) });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
