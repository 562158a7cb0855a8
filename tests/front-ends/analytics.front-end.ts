import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Product, startProduct } from "../e2e/support/product";
import { signIn } from "../e2e/support/sign-in";
import { visit } from "../e2e/support/visit";
import { enginesToTry } from "./site";
import { openStage } from "./stage";

const RequestSchema = z.object({
  query: z.array(z.object({ type: z.string().optional(), value: z.unknown().optional() })),
});

type Recorded = Map<string, string>;

/**
 * Which searches the server says it records, by their ids, and what was searched for: read from the wire, beside
 * everything that is tested.
 */
function watchSearches(page: Page): Recorded {
  const recorded: Recorded = new Map();
  page.on("response", (answer: Response) => {
    const id = answer.headers()["x-search-id"];
    const sent = RequestSchema.safeParse(answer.request().method() === "POST" ? answer.request().postDataJSON() : null);
    if (id === undefined || !sent.success) return;
    const texts = sent.data.query.flatMap(({ type, value }) =>
      (type === "search" || type === "suggestion") && typeof value === "string" ? [value] : [],
    );
    recorded.set(id, texts.at(-1) ?? "");
  });
  return recorded;
}

// What visitors do on pages of published clients, and what the console then says of it: act there, read here.
describe.each(enginesToTry())("visitors of published clients on the %s engine", (name) => {
  const stage = openStage(name);
  let product: Product;
  let recorded: Recorded;

  beforeAll(async () => {
    const { url, password } = stage.site().backend;
    product = { ...(await startProduct({ env: { SEARCH_URL: url, ADMIN_PASSWORD: password } })), password };
  });
  afterAll(() => product.stop());

  const count = (term: string) => [...recorded.values()].filter((text) => text === term).length;

  test("with ReactiveSearch: searches, narrows, opens two films, finds nothing", async () => {
    const page = stage.page();
    recorded = watchSearches(page);
    await visit(page, stage.address("reactivesearch"));
    const box = page.getByRole("combobox", { name: "q" });
    const total = () => expect.poll(() => page.locator("#total").textContent());
    await total().toBe("3201");
    await box.fill("godfather");
    await box.press("Enter");
    await total().toBe("3");
    const clicked = () =>
      page.waitForResponse(
        (answer) => answer.url().includes("/_analytics/click") && answer.request().method() === "PUT",
      );
    for (const place of [1, 2]) await Promise.all([clicked(), page.locator("#results li").nth(place).click()]);
    await box.fill("qwxyz");
    await box.press("Enter");
    await expect.poll(() => count("qwxyz")).toBe(1);
    expect(count("godfather")).toBe(1);
  });

  test("with the recorder's client: two searches, one with a suggestion, clicks, a sale, a favourite, a search saved", async () => {
    const page = stage.page();
    await visit(page, stage.address("analytics"));
    const done = (what: string) => expect.poll(() => page.locator("#done").textContent()).toBe(what);
    const search = async (text: string) => {
      await page.getByLabel("Search").fill(text);
      await page.getByRole("button", { name: "Search" }).click();
      await done(`searched ${text}`);
    };
    await search("alien");
    await page.getByRole("button", { name: /^Open/ }).nth(2).click();
    await done("opened 3");
    await page.getByRole("button", { name: /^Buy/ }).nth(2).click();
    await done("bought 3");
    await page.getByRole("button", { name: /^Keep/ }).nth(2).click();
    await done("kept 3");
    await page.getByRole("button", { name: "Save" }).click();
    await done("saved");
    await page.getByRole("button", { name: "Suggestion" }).click();
    await done("suggestion");
    await search("zzyzx");
  });

  test("the console then says exactly that", async () => {
    const { index } = stage.site();
    await product.call("POST", "/.analytics,.user_sessions/_refresh");
    const context = await stage.browser().newContext({ baseURL: product.url, javaScriptEnabled: false });
    const page = await context.newPage();
    const rows = async (list: string) => {
      await visit(page, `/app/${index}/${list}`);
      // Without what can be done with the row, which stands in its last cell.
      return (await page.locator("tbody tr").allInnerTexts()).map((row) =>
        row.replace(/\s*\t\s*/g, " | ").replace(/ \| (?:Replay(?: search)?|View|Fix)[\s\S]*$| \| $/, ""),
      );
    };
    await signIn({ page, product, at: `/app/${index}/analytics` });
    // Cards after the first row are folded.
    await page.locator("summary", { hasText: "Average click position" }).click();
    const cards = ["Searches", "No results", "Clicks", "Average click position", "Conversions", "Users"];
    const card = (label: string) =>
      page
        .locator("section", { has: page.getByRole("heading", { name: label, exact: true }) })
        .last()
        .innerText();
    const shown = Object.fromEntries(
      await Promise.all(cards.map(async (label) => [label, (await card(label)).split(/\n+/).slice(1)] as const)),
    );
    // Page and box may ask for all films more than once at the start; each time is a search without text.
    const [empty, total] = [count(""), recorded.size + 2];
    const share = (part: number) => `${((part / total) * 100).toFixed(1)}%`;
    expect(shown).toEqual({
      Searches: [String(total), "10 impressions"],
      "No results": ["2", `${share(2)} of searches`],
      Clicks: ["4", `${share(4)} of searches, 3 on results, 1 on suggestions`],
      "Average click position": ["2.75"],
      Conversions: ["1", `${share(1)} of searches`],
      Users: ["2", "2 sessions"],
    });
    expect((await rows("popular-searches")).sort()).toEqual([
      `Empty search | ${empty} | 0 | 0.0% | – | 0.0%`,
      "alien | 1 | 2 | 200.0% | 3.00 | 100.0%",
      "godfather | 1 | 2 | 200.0% | 2.50 | 0.0%",
      "qwxyz | 1 | 0 | 0.0% | – | 0.0%",
      "zzyzx | 1 | 0 | 0.0% | – | 0.0%",
    ]);
    expect((await rows("no-results-searches")).sort()).toEqual(["qwxyz | 1 | none", "zzyzx | 1 | none"]);
    expect(await rows("popular-filters")).toEqual([
      "shelf | 2 | 2 | 100.0% | 3.00 | 50.0%",
      "films | 2 | 2 | 100.0% | 3.00 | 50.0%",
    ]);
    expect(
      (await rows("popular-results"))
        .filter((row) => !row.endsWith("| 1 | 0 | 0.0% | – | 0.0%"))
        .map((row) => row.split(" | ").slice(1).join(" | "))
        .sort(),
    ).toEqual(["1 | 1 | 100.0% | 2.00 | 0.0%", "1 | 1 | 100.0% | 3.00 | 0.0%", "1 | 1 | 100.0% | 3.00 | 100.0%"]);
    await context.close();
  });
});
