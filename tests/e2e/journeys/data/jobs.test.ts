import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const getProduct = useProduct();
const journey = journeys(getProduct);
const slow = { timeout: 90_000 };

journey(
  "deletes more documents than a page waits for, as a job that is watched to its end",
  async ({ page, product, own }) => {
    const index = `large-${own}`;
    await product.call("PUT", `/${index}`, { mappings: { properties: { n: { type: "long" } } } });
    await product.call(
      "POST",
      `/${index}/_bulk?refresh=true`,
      Array.from({ length: 10_001 }, (_, n) => `{"index":{}}\n{"n":${n}}\n`).join(""),
    );
    await signIn({ page, product, at: `/app/${index}/browse/documents/delete-many` });
    await page.getByLabel(`Type ${index} to confirm`).fill(index);
    await page.getByRole("button", { name: "Delete 10,001 documents" }).click();
    await page.getByRole("heading", { name: `Delete by query in ${index}`, level: 1 }).waitFor();
    // The page follows the job: by events with scripts, by loading itself without.
    await page.getByText("10,001 of 10,001 documents").waitFor(slow);
    const { body } = await product.call("GET", `/${index}/_count`);
    expect((body as { count?: number }).count).toBe(0);
    await visit(page, "/cluster/jobs?state=finished");
    await expect
      .poll(() => page.getByRole("article", { name: `Delete by query in ${index}` }).innerText())
      .toContain("done");
  },
);

journey("finds an upload that was not started, continues it, and deletes it", async ({ page, product, own }) => {
  const index = `left-${own}`;
  await signIn({ page, product, at: `/app/${index}/import` });
  await page
    .getByLabel("File")
    .setInputFiles({ name: "left.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.getByRole("heading", { name: "Fields of left.csv" }).waitFor();
  await visit(page, `/app/${index}/jobs`);
  const upload = page.getByRole("article", { name: "Import left.csv" });
  await expect.poll(() => upload.innerText()).toContain("not started");
  await upload.getByRole("link", { name: "Continue: Import left.csv" }).click();
  await page.getByRole("heading", { name: /left\.csv/, level: 1 }).waitFor();
  await visit(page, `/app/${index}/jobs`);
  await upload.getByRole("link", { name: "Delete upload: Import left.csv" }).click();
  await page.getByRole("heading", { name: "Delete the upload left.csv?" }).waitFor();
  await page.getByRole("button", { name: "Delete upload" }).click();
  await page.getByText("Upload left.csv deleted. Nothing was imported from it.").waitFor();
  await page.getByRole("heading", { name: "No jobs yet" }).waitFor();
});
