import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "narrows figures by an event, compares them, passes them on, and goes from a bad search to its cure",
  async ({ page, product, own }) => {
    const index = `cure-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp", brand: "Luxo" });
    const query = [
      { id: "search", type: "search", dataField: ["title"], value: "lmap" },
      { id: "brands", type: "term", dataField: ["brand.keyword"], value: ["Luxo"], react: { and: "search" } },
    ];
    const settings = { recordAnalytics: true, userId: "ada", customEvents: { platform: "ios" } };
    await product.call("POST", `/${index}/_reactivesearch`, { query, settings });
    await product.call("PUT", `/${index}/_analytics/search`, {
      query: "dsek",
      user_id: "bo",
      total_hits: 0,
      custom_events: { platform: "web" },
    });
    await product.call("PUT", `/${index}/_analytics/search`, { query: "=1+1", user_id: "di", total_hits: 0 });
    await product.call("PUT", `/${index}/_analytics/search`, { query: "desk", user_id: "cy", total_hits: 1 });
    await product.call("POST", "/.analytics/_refresh");

    await signIn({ page, product, at: `/app/${index}/no-results-searches` });
    await page.getByRole("link", { name: "dsek" }).waitFor();
    await page.getByText("Filters", { exact: true }).click();
    await page.getByRole("link", { name: "Custom event" }).click();
    await page.getByRole("region", { name: "Add a filter" }).getByRole("link", { name: "platform" }).click();
    await page.getByLabel("Value starts with").fill("io");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("list", { name: "Values" }).getByRole("link", { name: "ios" }).click();
    await page.getByRole("link", { name: "Remove the filter platform is ios" }).waitFor();
    await page.getByRole("link", { name: "dsek" }).waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /lmap/ });
    await row.waitFor();
    // Nothing was recorded in the period before, so nothing is said of it.
    expect(await page.getByText(/^Compared with/).count()).toBe(0);
    expect(await row.textContent()).not.toContain("new");

    // A colleague opens the link, signs in, and sees the same; also once other searches have come.
    const seen = await page.getByRole("table").textContent();
    await page.getByRole("link", { name: "Share", exact: true }).click();
    const link = (await page.getByRole("link", { name: "Link to these numbers" }).getAttribute("href")) ?? "";
    expect(link).toMatch(/^\/app\/.*\?from=.*T.*Z&to=.*Z&zone=.*&compare=.*&event=platform%3Aios$/);
    await page.context().clearCookies();
    await signIn({ page, product, at: link });
    await row.waitFor();
    expect(await page.getByRole("table").textContent()).toBe(seen);
    expect(new URL(page.url()).search).toBe(new URL(link, page.url()).search);

    await row.getByRole("link", { name: "Replay search" }).click();
    await page.getByRole("heading", { name: "Search preview", level: 1 }).waitFor();
    const preview = new URL(page.url()).searchParams;
    expect([preview.get("q"), preview.getAll("field"), preview.get("is.brand.keyword")]).toEqual([
      "lmap",
      ["title"],
      "Luxo",
    ]);
    await page.goto(`/app/${index}/no-results-searches`);
    await page.getByLabel("Fix dsek").click();
    await page
      .getByRole("row", { name: /dsek/ })
      .getByRole("link", { name: /^Add synonym dsek → desk/ })
      .click();
    await page.waitForURL(/synonyms\/new\?groups=dsek/);

    // At cluster level the index is chosen on the way; the search goes along.
    await page.goto(`/cluster/no-results-searches?q=dsek`);
    await page.getByLabel("Fix dsek").click();
    await page.getByRole("row", { name: /dsek/ }).getByRole("link", { name: "Search preview" }).click();
    await page.getByRole("main").getByRole("link", { name: index, exact: true }).first().click();
    await page.waitForURL(new RegExp(`/app/${index}/search-preview\\?q=dsek`));

    const coming = page.waitForEvent("download");
    await page.goto(`/app/${index}/no-results-searches?q=1%2B1`);
    await page.getByRole("link", { name: "CSV of No results searches" }).click();
    const stream = await (await coming).createReadStream();
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).toString("utf8")).toMatch(/^Search term,Searches,.*\n'=1\+1,1,/);

    await page.goto(`/cluster/popular-searches?only=no-clicks&q=desk`);
    await page.getByRole("row", { name: /^desk/ }).waitFor();
    expect(await page.getByRole("row", { name: /lmap/ }).count()).toBe(0);
  },
);
