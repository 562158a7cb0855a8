import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const getProduct = useProduct();
const journey = journeys(getProduct);

const slow = { timeout: 90_000 };

async function count(app: string): Promise<unknown> {
  const { body } = await getProduct().call("GET", `/${app}/_count`);
  return (body as { count?: number }).count;
}

journey(
  "imports the sample films: first the data, then the name of a new index, then the fields",
  async ({ page, product, own }) => {
    const index = `films-${own}`;
    await signIn({ page, product, at: "/cluster/import" });
    await page.getByRole("button", { name: "Use sample data" }).click();
    await page.getByRole("heading", { name: "Index for movies.json.gz" }).waitFor();
    const name = page.getByLabel("Index name", { exact: true });
    await expect.poll(() => name.inputValue()).toMatch(/^movies(-\d+)?$/);
    // A name that is refused comes with one that is not.
    await name.fill(`Films ${own}`);
    await page.getByRole("button", { name: "Continue to fields" }).click();
    await page.locator("p", { hasText: `Try ${index}.` }).waitFor();
    await name.fill(index);
    await page.getByRole("button", { name: "Continue to fields" }).click();
    await page.getByRole("heading", { name: "Fields of movies.json.gz" }).waitFor();
    await expect.poll(() => page.getByLabel("Type of Release Date").inputValue()).toBe("date:MMM d yyyy");

    // A step back loses nothing, and an upload that is left is there to be continued.
    await page.getByLabel("Import Source", { exact: true }).uncheck();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect.poll(() => name.inputValue()).toBe(index);
    await visit(page, "/cluster/import");
    await page
      .getByRole("row", { name: new RegExp(index) })
      .getByRole("link", { name: "Continue with movies.json.gz" })
      .click();
    await page.getByRole("heading", { name: "Fields of movies.json.gz" }).waitFor();
    await expect.poll(() => page.getByLabel("Import Source", { exact: true }).isChecked()).toBe(false);

    await page.getByRole("button", { name: "Start import" }).click();
    // The page follows the import: by events with scripts, by loading itself without.
    await page.getByText("Done, every row was stored.").waitFor(slow);
    expect(await count(index)).toBe(3201);
    await visit(page, `/app/${index}/import`);
    await expect.poll(() => page.getByRole("row", { name: /movies\.json\.gz/ }).innerText()).toContain("done");
  },
);

journey(
  "reads numbers as they are written, and deletes an upload after a confirmation",
  async ({ page, product, own }) => {
    const index = `prices-${own}`;
    await signIn({ page, product, at: `/app/${index}/import` });
    const rows = page.getByLabel("Rows", { exact: true });
    await rows.fill("name;price\nPen;1.299,50 €\nInk;0,75 €\n");
    await page.getByRole("button", { name: "Use pasted data" }).click();
    await page.getByText("“1.299,50 €” is read as 1299.50.").waitFor();
    await expect.poll(() => page.getByLabel("Number format of price").inputValue()).toBe("1.299,00");
    await page.getByText("View whole rows").click();
    await page.getByText('"price": "1.299,50 €"').waitFor();
    await page.getByRole("link", { name: "Delete upload…" }).click();
    await page.getByRole("heading", { name: "Delete the upload Pasted rows?" }).waitFor();
    await page.getByRole("button", { name: "Delete upload" }).click();
    await page.getByText("Upload Pasted rows deleted.").waitFor();
    expect(await page.getByRole("heading", { name: "Not started" }).count()).toBe(0);
  },
);

journey("imports a CSV, edits its two bad rows in the page and retries them", async ({ page, product, own }) => {
  const index = `cities-${own}`;
  const rows = Array.from({ length: 30 }, (_, at) =>
    at === 9 ? `City ${at},n/a,2001-02-03` : at === 19 ? `City ${at},5` : `City ${at},${at}000,2001-02-03`,
  );
  await signIn({ page, product, at: `/app/${index}/import` });
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "cities.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`name,population,founded\n${rows.join("\n")}\n`),
  });
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.getByText("line 21, expected 3 columns, found 2").waitFor();
  await expect.poll(() => page.getByLabel("Type of population").inputValue()).toBe("long");
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByText("Done, but some rows failed.").waitFor(slow);
  expect(await count(index)).toBe(28);
  await expect
    .poll(() => page.getByRole("row", { name: /n\/a/ }).innerText())
    .toContain("population: “n/a” is not a whole number");

  await page.getByRole("link", { name: "Download · retry" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download rows" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("cities-failed.csv");
  // The browser is another process's: its file has to be handed over.
  const saved = join(tmpdir(), `searchdeck-${own}-${process.pid}.csv`);
  await download.saveAs(saved);
  expect(await readFile(saved, "utf8")).toBe("name,population,founded\nCity 9,n/a,2001-02-03\nCity 19,5\n");
  await rm(saved);

  const text = page.getByLabel("Rows", { exact: true });
  await expect.poll(() => text.inputValue()).toBe("City 9,n/a,2001-02-03\nCity 19,5");
  await text.fill("City 9,9000,2001-02-03\nCity 19,5,2001-02-03");
  await page.getByRole("button", { name: "Retry edited rows" }).click();
  await page.getByText("Done, every row was stored.").waitFor(slow);
  expect(await count(index)).toBe(30);
});

journey("tells where pasted JSON is broken and keeps what was pasted", async ({ page, product, own }) => {
  await signIn({ page, product, at: `/app/pasted-${own}/import` });
  const rows = page.getByLabel("Rows", { exact: true });
  await rows.fill('[{"a": 1},\n {"a": tru}]');
  await page.getByRole("button", { name: "Use pasted data" }).click();
  await page.locator("p", { hasText: /Line 2, column 8/ }).waitFor();
  await expect.poll(() => rows.inputValue()).toBe('[{"a": 1},\n {"a": tru}]');
  await rows.fill('[{"a": 1},\n {"a": 2}]');
  await page.getByRole("button", { name: "Use pasted data" }).click();
  await page.getByRole("heading", { name: "Fields of Pasted rows" }).waitFor();
});
