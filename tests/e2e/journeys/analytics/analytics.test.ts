import { expect } from "vitest";
import * as z from "zod";
import { journeys, useSharedProduct, withPage } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());
const IdSchema = z.object({ query_id: z.string() });

journey(
  "reads what visitors searched for, from the overview to one term and to a file",
  async ({ page, product, own }) => {
    const index = `shop-${own}`;
    await product.call("PUT", `/${index}/_doc/lamp%2F1?refresh=true`, { title: "Desk lamp" });
    const search = async (body: object) =>
      IdSchema.parse((await product.call("PUT", `/${index}/_analytics/search`, body)).body).query_id;
    for (const user of ["ada", "bo", "cy"]) {
      const query_id = await search({
        query: "Desk lamp",
        user_id: user,
        total_hits: 1,
        filters: { brand: "Luxo" },
        impressions: [{ id: "lamp/1", index }],
      });
      if (user === "ada")
        await product.call("PUT", `/${index}/_analytics/click`, { query_id, user_id: user, click_on: { "lamp/1": 2 } });
    }
    await search({ query: "lmap", user_id: "ada", total_hits: 0 });
    await product.call("POST", "/.analytics/_refresh");

    await signIn({ page, product, at: `/app/${index}/analytics` });
    await page.getByRole("heading", { name: "Analytics", level: 1 }).waitFor();
    const card = (label: string) =>
      page.locator("section", { has: page.getByRole("heading", { name: label, exact: true }) }).last();
    expect(await card("Searches").textContent()).toContain("4");
    expect(await card("No results").textContent()).toContain("25.0% of searches");
    expect(await card("Clicks").textContent()).toContain("1 on results");

    await page.getByRole("region", { name: "Popular searches" }).getByRole("link", { name: "All" }).first().click();
    await page.getByRole("heading", { name: "Popular searches", level: 1 }).waitFor();
    const row = page.getByRole("row", { name: /desk lamp/ });
    expect(await row.textContent()).toMatch(/desk lamp3.*133\.3%2\.00/);
    await page.getByText("Filters", { exact: true }).click();
    await page.getByLabel("Filter terms").fill("lma");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("link", { name: "desk lamp" }).waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "lmap" }).waitFor();
    await page.goto(`/app/${index}/popular-searches?user=ada`);
    await page.getByRole("link", { name: "desk lamp" }).click();
    await page.getByRole("heading", { name: "desk lamp", level: 1 }).waitFor();
    await page.getByRole("region", { name: "Clicked" }).getByRole("link", { name: "Desk lamp" }).first().click();
    await page.getByText("Desk lamp").first().waitFor();

    await page.goto(`/app/${index}/popular-results`);
    await page.getByRole("link", { name: "Desk lamp" }).first().waitFor();
    await page.goto(`/app/${index}/popular-filters`);
    await page.getByRole("row", { name: /^brand/ }).waitFor();
    await page.getByRole("row", { name: /^luxo/ }).waitFor();
    await page.goto(`/app/${index}/recent-searches`);
    await page.getByRole("link", { name: "desk lamp" }).waitFor();

    await page.goto(`/app/${index}`);
    await page
      .getByRole("region", { name: "No results searches" })
      .getByRole("link", { name: "lmap", exact: true })
      .waitFor();
    await page
      .getByRole("region", { name: "Latest requests" })
      .first()
      .getByRole("link", { name: /_analytics/ })
      .first()
      .waitFor();
    await page.getByRole("region", { name: "Popular searches" }).getByRole("link", { name: "desk lamp" }).click();
    await page.getByRole("heading", { name: "desk lamp", level: 1 }).waitFor();

    await page.goto(`/cluster/no-results-searches?user=ada`);
    await page.getByRole("link", { name: "lmap" }).first().waitFor();
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: "NDJSON" }).click();
    const file = await (await coming).createReadStream();
    let text = "";
    for await (const piece of file) text += String(piece);
    expect(
      text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => z.looseObject({ name: z.string() }).parse(JSON.parse(line)).name),
    ).toContain("lmap");
  },
);

journey("shares a page with somebody without an account, until the link is revoked", async ({ page, product, own }) => {
  const index = `shared-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp" });
  await product.call("PUT", `/${index}/_analytics/search`, { query: "desk lamp", user_id: "ada", total_hits: 1 });
  await product.call("POST", "/.analytics/_refresh");

  await signIn({ page, product, at: `/app/${index}/popular-searches?range=last-7-days` });
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await page.getByRole("heading", { name: "Share popular searches" }).waitFor();
  await page.getByLabel("Label").fill(`For ${own}`);
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("It is shown this once.").waitFor();
  const address = await page.getByText(/\/shared\/[\w-]{32}$/).textContent();

  await withPage({ product, mode: "js" }, async (visitor) => {
    await visitor.goto(address ?? "");
    await visitor.getByRole("heading", { name: "Popular searches", level: 1 }).waitFor();
    await visitor.getByRole("cell", { name: "desk lamp" }).waitFor();
    await visitor.getByText("Last 7 days").waitFor();
    expect(await visitor.locator("form, button, script").count()).toBe(0);
    // Links lead to the page itself alone, in another order or as a file.
    const links = await visitor.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.filter((to) => !/^\?[a-z=&]*$/.test(to))).toEqual([]);
    expect(await visitor.context().cookies()).toEqual([]);
  });
  for (const [method, status] of [
    ["POST", 405],
    ["HEAD", 200],
    ["PUT", 405],
    ["DELETE", 405],
  ] as const) {
    // prettier-ignore
    expect([method, (await fetch(address ?? "", { method })).status]).toEqual([method, status]);
  }

  await page.goto(`/app/${index}/shared-links`);
  expect(await page.getByRole("row", { name: new RegExp(`For ${own}`) }).textContent()).toMatch(
    /Active.*Popular searches.*2/,
  );
  await page.getByRole("link", { name: `For ${own}` }).click();
  await page.getByRole("link", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByText("Link revoked.").waitFor();
  expect((await fetch(address ?? "")).status).toBe(410);
});

journey(
  "sees where searches come from, how long they take, and how many requests a minute there are",
  async ({ page, product, own, mode }) => {
    const index = `map-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp" });
    const countries = ["Germany", "Germany", "Germany", "Singapore", "Chile", null];
    for (const [n, country] of countries.entries()) {
      const answer = await product.call("PUT", `/${index}/_analytics/search`, {
        query: "lamp",
        user_id: `visitor ${n}`,
        total_hits: 1,
      });
      const { query_id } = IdSchema.parse(answer.body);
      if (country !== null)
        await product.call("POST", `/.analytics/_update/${query_id}?refresh=true`, { doc: { country } });
    }
    for (let n = 0; n < 3; n += 1)
      await product.call("POST", `/${index}/_reactivesearch`, {
        query: [{ id: "s", value: "lamp", dataField: ["title"] }],
      });
    await product.call("GET", `/${index}/_doc/none`);

    await product.call("POST", "/.analytics/_refresh");

    await signIn({ page, product, at: `/app/${index}/analytics` });
    await page.getByRole("heading", { name: "Searches by country" }).waitFor();
    // Nothing was recorded in the period before, so it is neither drawn nor told of.
    // A chart of one day is its number.
    const byDay = page.getByRole("region", { name: "Searches by day" });
    await byDay.getByText(/^Searches\s*6/).waitFor();
    expect(await byDay.textContent()).not.toMatch(/period before/i);
    expect(await page.getByRole("link", { name: "Stop comparing" }).count()).toBe(0);
    await page
      .getByRole("region", { name: "Searches by country" })
      .getByRole("link", { name: "Geo distribution" })
      .click();

    await page.getByRole("heading", { name: "Geo distribution", level: 1 }).waitFor();
    const main = page.getByRole("main");
    await page.getByRole("row", { name: /Germany 3 50.0%/ }).waitFor();
    expect(await main.textContent()).toMatch(/6 searches · 3 countries · 1 without a country \(16\.7%\)/);
    expect(await page.getByRole("img", { name: "Searches by country" }).locator("title").allTextContents()).toContain(
      "Germany: 3",
    );
    await page.getByRole("link", { name: "Asia" }).click();
    await page.getByRole("row", { name: /Germany/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Singapore 1/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("region")).toBe("asia");
    await page.getByRole("link", { name: "Whole world" }).click();
    await page.getByRole("row", { name: /Germany/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("region")).toBe("world");
    // Parts of the world without a search are no choice.
    expect(await page.getByRole("link", { name: "Africa" }).count()).toBe(0);

    await page.goto(`/app/${index}/search-latency`);
    await page.getByRole("heading", { name: "Search latency", level: 1 }).waitFor();
    expect(await main.textContent()).toMatch(/Searches3Average latency.*p95</);
    const bar = page.locator(".chart-plot a").first();
    expect(await bar.textContent()).toMatch(/^\d+ ms to \d+ ms: [123]$/);
    await page.goto((await bar.getAttribute("href")) ?? "");
    await page.getByRole("heading", { name: "Request logs", level: 1 }).waitFor();
    await page.getByText(`/${index}/_reactivesearch`).first().waitFor();

    await page.goto(`/app/${index}/requests-per-minute?range=last-30-minutes`);
    await page.getByRole("heading", { name: "Requests per minute", level: 1 }).waitFor();
    await page.getByText(/^\d+ requests · peak [\d.]+ per minute · 1 failed/).waitFor();
    const series = page.getByRole("list", { name: "Requests per minute: series" });
    expect(await series.textContent()).toMatch(/^200\d+201\d+4041/);
    await series.getByRole("link", { name: /^201/ }).click();
    await series.getByText("(hidden)").waitFor();
    expect(new URL(page.url()).searchParams.get("hide")).toBe("requests.201");
    if (mode === "js") {
      const plot = page.locator(".chart-plot");
      await plot.focus();
      for (let n = 0; n < 8; n += 1) await page.keyboard.press("Shift+ArrowLeft");
      await page.keyboard.press("Enter");
      await page.waitForURL(/from=/);
      await page.getByRole("heading", { name: "Requests per minute", level: 1 }).waitFor();
    }
  },
);

journey(
  "reads the report of a week, and keeps it as a file that needs nothing else",
  async ({ page, product, own }) => {
    const index = `week-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp" });
    await product.call("PUT", `/${index}/_analytics/search`, { query: "desk lamp", user_id: "ada", total_hits: 1 });
    await product.call("POST", "/.analytics/_refresh");
    await signIn({ page, product, at: `/app/${index}/analytics` });
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("link", { name: "Weekly report" }).click();
    await page.getByRole("heading", { name: /^Weekly report: week/, level: 1 }).waitFor();
    // Nobody searched in the week before, so it opens on this one.
    await page.getByText("This week is not over.").waitFor();
    await page.getByRole("row", { name: "desk lamp 1" }).waitFor();
    const coming = page.waitForEvent("download");
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("link", { name: "Download" }).click();
    const stream = await (await coming).createReadStream();
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);

    await withPage({ product, mode: "js" }, async (reader) => {
      const asked: string[] = [];
      reader.on("request", (request) => asked.push(request.url()));
      await reader.setContent(Buffer.concat(pieces).toString("utf8"));
      await reader.getByRole("row", { name: "desk lamp 1" }).waitFor();
      expect(asked).toEqual([]);
      expect(
        await reader.evaluate(() => getComputedStyle(document.querySelector("h1") ?? document.body).fontSize),
      ).toBe("20px");
      expect(await reader.locator("a, form, button, script, link").count()).toBe(0);
    });
  },
);
