import type { Seen } from "../seen";

/** Once its scripts have taken it over, a page has one first-level heading, with a text, and a title. */
export async function heading({ page }: Seen): Promise<string[]> {
  const { headings, title } = await page.evaluate(() => ({
    headings: [...document.querySelectorAll("h1")].map(({ innerText }) => innerText.trim()),
    title: document.title.trim(),
  }));
  return [
    ...(headings.length === 1 && headings[0] !== "" ? [] : [`${headings.length} h1: ${JSON.stringify(headings)}`]),
    ...(title === "" ? ["no title"] : []),
  ];
}
