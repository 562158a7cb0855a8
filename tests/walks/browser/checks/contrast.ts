import type { Seen } from "../seen";

/** Every text stands out from what is below it, in the theme that the page is shown in. */
export async function contrast({ page, faint }: Seen): Promise<string[]> {
  return faint(page);
}
