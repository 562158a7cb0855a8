// What is measured in the browser of the tests: the built console with 50 indices, signed in.
import { chromium } from "playwright-core";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumArguments, environmentOf, findChromium } from "../../../tests/e2e/support/chromium.mjs";
import { startProgram } from "../processes.mjs";

const password = "bench-Passw0rd";

/** Signs a page in. */
export async function signIn(page) {
  await page.goto("/login");
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
}

/** Starts back end, console and browser, calls `measure` with the browser and the console's address, and ends them. */
export async function inBrowser(measure) {
  const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-browser-"));
  const backend = await startProgram({
    file: "dist/backend.js",
    env: { DATA_DIR: dataDir, BACKEND_PORT: "0", ADMIN_PASSWORD: password },
  });
  const backendUrl = `http://127.0.0.1:${backend.message.port}`;
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  for (let index = 0; index < 50; index += 1)
    await fetch(`${backendUrl}/bench-${index}`, { method: "PUT", headers: { authorization } });
  const console_ = await startProgram({
    file: "dist/console.js",
    env: { DATA_DIR: dataDir, PORT: "0", SEARCH_URL: backendUrl },
  });
  const { path, libraries } = findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    args: chromiumArguments,
    env: environmentOf(libraries),
  });
  try {
    return await measure({ browser, address: console_.message.address });
  } finally {
    await browser.close();
    await console_.stop();
    await backend.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
