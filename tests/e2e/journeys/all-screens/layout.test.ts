import type { Page } from "playwright-core";
import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

/** Controls of paired fields that do not stand in one line with their neighbours, and hints above their control. */
const uneven = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".field-row")].flatMap((row) => {
      const controls = [...row.querySelectorAll(":scope > div")].flatMap((field) => {
        const [label, control] = [field.querySelector("label"), field.querySelector("label ~ div")];
        if (!label || !control || control.getBoundingClientRect().height === 0) return [];
        const [head, box] = [label.getBoundingClientRect(), control.getBoundingClientRect()];
        const hint = field.querySelector(":scope > p")?.getBoundingClientRect();
        return [{ name: label.textContent ?? "", head: head.top, top: box.top, hint: hint?.top ?? Infinity }];
      });
      return controls.filter(
        ({ head, top, hint }) =>
          hint < top || controls.some((other) => Math.abs(other.head - head) < 2 && Math.abs(other.top - top) > 1),
      );
    }),
  );

/** Tables that are wider than their frame without a box that scrolls, and boxes that scroll down. */
const spilt = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".table-scroll")].flatMap((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const over = overflowX === "visible" && box.scrollWidth > box.clientWidth + 1;
      const down = overflowY === "auto" || box.clientHeight + 1 < box.scrollHeight;
      return over || (down && overflowX !== "visible") ? [`${box.getAttribute("aria-label")} ${box.scrollWidth}`] : [];
    }),
  );

journey("pairs of fields stand in one line; tables keep in their frames and scroll sideways alone", async (given) => {
  const { page, product, own } = given;
  const index = `layout-${own}`;
  const names = Array.from({ length: 40 }, (_, at) => `a_rather_long_field_name_${at}`);
  const row = Object.fromEntries(names.map((name) => [name, "some words of it"]));
  await product.call("PUT", `/${index}`);
  for (let at = 0; at < 30; at += 1) await product.call("PUT", `/${index}/_doc/${at}`, row);
  await product.call("POST", `/${index}/_refresh`);
  for (const [description, ttl] of [
    ["Layout", 864_000_000_000_000],
    ["Layout of another", -1],
  ] as const)
    await product.call("POST", "/_permission", {
      description,
      ops: ["read", "write", "delete"],
      owner: "somebody.with.a.name@shop.example",
      indices: ["products-*", index],
      ...(ttl > 0 && { ttl }),
    });
  await signIn({ page, product, at: `/app/${index}/browse` });
  for (const width of [1280, 1000, 700, 420]) {
    await page.setViewportSize({ width, height: 720 });
    for (const path of [`/app/${index}/browse`, "/cluster/credentials"]) {
      await page.goto(path);
      await page.locator(".data-table").first().waitFor();
      expect(await spilt(page), `${path} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width);
    }
    for (const path of [
      `/app/${index}/settings`,
      `/app/${index}/results`,
      "/cluster/credentials/new",
      "/cluster/templates/new",
      "/cluster/create-index",
    ]) {
      await page.goto(path);
      expect(await page.locator(".field-row").count(), path).toBeGreaterThan(0);
      expect(await uneven(page), `${path} at ${width}`).toEqual([]);
    }
  }
});
