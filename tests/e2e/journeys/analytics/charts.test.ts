import { mkdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { hydrated } from "../../support/hydrated";
import { journeys, useSharedProduct, withPage } from "../../support/journey";
import { type Product } from "../../support/product";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const getProduct = useSharedProduct();
const journey = journeys(getProduct);

const codes = [200, 200, 200, 200, 200, 201, 404, 200, 500];

/** Lines of the request log as of an hour in which something happened. */
async function seedLog(product: Product, index: string) {
  await product.call("PUT", `/${index}`);
  const now = Date.now();
  const lines = Array.from({ length: 900 }, (_, n) => {
    const code = codes[(n * 7) % codes.length] ?? 200;
    const record = {
      id: `${index}-${n}`,
      indices: [index],
      category: "search",
      request: { uri: `/${index}/_search`, method: "POST", header: {}, body: "" },
      response: { code, status: "", Headers: {}, took: 5 + ((n * 37) % 60), body: "" },
      timestamp: new Date(now - 60_000 * (60 * (n / 900) ** 1.5)).toISOString(),
    };
    return `{"index":{}}\n${JSON.stringify(record)}\n`;
  });
  const { status } = await product.call("POST", "/.logs-000001/_bulk?refresh=true", lines.join(""));
  expect(status).toBe(200);
}

journey(
  "charts stand on the page as drawings with their numbers, a series is hidden by a link, a period by another",
  async ({ page, product, own, mode }) => {
    const index = `charted-${own}`;
    await seedLog(product, index);
    await signIn({ page, product, at: `/app/${index}` });
    const chart = page.getByRole("region", { name: "Requests", exact: true });
    // Where the pointer happens to lie over the drawing, the live chart has taken its place.
    await chart
      .getByRole("img", { name: /^Requests/ })
      .or(chart.locator("canvas"))
      .first()
      .waitFor();
    await chart.getByText("Show the numbers").click();
    const numbers = chart.getByRole("table", { name: "Requests" });
    await expect.poll(() => numbers.getByRole("row").count()).toBe(25);
    await chart.getByRole("link", { name: /4xx/ }).click();
    await page.waitForURL(/hide=requests\.4xx/);
    await chart.getByRole("link", { name: /4xx.*hidden/ }).waitFor();
    if (mode === "nojs") await chart.getByText("Show the numbers").click();
    // What is hidden in the drawing stands in the table all the same.
    await expect.poll(() => numbers.getByRole("columnheader").allInnerTexts()).toContain("4xx");
    await page.getByRole("link", { name: "Last day" }).click();
    await page.waitForURL(/traffic=day/);
    await chart.getByText("per hour").waitFor();
    expect(page.url()).toContain("hide=requests.4xx");
  },
);

test(
  "with scripts the chart is read and zoomed by keys and by dragging, and nothing moves",
  { timeout: 120_000 },
  async () => {
    const product = getProduct();
    await seedLog(product, "zoomed");
    await withPage({ product, mode: "js", options: { viewport: { width: 1200, height: 900 } } }, async (page) => {
      await signIn({ page, product, at: "/app/zoomed" });
      await hydrated(page);
      const chart = page.getByRole("region", { name: "Requests", exact: true });
      const plot = chart.getByRole("group", { name: /Arrow keys/ });
      await chart.scrollIntoViewIfNeeded();
      const before = await chart.boundingBox();
      await plot.focus();
      await plot.locator("canvas").waitFor();
      expect(await chart.boundingBox()).toEqual(before);
      await page.keyboard.press("End");
      await expect.poll(() => chart.locator("output").innerText()).toMatch(/2xx \d+/);
      for (let n = 0; n < 5; n++) await page.keyboard.press("Shift+ArrowLeft");
      await page.keyboard.press("Enter");
      await page.waitForURL(/from=\d{4}-[^&]*Z&to=/);
      await plot.waitFor();
      const byKeys = page.url();
      // The page of the new period takes the drawing away once more, under a pointer that rests on it or drags.
      await vi.waitUntil(
        async () => {
          await chart.scrollIntoViewIfNeeded({ timeout: 1000 }).catch(() => undefined);
          const box = await plot.boundingBox({ timeout: 1000 }).catch(() => null);
          if (box === null) return false;
          await page.mouse.move(box.x + 190, box.y + 80);
          await page.mouse.move(box.x + 200, box.y + 80);
          if (!(await plot.locator("canvas").isVisible())) return false;
          await page.mouse.down();
          await page.mouse.move(box.x + 330, box.y + 80, { steps: 5 });
          await page.mouse.up();
          const zoomed = page.waitForURL((url) => url.href !== byKeys, { timeout: 3000 });
          return zoomed.then(
            () => true,
            () => false,
          );
        },
        { timeout: 60_000, interval: 200 },
      );
      expect(page.url()).toMatch(/from=.*Z&to=.*Z/);
    });
  },
);

test.runIf(process.env["SCREENSHOTS"] === "1")("pictures", { timeout: 600_000 }, async () => {
  const product = getProduct();
  await seedLog(product, "movies");
  mkdirSync(".cache/charts", { recursive: true });
  for (const mode of ["js", "nojs"] as const)
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [420, 768, 1200])
        await withPage({ product, mode, options: { colorScheme, viewport: { width, height: 900 } } }, async (page) => {
          await signIn({ page, product });
          for (const [name, path] of [
            ["cluster", "/cluster"],
            ["app", "/app/movies"],
            ["delete", "/app/movies/delete"],
            ["create", "/cluster/create-index"],
            ["close", "/app/movies/close"],
          ] as const) {
            if (name !== "cluster" && name !== "app" && (mode === "nojs" || colorScheme === "dark")) continue;
            await visit(page, path);
            if (mode === "js") await hydrated(page);
            if (mode === "js" && name === "cluster") {
              await page
                .getByRole("region", { name: "Requests", exact: true })
                .getByRole("group", { name: /Arrow keys/ })
                .focus();
              await page.locator("canvas").waitFor();
              await page.keyboard.press("End");
            }
            await page.screenshot({
              path: `.cache/charts/${name}-${width}-${colorScheme}-${mode}.png`,
              fullPage: true,
            });
          }
        });
});
