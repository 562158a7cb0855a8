// What pages weigh over the wire, in the browser of the tests.
import { chromium } from "playwright-core";
import { chromiumArguments, findChromium } from "../../tests/e2e/support/chromium.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { weigh } from "../../tests/e2e/support/weigh.mjs";
import { startProgram } from "./processes.mjs";

const password = "bench-Passw0rd";

/** Weighs the sign-in form and the index list, full and lite, with 50 indices. */
export async function weighPages() {
  const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-weights-"));
  const backend = await startProgram({ file: "dist/backend.js", env: { DATA_DIR: dataDir, BACKEND_PORT: "0", ADMIN_PASSWORD: password } });
  const backendUrl = `http://127.0.0.1:${backend.message.port}`;
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  for (let index = 0; index < 50; index += 1) await fetch(`${backendUrl}/bench-${index}`, { method: "PUT", headers: { authorization } });
  const console_ = await startProgram({ file: "dist/console.js", env: { DATA_DIR: dataDir, PORT: "0", SEARCH_URL: backendUrl } });
  const { path, libraries } = findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    args: chromiumArguments,
    env: libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries },
  });
  const rows = [];
  try {
    for (const [kind, extraHTTPHeaders] of [
      ["full", {}],
      ["lite", { "Save-Data": "on" }],
    ]) {
      const page = await browser.newPage({ baseURL: console_.message.address, extraHTTPHeaders });
      rows.push({ name: `sign-in form, ${kind}`, ...(await weigh({ page, path: "/login" })) });
      await page.getByLabel("User name").fill("admin");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation").first().waitFor();
      rows.push({ name: `index list, 50 indices, ${kind}`, ...(await weigh({ page, path: "/cluster" })) });
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
    await console_.stop();
    await backend.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
