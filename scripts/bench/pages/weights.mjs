// What pages weigh over the wire.
import { weigh } from "../../../tests/e2e/support/weigh.mjs";
import { inBrowser, signIn } from "./in-browser.mjs";

/** Weighs the sign-in form and the index list, full and lite, with 50 indices. */
export function weighPages() {
  return inBrowser(async ({ browser, address }) => {
    const rows = [];
    for (const [kind, extraHTTPHeaders] of [
      ["full", {}],
      ["lite", { "Save-Data": "on" }],
    ]) {
      const page = await browser.newPage({ baseURL: address, extraHTTPHeaders });
      rows.push({ name: `sign-in form, ${kind}`, ...(await weigh({ page, path: "/login" })) });
      await signIn(page);
      rows.push({ name: `index list, 50 indices, ${kind}`, ...(await weigh({ page, path: "/cluster" })) });
      await page.close();
    }
    return rows;
  });
}
