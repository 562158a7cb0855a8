import { journeys, useProduct } from "../support/journey";
import { seed, sampleIndex, sampleQuery } from "../support/screens";
import { signIn } from "../support/sign-in";

const journey = journeys(useProduct());
const out = "/tmp/look-q";
const pages = (process.env["LOOK"] ?? "list:/cluster/stored-queries").split(",");

journey("look", async ({ page, product, mode }) => {
  await seed(product);
  await product.call("PUT", "/_storedquery/top-shoes-of-the-week", { index: "shoes-*", description: "What sold best, by brand, for the start page of the shop and its newsletter.", query: {}, params: {} });
  await product.call("POST", `/_storedquery/${sampleQuery}/execute`);
  await signIn({ page, product, at: "/cluster" });
  for (const spec of pages) {
    const [name, path] = spec.split(":");
    for (const [width, scheme] of mode === "js" ? [[1200, "light"], [1200, "dark"], [768, "light"], [420, "light"]] as const : [[1200, "light"], [420, "dark"]] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(String(path).replace("SAMPLE", sampleIndex).replace("QUERY", sampleQuery));
      if (mode === "js") await page.waitForTimeout(600);
      await page.screenshot({ path: `${out}/${name}-${width}-${scheme}-${mode}.png`, fullPage: true });
    }
  }
});
