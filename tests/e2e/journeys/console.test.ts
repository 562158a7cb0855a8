import { expect } from "vitest";
import type { Page } from "playwright-core";
import { journeys, type Mode, useProduct } from "../support/journey";
import { signIn } from "../support/sign-in";

const journey = journeys(useProduct());

async function type(page: Page, mode: Mode, text: string) {
  if (mode === "js") {
    // Typed, brackets would be closed and words completed: what is pasted is not.
    const editor = page.locator(".cm-content");
    await editor.waitFor();
    await editor.fill(text);
    return;
  }
  await page.getByLabel("Requests", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Update list" }).click();
}

journey("runs requests, asks before one that deletes, keeps them by name, imports a curl command", async ({ page, product, mode, own }) => {
  const index = `console-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis" });
  await signIn({ page, product, at: `/app/${index}/console` });
  await page.getByRole("link", { name: "Console", exact: true }).first().waitFor();
  await type(page, mode, `# count\nGET /${index}/_count\n\nPOST /${index}/_doc?refresh=true\n{ "title": "Nosferatu" }\n\nDELETE /${index}`);
  await page.getByLabel("Request", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Run request" }).click();
  await page.locator("#answers").getByText("201").waitFor();
  await page.locator("#answers").getByText('"created"').waitFor();
  await page.getByLabel("Request", { exact: true }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Run request" }).click();
  await page.locator("#answers").getByText('"count"').waitFor();
  await page.getByRole("button", { name: "Run all 3" }).click();
  await page.locator("#answers").getByText("Not sent").waitFor();

  await page.getByText("Save requests", { exact: true }).click();
  await page.getByLabel("Name").fill(`Check ${own}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(`Saved as Check ${own}.`).waitFor();
  await page.getByText("Import curl", { exact: true }).click();
  await page.getByLabel("curl command").fill(`curl -u admin:x '${product.backendUrl}/${index}/_mapping'`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText(`Imported GET /${index}/_mapping.`).waitFor();
  await page.getByRole("button", { name: "Run request" }).click();
  await page.locator("#answers").getByText('"properties"').waitFor();

  await page.getByRole("link", { name: `Check ${own}`, exact: true }).click();
  await expect.poll(() => page.getByLabel("Request", { exact: true }).locator("option").count()).toBe(3);
  await page.getByLabel("Request", { exact: true }).selectOption({ index: 2 });
  await page.getByRole("button", { name: "Run request" }).click();
  await page.getByRole("heading", { name: `Send DELETE /${index}?` }).waitFor();
  expect((await product.call("GET", `/${index}/_count`)).status).toBe(200);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.locator("#answers").getByText("200").waitFor();
  expect((await product.call("GET", `/${index}/_count`)).status).toBe(404);

  await page.goto("/cluster/console/history");
  await page
    .getByRole("link", { name: `DELETE /${index}` })
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Clear history…" }).click();
  await page.getByRole("button", { name: /^Delete \d+ requests?$/ }).click();
  await page.getByText(/deleted from the history/).waitFor();
  await page.getByRole("link", { name: `Delete Check ${own}`, exact: true }).click();
  await page.getByRole("button", { name: "Delete saved request" }).click();
  await page.getByText("Saved request deleted.").waitFor();
});

journey("runs the request under the cursor by the keyboard, and completes names of fields", async ({ page, product, mode, own }) => {
  if (mode === "nojs") return;
  const index = `keys-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { directorOfPhotography: "Freund" });
  await signIn({ page, product, at: `/app/${index}/console` });
  const editor = page.locator(".cm-content");
  await editor.waitFor();
  await editor.fill(`GET /${index}/_count\n\nGET /${index}/_search\n{ "query": { "exists": { "field": "" } } }`);
  await editor.getByText('"field"').click();
  await page.keyboard.press("End");
  for (let n = 0; n < 7; n += 1) await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.getByLabel("Request", { exact: true }).inputValue()).toBe(`1 GET /${index}/_search`);
  // Names come a moment after the request is chosen.
  const offered = page.getByRole("option", { name: /^directorOfPhotography/ }).first();
  await expect
    .poll(
      async () => {
        await page.keyboard.type("direct");
        if (
          await offered.waitFor({ timeout: 1_000 }).then(
            () => true,
            () => false,
          )
        )
          return true;
        for (let n = 0; n < 6; n += 1) await page.keyboard.press("Backspace");
        return false;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await offered.click();
  await editor.getByText('"directorOfPhotography"').first().waitFor();
  await page.keyboard.press("Control+Enter");
  await page.locator("#answers").getByText("Freund").waitFor();
});
