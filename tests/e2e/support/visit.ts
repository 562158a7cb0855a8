import type { Page, Response } from "playwright-core";

type WaitUntil = NonNullable<Parameters<Page["goto"]>[1]>["waitUntil"];

// What the browser says when the page that is being left has begun a navigation of its own at the same moment.
const OVERTAKEN = /is interrupted by another navigation|net::ERR_ABORTED/;
const TRIES = 5;

/**
 * Goes to an address, as `page.goto` does, whatever the page before is doing: without scripts, the page of work under
 * way loads itself again every two seconds, and a load of its own that begins while ours is under way ends ours. Every
 * test goes by this. Returns the answer, null as `goto` does (same page, another place in it); fails as `goto` does.
 */
export async function visit(page: Page, path: string, waitUntil: WaitUntil = "load"): Promise<Response | null> {
  for (let left = TRIES; ; left--) {
    try {
      return await page.goto(path, { waitUntil });
    } catch (error) {
      if (left <= 1 || !(error instanceof Error && OVERTAKEN.test(error.message))) throw error;
    }
  }
}
