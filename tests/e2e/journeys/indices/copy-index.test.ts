import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const getProduct = useSharedProduct();
const journey = journeys(getProduct);
const slow = { timeout: 60_000 };

type Call = (method: string, path: string, body?: string | object) => Promise<{ status: number; body: unknown }>;

async function fill(call: Call, index: string, documents = 50) {
  await call("PUT", `/${index}`, { mappings: { properties: { title: { type: "keyword" }, n: { type: "long" } } } });
  await call(
    "POST",
    `/${index}/_bulk?refresh=true`,
    Array.from({ length: documents }, (_, n) => `{"index":{}}\n{"title":"Film ${n}","n":${n}}\n`).join(""),
  );
}
const countOf = async (call: Call, index: string) =>
  ((await call("GET", `/${index}/_count`)).body as { count?: number }).count;

journey("clones an index from its overview, checked before and followed to its end", async ({ page, product, own }) => {
  const index = `source-${own}`;
  await fill(product.call, index);
  await signIn({ page, product, at: `/app/${index}` });
  await page.locator("summary", { hasText: "More" }).click();
  await page.getByRole("link", { name: "Clone…" }).click();
  await page.getByRole("heading", { name: `Clone ${index}`, level: 1 }).waitFor();
  await page.getByRole("textbox", { name: "New index" }).fill(`${index}-two`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: `Clone ${index} into ${index}-two?` }).waitFor();
  await page.getByText("The name is free.").waitFor();
  await page.getByText("View request").first().click();
  await page.getByText(`/_reindex/${index}/${index}-two`).first().waitFor();
  await page.getByRole("button", { name: "Clone index" }).click();
  await page.getByRole("heading", { name: `Clone ${index}`, level: 1 }).waitFor();
  await page.getByText("50 of 50 documents").waitFor(slow);
  await page.getByRole("link", { name: `View ${index}-two` }).click();
  await page.getByRole("heading", { name: `${index}-two`, level: 1 }).waitFor();
  expect(await countOf(product.call, `${index}-two`)).toBe(50);
  // The name is taken now.
  await visit(page, `/app/${index}/clone`);
  await page.getByRole("textbox", { name: "New index" }).fill(`${index}-two`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("An index of this name already exists. Choose another name.").waitFor();
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "New index" }).inputValue()).toBe(`${index}-two`);
});

journey(
  "re-indexes in place with another mapping, and is told which documents do not fit",
  async ({ page, product, own, mode }) => {
    const index = `mapped-${own}`;
    const mappings = async (text: string) => {
      if (mode === "js") await page.locator(".cm-content[aria-label^='Mappings']").waitFor();
      await page.getByRole("textbox", { name: /^Mappings/ }).fill(text);
    };
    await fill(product.call, index);
    await signIn({ page, product, at: `/app/${index}/reindex` });
    await mappings('{ "properties": { "title": { "type": "text" }, "n": { "type": "keyword" } } }');
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: `Re-index ${index} in place?` }).waitFor();
    await page.getByRole("button", { name: "Re-index", exact: true }).click();
    await page.getByText("50 of 50 documents").waitFor(slow);
    // All documents are copied before the new index takes its place.
    await expect
      .poll(async () => JSON.stringify((await product.call("GET", `/${index}/_mapping`)).body))
      .toContain('"n":{"type":"keyword"}');
    await visit(page, `/app/${index}/reindex`);
    await mappings('{ "properties": { "title": { "type": "long" } } }');
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Re-index", exact: true }).click();
    await page.getByText(`${index} is unchanged.`).waitFor(slow);
    await page.getByRole("heading", { name: /documents failed/ }).waitFor(slow);
    expect(await countOf(product.call, index)).toBe(50);
  },
);

journey("closes and deletes several indices from the list", async ({ page, product, own }) => {
  const indices = ["a", "b"].map((part) => `many-${own}-${part}`);
  for (const index of indices) await fill(product.call, index, 1);
  await signIn({ page, product, at: `/cluster?q=many-${own}` });
  for (const index of indices) await page.getByLabel(`Select ${index}`).check();
  await page.getByRole("button", { name: "Close…" }).click();
  await page.getByRole("heading", { name: "Close 2 indices?" }).waitFor();
  await page.getByRole("button", { name: "Close 2 indices" }).click();
  await page.getByText("2 indices closed.").waitFor();
  await page.getByRole("link", { name: "Select page" }).click();
  await page.getByRole("link", { name: "Select none" }).waitFor();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("heading", { name: "Delete 2 indices?" }).waitFor();
  await page.getByLabel("Type delete 2 indices to confirm").fill("delete 2 indices");
  await page.getByRole("button", { name: "Delete 2 indices" }).click();
  await page.getByText("2 indices deleted.").waitFor();
  for (const index of indices) expect((await product.call("HEAD", `/${index}`)).status).toBe(404);
});
