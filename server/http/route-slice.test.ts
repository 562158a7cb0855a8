import type { ServerBuild } from "@remix-run/node";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import { buildRoutes } from "../../routes.js";
import { routeSlices } from "./route-slice";

type Row = { id: string; path?: string; index?: boolean; parentId?: string };

/** A build with the table of routes.js and further rows, as far as the slice reads one. */
function buildWith(further: Row[] = []): ServerBuild {
  const rows: Row[] = [{ id: "root", path: "" }, ...Object.values(buildRoutes()), ...further];
  const routes = Object.fromEntries(
    rows.map(({ id, path, index, parentId }) => [id, { id, path, index, parentId, module: {} }]),
  );
  return { routes, assets: { routes: { ...routes }, version: "1" } } as unknown as ServerBuild;
}

function treeOf(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { id, path } = route;
    return [route.index ? { id, path, index: true } : { id, path, children: treeOf(build, id) }];
  });
}

const matched = (build: ServerBuild, path: string) =>
  matchRoutes(treeOf(build), path)?.map(({ route, params, pathname }) => ({ id: route.id, params, pathname })) ?? null;

const above = (path: string) => {
  const parts = path.split("/").slice(1);
  return parts.map((_, at) => `/${parts.slice(0, at).join("/")}`);
};

const whole = buildWith();
const sliceFor = routeSlices(whole);

/** An address of each route, its parameters filled in. */
function addressOf(id: string): string {
  const parts: string[] = [];
  for (
    let at = whole.routes[id];
    at !== undefined;
    at = at.parentId === undefined ? undefined : whole.routes[at.parentId]
  )
    parts.unshift(at.path ?? "");
  const filled = parts.join("/").split("/").filter(Boolean);
  return `/${filled.map((part) => (part === "*" ? "no/such-page" : part.startsWith(":") ? "films" : part)).join("/")}`;
}

const addresses = Object.keys(whole.routes).map(addressOf);
const odd = [
  "/CLUSTER/",
  "/cluster//import",
  "/app//browse",
  "//cluster",
  "/app/cluster/browse/import",
  "/app/a%2Fb/browse/x%2F%2E%2E",
  "/%63luster",
  "/app/app/app",
  "/app/%E0%A4%A/browse",
  "/browse/films/no",
  "/billing/x",
  "/resources/films/browse/1/raw/",
  "/resources/nothing",
  "/app/films/browse/documents/add/more/and/more/still",
  "/app/films/BROWSE/1/Edit",
  "/constructor/__proto__",
];

describe("the slice of the routes that an address needs", () => {
  it.each([...new Set([...addresses, ...odd])])(
    "leads %s where the whole table leads it, and those above it",
    (address) => {
      const slice = sliceFor(`${address}?q=1`);
      for (const path of [address, ...above(address)]) expect(matched(slice, path)).toEqual(matched(whole, path));
      expect(Object.keys(slice.assets.routes)).toEqual(Object.keys(slice.routes));
    },
  );

  it("is that of the page where its data is asked for", () => {
    expect(sliceFor("/app/films/browse.data?index")).toBe(sliceFor("/app/films/browse"));
    expect(sliceFor("/_root.data")).toBe(sliceFor("/"));
  });

  it("is that of the address as it will be read, not as it is written", () => {
    expect(sliceFor("/login/../cluster")).toBe(sliceFor("/cluster"));
    expect(sliceFor("/login/%2e%2e/cluster#x")).toBe(sliceFor("/cluster"));
  });

  it("is one for all indices, and for all pages that are not there", () => {
    expect(sliceFor("/app/films/browse")).toBe(sliceFor("/app/songs/browse"));
    expect(sliceFor("/app/films/none-1")).toBe(sliceFor("/app/films/none-2"));
  });

  it("has for the manifest the routes of all links that are asked for", () => {
    const links = ["/cluster", "/app/films/browse/1", "/login", "/nowhere"];
    const slice = sliceFor(`/__manifest?version=1&${links.map((path) => `p=${encodeURIComponent(path)}`).join("&")}`);
    for (const link of links)
      for (const path of [link, ...above(link)]) expect(matched(slice, path)).toEqual(matched(whole, path));
    expect(Object.keys(slice.routes).length).toBeLessThan(Object.keys(whole.routes).length);
  });

  it("does not grow with the console: 400 further screens leave the routes of a page as they are", () => {
    const further = Array.from({ length: 200 }, (_, at) => [
      { id: `cluster/further-${at}`, path: `further-${at}`, parentId: "shell/cluster" },
      { id: `app/further-${at}`, path: `further-${at}`, parentId: "shell/app" },
    ]).flat();
    const large = routeSlices(buildWith(further));
    for (const address of [
      "/",
      "/login",
      "/cluster",
      "/app/films",
      "/app/films/browse",
      "/app/films/browse/1/edit",
      "/cluster/import",
      "/browse",
    ]) {
      expect(Object.keys(large(address).routes)).toEqual(Object.keys(sliceFor(address).routes));
      expect(Object.keys(large(address).routes).length).toBeLessThan(25);
    }
    expect(Object.keys(large("/app/films/further-7").routes)).toContain("app/further-7");
  });
});
