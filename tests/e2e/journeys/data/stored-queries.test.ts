import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "saves a search of the preview, tries it, stores it, runs it with parameters, deletes it and takes that back",
  async ({ page, product, mode, own }) => {
    const index = `queries-${own}`;
    const name = `by-title-${own}`;
    const films = ["Metropolis", "Nosferatu", "Modern Times"]
      .map((title) => `{"index":{}}\n${JSON.stringify({ title })}\n`)
      .join("");
    await product.call("POST", `/${index}/_bulk?refresh=true`, films);
    await signIn({ page, product, at: `/app/${index}/search-preview?q=nosferatu` });
    await page.getByText("Save this search").click();
    await page.getByRole("link", { name: "Edit before saving" }).click();
    await page.getByRole("heading", { name: "Create stored query" }).waitFor();
    await page.getByLabel("Name").fill("not a name");
    if (mode === "js") await page.locator(".cm-content").first().waitFor();
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("A name has letters, digits").filter({ visible: true }).first().waitFor();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Render" }).click();
    await page.getByText("Valid query", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByRole("heading", { name: /Results/ }).waitFor();
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("Nothing is saved yet").waitFor();
    await page.getByRole("button", { name: "Create stored query" }).click();
    await page.getByText(`Stored query ${name} saved.`).waitFor();
    expect((await product.call("GET", `/_storedquery/${name}`)).body).toMatchObject({
      index,
      params: { text: "nosferatu" },
    });

    await page.getByRole("link", { name: "Execute", exact: true }).click();
    await page.getByLabel("text", { exact: true }).fill("metropolis");
    await page.getByRole("button", { name: "Execute query" }).click();
    await page.getByRole("heading", { name: /Results/ }).waitFor();
    await page.getByText("Metropolis").first().waitFor();

    await page.goto(`/cluster/stored-queries?q=${name}`);
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByText("1 time in the last 30 days").waitFor();
    await followMore(page, "Delete…");
    await page.getByRole("button", { name: "Delete stored query" }).click();
    await page.getByText(`Stored query ${name} deleted.`).waitFor();
    await page.getByRole("link", { name: "Undo…" }).click();
    await page.getByText("The stored query is still deleted.").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Restored stored query").first().waitFor();
    expect((await product.call("GET", `/_storedquery/${name}`)).status).toBe(200);
  },
);

journey("saves a search of the preview by a name, in one step", async ({ page, product, own }) => {
  const index = `saved-${own}`;
  const name = `saved-search-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis" });
  await signIn({ page, product, at: `/app/${index}/search-preview?q=metropolis` });
  const save = async (as: string) => {
    await page.goto(`/app/${index}/search-preview?q=metropolis`);
    await page.getByText("Save this search").click();
    await page.getByLabel("Name", { exact: true }).fill(as);
    await page.getByRole("button", { name: "Save as stored query" }).click();
  };
  await save(name);
  await page.getByText(`Search saved as stored query ${name}.`).waitFor();
  await save(name);
  await page.getByText(`There is a stored query ${name} already.`).filter({ visible: true }).first().waitFor();
  await save(`${name}-2`);
  await page.getByRole("link", { name: "Open stored query" }).click();
  await page.getByRole("heading", { name: `${name}-2`, level: 1 }).waitFor();
  expect((await product.call("GET", `/_storedquery/${name}`)).body).toMatchObject({ index });
});
