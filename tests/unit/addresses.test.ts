import { matchRoutes } from "@remix-run/react";
import { expect, it } from "vitest";
import { encodeSegment } from "~/lib/address/ids";
import { restOf } from "~/navigation/paths";
import { buildRoutes } from "../../routes.js";

// A thing may be called as a page is: a user "new", an index "credentials". For every address with a parameter and
// every word of routes.js in its place.

type Node = { id: string; path?: string; children: Node[] };
const table = buildRoutes();
const below = (parent: string): Node[] =>
  Object.values(table)
    .filter(({ parentId }) => parentId === parent)
    .map((route) => ({ ...route, children: below(route.id) }));
const tree = below("root") as Parameters<typeof matchRoutes>[0];

const full = (id: string): string => {
  const { path = "", parentId = "root" } = table[id] ?? {};
  return `${parentId === "root" ? "" : full(parentId)}${path === "" ? "" : `/${path}`}`;
};
const addresses = Object.keys(table)
  .filter((id) => !id.startsWith("shell/") && full(id).includes(":") && !full(id).endsWith("*"))
  .map((id) => ({ id, path: full(id) }));
const isWord = (segment = "") => segment !== "" && segment !== "*" && !segment.startsWith(":");
/** The words that stand at a place of some address: no other can be in the way there. */
const wordsAt = (place: number) =>
  [...new Set(Object.keys(table).map((id) => full(id).split("/")[place] ?? ""))].filter(isWord);
const namesAt = (place: number) => wordsAt(place).flatMap((word) => [word, word.toUpperCase()]);
const segments = Object.keys(table).map((id) => full(id).split("/"));
/** Those of them that stand below the same words: what stands below others is never in the way. */
const namesOn = (path: string, place: number) => {
  const before = path.split("/").slice(0, place);
  const isBelow = (other: string[]) =>
    before.every((one, at) => one === other[at] || one.startsWith(":") || other[at]?.startsWith(":") === true);
  const words = new Set(segments.filter(isBelow).map((other) => other[place]));
  return [...words].filter(isWord).flatMap((word = "") => [word, word.toUpperCase()]);
};

/** Those of a fixed set, which no user names. */
const fixed = [":kind"];

it("leads to the thing whatever it is called", () => {
  expect(addresses.length).toBeGreaterThan(40);
  const asked = addresses.flatMap(({ id, path }) =>
    path.split("/").flatMap((parameter, place) => {
      if (!parameter.startsWith(":") || fixed.includes(parameter)) return [];
      return namesOn(path, place).map((name) => ({
        id,
        address: path.replace(parameter, encodeSegment(name)).replace(/:\w+/g, "other"),
      }));
    }),
  );
  expect(asked.length).toBeGreaterThan(500);
  expect(asked.filter(({ id, address }) => matchRoutes(tree, address)?.at(-1)?.route.id !== id)).toEqual([]);
});

it("reads what it wrote, under an index that is called as the screen is, too", () => {
  const screens = Object.values(table).flatMap(({ path = "" }) => /^([\w-]+)\/:\w+$/.exec(path)?.[1] ?? []);
  expect(screens.length).toBeGreaterThan(5);
  const wrong = screens.flatMap((screen) =>
    namesAt(3).flatMap((name) => {
      const paths = [
        `/cluster/${screen}/${encodeSegment(name)}`,
        ...[name, screen].map((index) => `/app/${encodeSegment(index)}/${screen}/${encodeSegment(name)}/edit`),
      ];
      return paths.filter((path) => restOf(path) !== name);
    }),
  );
  expect(wrong).toEqual([]);
});
