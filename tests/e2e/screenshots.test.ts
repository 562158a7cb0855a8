import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { hydrated } from "./support/hydrated";
import { useProduct, withPage, type Mode } from "./support/journey";
import { mountedPaths, sampleIndex, seed } from "./support/screens";
import { signIn } from "./support/sign-in";
import { visit } from "./support/visit";

// `npm run screenshots`: pictures of every screen, to look at. Not part of `npm test`.
const wanted = process.env["SCREENSHOTS"] === "1";
const folder = fileURLToPath(new URL("../../.cache/screenshots/", import.meta.url));
const readmePicture = fileURLToPath(new URL("../../docs/images/overview.png", import.meta.url));
const screens = mountedPaths().filter(({ kind }) => ["page", "plain", "chooser"].includes(kind));

describe.runIf(wanted)("screenshots", () => {
  const getProduct = useProduct();
  beforeAll(() => seed(getProduct()));

  const modes: Mode[] = ["js", "nojs"];
  const looks = modes.flatMap((mode) => (["light", "dark"] as const).flatMap((scheme) => [420, 768, 1200].map((width) => ({ mode, scheme, width }))));

  test.each(looks)("$width $scheme $mode", { timeout: 900_000 }, async ({ mode, scheme, width }) => {
    const product = getProduct();
    const into = `${folder}${width}-${scheme}-${mode}/`;
    mkdirSync(into, { recursive: true });
    await withPage({ product, mode, options: { colorScheme: scheme, viewport: { width, height: 900 } } }, async (page) => {
      await visit(page, "/login");
      await page.screenshot({ path: `${into}login.png`, fullPage: true });
      await signIn({ page, product });
      for (const { path } of screens.filter((screen) => screen.path !== "/login")) {
        await visit(page, path);
        if (mode === "js") await hydrated(page);
        await page.screenshot({ path: `${into}${path.slice(1).replaceAll("/", "_") || "home"}.png`, fullPage: true });
      }
      expect(await page.title()).not.toBe("");
    });
  });

  test("the picture of the README", { timeout: 120_000 }, async () => {
    const product = getProduct();
    await product.call("DELETE", `/${sampleIndex}`);
    for (const [index, count] of Object.entries({ articles: 1240, films: 3201, products: 860, stores: 58 })) {
      const lines = Array.from({ length: count }, (_, at) => `{"index":{}}\n{"number":${at},"name":"${index} ${at}"}\n`);
      await product.call("POST", `/${index}/_bulk?refresh=true`, lines.join(""));
    }
    await withPage({ product, mode: "js", options: { viewport: { width: 1200, height: 760 } } }, async (page) => {
      await signIn({ page, product });
      await visit(page, "/cluster");
      await hydrated(page);
      mkdirSync(fileURLToPath(new URL("../../docs/images/", import.meta.url)), { recursive: true });
      await page.screenshot({ path: readmePicture });
    });
  });
});
