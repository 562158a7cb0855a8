import { expect } from "vitest";
import { isJsonObject } from "@common/text/json";
import { seedDraft } from "../../../setup/seeds/draft";
import { hydrated } from "../../support/hydrated";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

const films = {
  begins: ["Batman Begins", "fear of bats"],
  knight: ["The Dark Knight", "batman fights a joker"],
  batman: ["Batman", "a joker"],
};

journey("compares live and draft, asks why a result moved, and grades it", async ({ page, product, own, mode }) => {
  const index = `compare-${own}`;
  await product.call("PUT", `/${index}`, {
    mappings: { properties: { title: { type: "text" }, plot: { type: "text" } } },
  });
  for (const [id, [title, plot]] of Object.entries(films))
    await product.call("PUT", `/${index}/_doc/${id}?refresh=true`, { title, plot });
  await product.call("PUT", `/_searchrelevancy/${index}`, { search: { dataField: ["title"], fieldWeights: ["1.0"] } });
  const { body: record } = await product.call("GET", `/_searchrelevancy/${index}`);
  if (!isJsonObject(record)) throw new Error("no settings");
  await signIn({ page, product, at: `/app/${index}/search/compare` });
  await page.getByText("No pending changes").waitFor();
  const whose = { url: product.backendUrl, index, username: product.username };
  seedDraft({
    dataDir: product.dataDir,
    whose,
    base: { record, saved: true },
    values: { "search.weights": { title: 1, plot: 5 } },
  });

  await page.getByRole("searchbox", { name: "Search for" }).fill("batman");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const draft = page.getByRole("region", { name: /^Draft/ });
  await draft.getByText("The Dark Knight").first().waitFor();
  expect(await draft.getByRole("listitem").first().innerText()).toMatch(/1\s+The Dark Knight\s+new/);
  await page.getByText("2 down").waitFor();
  await draft.getByRole("link", { name: "Why the score of The Dark Knight" }).click();
  await page.getByRole("heading", { name: "Why The Dark Knight is new at 1" }).waitFor();
  await page.getByText("new field, weight 5.0").waitFor();

  await page.getByRole("link", { name: "Grade results" }).click();
  const grades = page.getByRole("group", { name: "Grade of The Dark Knight" });
  if (mode === "js") {
    await hydrated(page);
    await grades.getByRole("button", { name: "None" }).focus();
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("3");
  } else await grades.getByRole("button", { name: /^3/ }).click();
  await page.getByText(/^Grade of .+ saved\./).waitFor();
  await page.getByText("nDCG@10").waitFor();
  expect((await product.call("GET", `/_grade/${index}?query=batman`)).body).toMatchObject({
    docs: { knight: { grade: 3 } },
  });
});
