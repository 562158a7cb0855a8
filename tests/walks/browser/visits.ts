import type { Page } from "playwright-core";
import { contrastWatch } from "../../e2e/support/contrast";
import { hydrated } from "../../e2e/support/hydrated";
import type { Product } from "../../e2e/support/product";
import { signIn } from "../../e2e/support/sign-in";
import { visit } from "../../e2e/support/visit";
import type { Address } from "./addresses";
import { checks, few } from "./checks";
import type { Check, Heard, Seen } from "./seen";
import { listening, windows } from "./world";

const FRAME = "nav[aria-label=Sections]";

/** What was found, by the name of the check. */
export type Found = Record<string, string[]>;

export const checkNames = [...new Set(Object.values(checks).flatMap((some) => Object.keys(some)))];

type Walker = {
  page: Page;
  /** From `listening`, of the page's context. */
  heard: readonly Heard[];
  /** Called when a page is there, before it is looked at. */
  opened?: () => Promise<unknown>;
  /** The one check that is asked; all where it is not given. */
  only?: string;
};

/** Opens pages one after the other in a window and looks at each in all its looks. */
export class Walk {
  readonly found: Found = Object.fromEntries(checkNames.map((name) => [name, []]));
  private readonly faint = contrastWatch();
  /** The frames that were seen, by the names of their sections: they are the same on each page. */
  private readonly frames = new Set<string>();

  constructor(private readonly by: Walker) {}

  private async run(some: Record<string, Check>, seen: Seen) {
    const { only } = this.by;
    for (const [name, check] of Object.entries(some).filter(([name]) => only === undefined || only === name))
      for (const what of await check(seen)) this.found[name]?.push(`${seen.path.slice(0, 80)}: ${what}`);
  }

  private async knownFrame(): Promise<string | undefined> {
    const names = await this.by.page.evaluate((frame) => document.querySelector(frame)?.textContent, FRAME);
    if (names === undefined || names === null) return undefined;
    const isKnown = this.frames.has(names);
    this.frames.add(names);
    return isKnown ? FRAME : undefined;
  }

  /** Opens an address; undefined where the answer is no page. */
  private async show({ path, expected }: Address, scripts: boolean): Promise<Seen | undefined> {
    const { page, heard, opened } = this.by;
    const before = heard.length;
    const answer = await visit(page, path);
    if (!(answer?.headers()["content-type"] ?? "").startsWith("text/html")) return undefined;
    const isTakenOver =
      scripts &&
      (await hydrated(page).then(
        () => true,
        () => false,
      ));
    await opened?.();
    return {
      ...{ page, path, expected, faint: this.faint, isTakenOver },
      ...{ status: answer?.status() ?? 0, knownFrame: await this.knownFrame() },
      get heard() {
        return heard.slice(before);
      },
    };
  }

  /** One address in the look that the window has, for these checks alone. Waits for its scripts where one of them does. */
  async lookOnce(address: Address, some: Record<string, Check>): Promise<void> {
    const seen = await this.show(address, "takenOver" in some);
    if (seen !== undefined) await this.run(some, seen);
  }

  /** One address: opened wide and light, then dark in the same page, then narrow. */
  async open(address: Address): Promise<void> {
    if (address.odd === true) return this.lookOnce(address, few);
    const { page } = this.by;
    const seen = await this.show(address, true);
    if (seen === undefined) return;
    await this.run(checks.wide, seen);
    await page.emulateMedia({ colorScheme: "dark" });
    await this.run(checks.dark, seen);
    await page.setViewportSize(windows.narrow);
    await this.run(checks.narrow, seen);
    await this.run(checks.end, seen);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(windows.wide);
  }
}

/** Walks over addresses of a product, the sign-in before all of them; gives what was found. */
export async function walk({ product, paths }: { product: Product; paths: readonly Address[] }): Promise<Found> {
  const { context, heard } = await listening({ product });
  try {
    const page = await context.newPage();
    const walker = new Walk({ page, heard });
    await walker.open({ path: "/login", expected: [200] });
    await signIn({ page, product });
    for (const address of paths) await walker.open(address);
    return walker.found;
  } finally {
    await context.close();
  }
}
