import axe from "axe-core";
import type { Page } from "playwright-core";
import * as z from "zod";

const FoundSchema = z.array(z.object({ id: z.string(), impact: z.string().nullish(), targets: z.array(z.string()) }));

/** What axe finds wrong on the page shown. It is loaded once for each page, and runs there as a whole: no page of ours has frames, which would need more. `within` is a selector. */
export async function axeViolations({ page, runOnly, within }: { page: Page; runOnly: axe.RunOnly; within?: string }): Promise<z.infer<typeof FoundSchema>> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames`);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { runOnly, resultTypes: ["violations"] };
  const found: unknown =
    await page.evaluate(`axe.run(${within === undefined ? "document" : JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => target.join(" ")) })))`);
  return FoundSchema.parse(found);
}
