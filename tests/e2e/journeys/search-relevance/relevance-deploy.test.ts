import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "deploys a language and a type of a field with a re-index, and sees them in force",
  async ({ page, product, own }) => {
    const index = `deploy-${own}`;
    const mapping = async () => JSON.stringify((await product.call("GET", `/${index}/_mapping`)).body);
    const deploy = async (name: string) => {
      await page.getByRole("link", { name: "Review", exact: true }).click();
      await page.getByText(`${index} is re-indexed`).waitFor();
      await page.getByRole("button", { name }).click();
      await page
        .getByText(/being re-indexed/)
        .first()
        .waitFor();
      // Without scripts the page of a job is as it was when it came.
      await expect
        .poll(async () => {
          await page.reload();
          return page.getByText("done", { exact: true }).count();
        })
        .toBeGreaterThan(0);
    };
    await product.call("PUT", `/${index}`, { mappings: { properties: { amount: { type: "keyword" } } } });
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Les chevaux", amount: "12" });
    await product.call("PUT", `/${index}/_doc/2?refresh=true`, { amount: "n/a" });
    await signIn({ page, product, at: `/app/${index}/languages` });
    await page.getByLabel("Language", { exact: true }).selectOption("French");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("1 pending change").waitFor();
    await deploy("Publish 1 change");
    expect(await mapping()).toContain('"analyzer":"french"');
    await page.goto(`/app/${index}/languages?text=chevaux`);
    await page.getByText("cheval", { exact: true }).waitFor();
    expect(await page.getByLabel("Language", { exact: true }).inputValue()).toBe("french");
    expect(await page.getByText("The index is not re-indexed").count()).toBe(0);

    // On a phone the field is not under the buttons once it has the focus.
    await page.goto(`/app/${index}/results`);
    await page.getByLabel("Page size").fill("33");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("1 pending change").waitFor();
    await page.setViewportSize({ width: 420, height: 600 });
    await page.goto(`/app/${index}/results`);
    await page.getByLabel("Highlight what was found").check();
    const last = page.getByLabel("Number of fragments");
    await last.focus();
    const [field, buttons] = [await last.boundingBox(), await page.locator(".button-bar.sticky").boundingBox()];
    expect((field?.y ?? 600) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.goto(`/app/${index}/schema/amount`);
    await page.getByLabel("Type").selectOption("long");
    await page.getByRole("button", { name: "Save to draft" }).click();
    await page.getByText("2 pending changes").waitFor();
    await page.getByText("1 value is not a number").waitFor();
    await page.getByRole("button", { name: "Leave these values out" }).click();
    await page.getByRole("button", { name: "Let them fail instead" }).waitFor();
    await deploy("Publish 2 changes");
    expect(await mapping()).toContain('"amount":{"type":"long","ignore_malformed":true}');
  },
);
