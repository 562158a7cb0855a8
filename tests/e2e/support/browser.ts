import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { chromiumArguments, environmentOf } from "./chromium.mjs";

let browser: Promise<Browser> | undefined;

/**
 * The browser of this worker, started at the first call: one that all workers share would hand every message on once
 * more, which is a tenth of the work. It ends with the process.
 */
export async function getBrowser(): Promise<Browser> {
  // Files of a worker share this module: one that has ended is no browser.
  if (browser !== undefined && !(await browser).isConnected()) browser = undefined;
  const { path, libraries } = inject("chromium");
  browser ??= chromium.launch({ executablePath: path, args: chromiumArguments, env: environmentOf(libraries) });
  return browser;
}
