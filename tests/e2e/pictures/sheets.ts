import { existsSync, mkdirSync, readdirSync } from "node:fs";
import type { Browser } from "playwright-core";

/** A look and the width that its pictures have on a sheet. */
type Column = { look: string; width: number };

const sheets: Record<string, Column[]> = {
  // As they are: to read.
  narrow: [
    { look: "420-light-js", width: 420 },
    { look: "420-dark-js", width: 420 },
    { look: "420-light-nojs", width: 420 },
  ],
  // Smaller: to see whether another theme, or a page without scripts, is the same page.
  wide: [
    { look: "1200-light-js", width: 700 },
    { look: "1200-dark-js", width: 700 },
  ],
  scripts: [
    { look: "1200-light-nojs", width: 700 },
    { look: "768-dark-nojs", width: 450 },
  ],
  medium: [
    { look: "768-light-js", width: 600 },
    { look: "768-dark-js", width: 600 },
  ],
};

/** Puts the pictures of one screen beside each other, from the folders of its looks into `sheets/`. */
export async function drawSheets({ browser, folder }: { browser: Browser; folder: string }): Promise<void> {
  mkdirSync(`${folder}sheets`, { recursive: true });
  const page = await browser.newPage();
  for (const [sheet, columns] of Object.entries(sheets)) {
    const names = new Set(
      columns.flatMap(({ look }) => (existsSync(`${folder}${look}`) ? readdirSync(`${folder}${look}`) : [])),
    );
    for (const name of names) {
      const present = columns.filter(({ look }) => existsSync(`${folder}${look}/${name}`));
      const width = present.reduce((sum, column) => sum + column.width + 12, 0);
      await page.setViewportSize({ width, height: 900 });
      await page.route("**/*", (route) =>
        route.fulfill({ path: `${folder}${new URL(route.request().url()).pathname}` }),
      );
      await page.setContent(
        `<base href="http://pictures.test/"><body style="margin:0;display:flex;gap:12px;align-items:start;background:#c33;max-height:2400px;overflow:hidden">${present
          .map(({ look, width: drawn }) => `<img src="${look}/${encodeURIComponent(name)}" width="${drawn}">`)
          .join("")}`,
        { waitUntil: "load" },
      );
      await page.screenshot({ path: `${folder}sheets/${name.replace(/\.png$/, "")}-${sheet}.png`, fullPage: true });
      await page.unroute("**/*");
    }
  }
  await page.close();
}
