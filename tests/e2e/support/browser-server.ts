import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumArguments, findChromium } from "./chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
  }
}

/** What the browser that comes by npm needs: its libraries, fonts where the system has none, and a language that pages can name (not "C"). */
function environmentOf(libraries: string): Record<string, string | undefined> {
  const fonts = existsSync("/etc/fonts") ? {} : { FONTCONFIG_PATH: `${libraries}/../../fonts` };
  return { ...process.env, ...fonts, LD_LIBRARY_PATH: libraries, LC_ALL: "en_US.UTF-8" };
}

/** Starts one browser for all test files of a run; they connect to it. */
export default async function setup(project: TestProject) {
  const { path, libraries } = findChromium();
  const env = libraries === undefined ? undefined : environmentOf(libraries);
  const server = await chromium.launchServer({ executablePath: path, args: chromiumArguments, env });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
