import { beforeAll, describe, expect, test } from "vitest";
import { elementsOf } from "../setup/parsed";
import { useProduct } from "./support/journey";
import { mountedPaths, screenCount, seed } from "./support/screens";
import { sessionCookie } from "./support/sign-in";

const getProduct = useProduct();
const paths = mountedPaths();
const allowed: Record<string, number[]> = { "not-found": [404] };

beforeAll(() => seed(getProduct()));

describe("every mounted address, without JavaScript", () => {
  test("the table was read", () => {
    expect(paths.length).toBeGreaterThan(screenCount);
    expect(paths.filter(({ path }) => path.includes(":"))).toEqual([]);
  });

  test("signed in, each answers as it should and has one first-level heading and a title", { timeout: 300_000 }, async () => {
    const product = getProduct();
    // Read without a browser, which would take three times as long for them all: what one makes of the pages is looked at by axe.
    const headers = { Cookie: await sessionCookie(product), Accept: "text/html" };
    const wrong: string[] = [];
    for (const { path, kind } of paths.filter((mounted) => !["/logout"].includes(mounted.path))) {
      const answer = await fetch(`${product.url}${path}`, { headers });
      const elements = elementsOf(await answer.text());
      const headings = elements.filter(({ localName }) => localName === "h1").length;
      const title = elements.find(({ localName }) => localName === "title")?.textContent.trim() ?? "";
      if (!(allowed[kind] ?? [200]).includes(answer.status)) wrong.push(`${path} (${kind}): status ${answer.status}`);
      else if (new URL(answer.url).pathname === "/login" && path !== "/login") wrong.push(`${path} (${kind}): signed out`);
      else if (headings !== 1) wrong.push(`${path} (${kind}): ${headings} h1`);
      else if (title === "") wrong.push(`${path} (${kind}): no title`);
    }
    expect(wrong).toEqual([]);
  });

  test("signed out, each screen leads to the sign-in and keeps the way back", { timeout: 300_000 }, async () => {
    const product = getProduct();
    const wrong: string[] = [];
    for (const { path } of paths.filter(({ kind }) => kind === "page" || kind === "chooser")) {
      const answer = await fetch(`${product.url}${path}`, { redirect: "manual" });
      const location = answer.headers.get("location") ?? "";
      // Without a way back the sign-in leads to the cluster overview.
      const back = new URL(location, product.url).searchParams.get("redirectTo") ?? "/cluster";
      if (answer.status !== 302 || !location.startsWith("/login") || back !== path) wrong.push(`${path}: ${answer.status} ${location}`);
    }
    expect(wrong).toEqual([]);
  });
});
