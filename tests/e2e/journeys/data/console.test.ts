import { expect } from "vitest";
import type { Page } from "playwright-core";
import { journeys, type Mode, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

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

const choose = (page: Page, label: string) => page.getByLabel("Request", { exact: true }).selectOption({ label });

journey(
  "runs requests, asks before one that deletes, keeps them by name, imports a curl command",
  async ({ page, product, mode, own }) => {
    const index = `console-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis" });
    await signIn({ page, product, at: `/app/${index}/console` });
    await page.getByRole("link", { name: "Console", exact: true }).first().waitFor();
    await type(
      page,
      mode,
      `# count\nGET /${index}/_count\n\nPOST /${index}/_doc?refresh=true\n{ "title": "Nosferatu" }\n\nDELETE /${index}`,
    );
    await choose(page, `2. POST /${index}/_doc?refresh=true`);
    await page.getByRole("button", { name: "Run request" }).click();
    await page.locator("#answers").getByText("201", { exact: true }).waitFor();
    await page.locator("#answers").getByText('"created"').waitFor();
    await choose(page, `1. GET /${index}/_count`);
    await page.getByRole("button", { name: "Run request" }).click();
    await page.locator("#answers").getByText('"count"').waitFor();
    await page.locator("#answers").getByText("Headers", { exact: true }).click();
    await page.locator("#answers").getByText("Basic ••••••").waitFor();
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
    await choose(page, `3. DELETE /${index}`);
    await page.getByRole("button", { name: "Run request" }).click();
    await page.getByRole("heading", { name: `Send DELETE /${index}?` }).waitFor();
    expect((await product.call("GET", `/${index}/_count`)).status).toBe(200);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.locator("#answers").getByText("200", { exact: true }).waitFor();
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
  },
);

journey(
  "runs nothing else where the text was changed after its requests were listed",
  async ({ page, product, mode, own }) => {
    const index = `stale-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis" });
    await signIn({ page, product, at: `/app/${index}/console` });
    await type(page, mode, `GET /${index}/_count\n\nGET /${index}/_mapping`);
    await choose(page, `2. GET /${index}/_mapping`);
    const requests = mode === "js" ? page.locator(".cm-content") : page.getByLabel("Requests", { exact: true });
    // A line above moves what was chosen; the list, made again, has it still.
    await requests.fill(`DELETE /${index}/_doc/1\n\nGET /${index}/_count\n\nGET /${index}/_mapping`);
    await page.getByRole("button", { name: "Run request" }).click();
    await page.locator("#answers").getByText('"properties"').waitFor();
    await requests.fill(`DELETE /${index}/_doc/1\n\nGET /${index}/_settings`);
    await page.getByRole("button", { name: "Run request" }).click();
    if (mode === "nojs") {
      await page.getByText("the text has changed since its requests were listed. Choose the request again.").waitFor();
      await choose(page, `2. GET /${index}/_settings`);
      await page.getByRole("button", { name: "Run request" }).click();
    }
    await page.locator("#answers").getByText('"settings"').waitFor();
    if (mode === "js") {
      // The cursor goes with the choice.
      await choose(page, `1. DELETE /${index}/_doc/1`);
      await page.locator(".cm-activeLine", { hasText: "DELETE" }).waitFor();
    }
    expect((await product.call("GET", `/${index}/_doc/1`)).status).toBe(200);

    // What will not be sent is told before it is run.
    await type(page, mode, `GET /${index}/_count\n\nGET //elsewhere.test/x`);
    await page.getByText("2. GET //elsewhere.test/x: The request names //elsewhere.test").waitFor();
    await choose(page, "2. GET //elsewhere.test/x (blocked)");
    if (mode === "js")
      await page
        .locator(".cm-blocked")
        .getByTitle(/The request names/)
        .waitFor();
  },
);

journey(
  "runs the request under the cursor by the keyboard, and completes names of fields",
  async ({ page, product, mode, own }) => {
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
    await expect
      .poll(() => page.getByLabel("Request", { exact: true }).inputValue())
      .toMatch(new RegExp(`^1 \\S+ GET /${index}/_search$`));
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
  },
);
