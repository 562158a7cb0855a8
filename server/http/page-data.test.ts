import { expect, it } from "vitest";
import { readRefusal } from "../../tests/setup/refused-data";
import { asksPageData, refusedData } from "./page-data";

const instead = async (target: string) =>
  (await readRefusal(await refusedData({ method: "GET", target, status: 503, text: "Try again in a moment." })))
    .instead;

it("leads to the page of every address, and to no other host", async () => {
  const led = { redirect: "/", status: 302, revalidate: false, reload: true, replace: false };
  expect(await instead("/_root.data")).toEqual(led);
  expect(await instead("/cluster.data?q=a%20b&q=?c")).toEqual({ ...led, redirect: "/cluster?q=a%20b&q=?c" });
  for (const target of ["//elsewhere.test/a.data", "/\\elsewhere.test/a.data", "\\/elsewhere.test/a.data"])
    expect(await instead(target)).toEqual({ ...led, redirect: "/elsewhere.test/a" });
  expect(await instead("http://elsewhere.test/a.data")).toEqual({ ...led, redirect: "/http://elsewhere.test/a" });
});

it("knows by the path alone what asks for the data of a page", () => {
  expect(["/a.data", "/a.data?b", "/_root.data"].map(asksPageData)).toEqual([true, true, true]);
  expect(["/a", "/a?b=.data", "/a.database", "/a#.data"].map(asksPageData)).toEqual([false, false, false, false]);
});
