import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contrastWatch } from "../../../e2e/support/contrast";
import { signIn } from "../../../e2e/support/sign-in";
import { useSharedProduct } from "../../../e2e/support/journey";
import { visit } from "../../../e2e/support/visit";
import type { Heard } from "../../browser/seen";
import { checkNames, type Found, Walk } from "../../browser/visits";
import { listening } from "../../browser/world";
import { type Planted, planted } from "./faults";

// Faults that only a browser sees, put into a page of the built product: the check whose business each is finds it, and
// none is left when it is taken out.

const getProduct = useSharedProduct();
let context: BrowserContext;
let heard: Heard[];
beforeAll(async () => {
  const product = getProduct();
  ({ context, heard } = await listening({ product }));
  // One of the faults is that something never comes.
  context.setDefaultTimeout(4000);
  const page = await context.newPage();
  await signIn({ page, product });
  await page.close();
});
afterAll(() => context.close());

const bare = (name: string) => name.replace(/ (when narrow|in dark)$/, "");

/** Opens one page with the fault in it; what was found, by the name of the check. */
async function look({ plant = async () => undefined, before = false, check }: Partial<Planted> = {}): Promise<Found> {
  const page = await context.newPage();
  const only = check === undefined ? {} : { only: bare(check) };
  try {
    if (before) await plant(page);
    const walk = new Walk({ page, heard, ...only, ...(before ? {} : { opened: () => plant(page) }) });
    await walk.open({ path: "/cluster", expected: [200] });
    return walk.found;
  } finally {
    await page.close();
  }
}

test("each check has a fault that it finds", () => {
  expect(new Set(planted.map(({ check }) => bare(check)))).toEqual(new Set(checkNames));
});

test("a page without a fault has none", async () => {
  const found = await look();
  expect(Object.values(found).flat()).toEqual([]);
});

describe("a planted fault is found", () => {
  test.each(planted)("$name, by $check", async (fault) => {
    const found = await look(fault);
    expect(found[bare(fault.check)]).not.toEqual([]);
  });
});

test("a text too faint is seen in either theme where all others of its page are known, and again on the next", async () => {
  const page = await context.newPage();
  const faint = contrastWatch();
  await visit(page, "/cluster");
  expect(await faint(page)).toEqual([]);
  const add = (style: string) =>
    page.evaluate((given) => document.querySelector("main h1")?.setAttribute("style", given), style);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const time of ["once", "twice"]) {
      await add(theme === "light" ? "color:#bbb;background:#fff" : "color:#444;background:#111");
      expect(await faint(page), `${theme}, ${time}`).toEqual([expect.stringMatching(/^color-contrast at .*h1/)]);
      await add("");
      expect(await faint(page)).toEqual([]);
    }
  }
  await page.close();
});

test("and nothing of it is left", async () => {
  const found = await look();
  expect(Object.values(found).flat()).toEqual([]);
});
