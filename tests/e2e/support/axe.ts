import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import * as z from "zod";

const FoundSchema = z.array(z.object({ id: z.string(), impact: z.string().nullish(), targets: z.array(z.string()) }));

/**
 * axe itself. Without its comments and long names it is less than half as long, and each page reads it. A context that
 * looks at many pages gets it once, by `addInitScript`: to send it takes longer than to read it.
 */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `within` and `but` are selectors, `without` names rules that are left out. */
type Look = {
  page: Page;
  runOnly: axe.RunOnly;
  within?: string | undefined;
  but?: string | undefined;
  without?: readonly string[];
};

/** Loads axe into the page shown, once. It runs there as a whole: no page of ours has frames, which would need more. */
export async function loadAxe(page: Page): Promise<void> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames`);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
}

/** What axe finds wrong on the page shown. */
export async function axeViolations({
  page,
  runOnly,
  within,
  but,
  without = [],
}: Look): Promise<z.infer<typeof FoundSchema>> {
  await loadAxe(page);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options: axe.RunOptions = { runOnly, rules, resultTypes: ["violations"] };
  const context = { include: [within ?? "html"], exclude: but === undefined ? [] : [but] };
  const found: unknown =
    await page.evaluate(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => target.join(" ")) })))`);
  return FoundSchema.parse(found);
}
