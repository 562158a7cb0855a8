import type { Seen } from "../seen";

/** A system that changes to its dark theme gets a dark page: one whose ground is darker than its text. */
export async function dark({ page }: Seen): Promise<string[]> {
  const isDark = await page.evaluate(() => {
    const light = (colour: string) =>
      (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const ground = [document.body, document.documentElement]
      .map((element) => getComputedStyle(element).backgroundColor)
      .find((colour) => !/, 0\)$/.test(colour));
    return ground !== undefined && light(ground) < light(getComputedStyle(document.body).color);
  });
  return isDark ? [] : ["is as light in dark"];
}
