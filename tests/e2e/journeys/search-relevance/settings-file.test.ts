import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

journey(
  "exports the settings of an index as a file, imports them into another, and copies some into a draft",
  async ({ page, product, own }) => {
    const [from, to] = [`file-from-${own}`, `file-to-${own}`];
    for (const index of [from, to]) await product.call("PUT", `/${index}`, {});
    await product.call("PUT", `/_searchrelevancy/${from}`, { results: { size: 25 } });
    await product.call("PUT", `/_synonym/${from}`, [{ type: "equivalent", synonym: "sofa,couch" }]);
    await signIn({ page, product, at: `/app/${from}/search/file` });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download YAML" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${from}-settings.yaml`);
    const file = await text(await download.createReadStream());

    await page.goto(`/app/${to}/search/file`);
    await page.getByText("Paste it instead").click();
    await page.getByLabel("Text", { exact: true }).fill("version: 2");
    await page.getByRole("button", { name: "Review text" }).click();
    await page.getByText("Line 1: version must be 1").filter({ visible: true }).first().waitFor();
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "shoes.yaml", mimeType: "application/yaml", buffer: Buffer.from(file) });
    await page.getByRole("button", { name: "Review file" }).click();
    await page.getByText(`It is about the index ${from}.`).waitFor();
    await page.getByRole("checkbox", { name: /^Settings of search/ }).uncheck();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("heading", { name: "Settings file applied", level: 1 }).waitFor();
    await page.getByText("synonyms: 1 added, 0 removed").waitFor();
    expect(JSON.stringify((await product.call("GET", `/_synonyms/${to}`)).body)).toContain("sofa,couch");

    await page.goto(`/app/${to}/search/copy-from`);
    await page.getByLabel("Other index").selectOption(from);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("Results: Page size").waitFor();
    await page.getByRole("button", { name: "Copy into the draft" }).click();
    await page.getByRole("heading", { name: "Review and publish", level: 1 }).waitFor();
    await page.getByText("Page size").filter({ visible: true }).first().waitFor();
  },
);
