import { outOfOrder, tabStops } from "../../../e2e/support/tab-order";
import type { Seen } from "../seen";

/** Tab goes through a page as it is read: skip link, menus, header, content, in each from top to bottom. */
export async function tabOrder({ page }: Seen): Promise<string[]> {
  const ahead = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[tabindex]")]
      .filter(({ tabIndex }) => tabIndex > 0)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  return [
    ...ahead.map((element) => `goes ahead of all others: ${element}`),
    ...outOfOrder(await tabStops(page)).map((names) => `is out of order: ${names}`),
  ];
}
