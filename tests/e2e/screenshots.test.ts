import { mkdirSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startConsoles, type Consoles } from "./pictures/consoles";
import { limited } from "./pictures/data";
import { drawSheets } from "./pictures/sheets";
import { pictures, type Picture } from "./pictures/states";
import { hydrated } from "./support/hydrated";
import { getBrowser } from "./support/browser";
import { type Mode } from "./support/journey";
import { signIn } from "./support/sign-in";
import { visit } from "./support/visit";

// `npm run screenshots`: pictures of every screen and of the states between, to look at: docs/build/pictures.md. Not
// part of
// `npm test`.
const wanted = process.env["SCREENSHOTS"] === "1";
const folder = fileURLToPath(new URL("../../.cache/screenshots/", import.meta.url));
const readmePicture = fileURLToPath(new URL("../../docs/images/overview.png", import.meta.url));
// PICTURES=browse and LOOKS=420-dark take some of them.
const chosen = pictures.filter(({ name }) => new RegExp(process.env["PICTURES"] ?? "").test(name));

const modes: Mode[] = ["js", "nojs"];
const looks = modes
  .flatMap((mode) =>
    (["light", "dark"] as const).flatMap((scheme) => [420, 768, 1200, 1920].map((width) => ({ mode, scheme, width }))),
  )
  .filter(({ mode, scheme, width }) => width !== 1920 || (mode === "js" && scheme === "light"))
  .filter(({ mode, scheme, width }) => new RegExp(process.env["LOOKS"] ?? "").test(`${width}-${scheme}-${mode}`));

describe.runIf(wanted)("screenshots", () => {
  let consoles: Consoles;
  beforeAll(async () => {
    consoles = await startConsoles();
  }, 300_000);
  afterAll(() => consoles.stop(), 60_000);

  // Signing in once for each person and console: all pictures share it.
  const sessions = new Map<string, Promise<BrowserContextOptions["storageState"]>>();

  function sessionOf({ at = "used", as = "admin" }: Pick<Picture, "at" | "as">) {
    if (as === "nobody") return undefined;
    const key = `${at} ${as}`;
    const session = sessions.get(key) ?? newSession({ at, as });
    sessions.set(key, session);
    return session;
  }

  async function newSession({ at, as }: Required<Pick<Picture, "at" | "as">>) {
    const product = consoles[at];
    const context = await (await getBrowser()).newContext({ baseURL: product.url, javaScriptEnabled: false });
    await signIn({ page: await context.newPage(), product: as === "limited" ? { ...product, ...limited } : product });
    const session = await context.storageState();
    await context.close();
    return session;
  }

  async function take({
    picture,
    mode,
    options,
    path,
  }: {
    picture: Picture;
    mode: Mode;
    options: BrowserContextOptions;
    path: string;
  }) {
    const storageState = await sessionOf(picture);
    const { at = "used" } = picture;
    const context = await (
      await getBrowser()
    ).newContext({
      ...options,
      baseURL: consoles[at].url,
      javaScriptEnabled: mode === "js",
      ...(storageState ? { storageState } : {}),
    });
    context.setDefaultTimeout(20_000);
    try {
      if (at === "away") consoles.reach(false);
      const page = await context.newPage();
      await visit(page, picture.path);
      if (mode === "js") await hydrated(page);
      await picture.act?.({ page, mode });
      await settled(page);
      await page.screenshot({ path, fullPage: picture.window !== true });
    } finally {
      consoles.reach(true);
      await context.close();
    }
  }

  test.each(looks)("$width $scheme $mode", { timeout: 1_800_000, retry: 0 }, async ({ mode, scheme, width }) => {
    const into = `${folder}${width}-${scheme}-${mode}/`;
    mkdirSync(into, { recursive: true });
    const failed: string[] = [];
    const options = { colorScheme: scheme, viewport: { width, height: 900 } };
    const asked = chosen.filter((each) => (each.mode ?? mode) === mode && (width !== 1920 || each.wide));
    const lane = async (waiting: Picture[]) => {
      for (let picture = waiting.shift(); picture !== undefined; picture = waiting.shift()) {
        const { name } = picture;
        await take({ picture, mode, options, path: `${into}${name}.png` }).catch((error: unknown) =>
          failed.push(`${name}: ${String(error).slice(0, 600)}`),
        );
      }
    };
    // Two at once, for each waits much; those of a server that is away one by one, for it goes for all of them.
    const near = asked.filter(({ at }) => at !== "away");
    await Promise.all([lane(near), lane(near)]);
    await lane(asked.filter(({ at }) => at === "away"));
    expect(failed).toEqual([]);
  });

  test("sheets of what belongs together", { timeout: 600_000 }, async () => {
    await drawSheets({ browser: await getBrowser(), folder });
    expect(readdirSync(`${folder}sheets`)).not.toEqual([]);
  });

  test.runIf(chosen.length === pictures.length)("the picture of the README", { timeout: 120_000 }, async () => {
    const product = consoles.fresh;
    for (const [index, count] of Object.entries({ articles: 1240, films: 3201, products: 860, stores: 58 })) {
      const lines = Array.from(
        { length: count },
        (_, at) => `{"index":{}}\n{"number":${at},"name":"${index} ${at}"}\n`,
      );
      await product.call("POST", `/${index}/_bulk?refresh=true`, lines.join(""));
    }
    mkdirSync(fileURLToPath(new URL("../../docs/images/", import.meta.url)), { recursive: true });
    const picture: Picture = { name: "readme", path: "/cluster", at: "fresh", window: true };
    await take({ picture, mode: "js", options: { viewport: { width: 1200, height: 760 } }, path: readmePicture });
  });
});

/** Waits until nothing on the page moves any more, without scripts for what its fonts and pictures need. */
async function settled(page: Page) {
  await page.waitForLoadState("load");
  await page.waitForTimeout(120);
}
