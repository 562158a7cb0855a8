import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Thing } from "~/navigation/thing";
import { findEntry } from "~/navigation/sections";
import { buildRoutes } from "../../routes.js";
import { sourceFiles } from "./source-files";

type Described = Pick<Thing, "screen" | "title" | "noun" | "plural"> & { pages: readonly string[] };

const isThing = (value: unknown): value is Described =>
  typeof value === "object" && value !== null && "screen" in value && "pages" in value && "idIn" in value;

const root = join(import.meta.dirname, "../..");
const sources = sourceFiles().filter(
  ({ path, imports }) => path.startsWith("app/routes/") && imports.includes("app/navigation/thing"),
);
const modules = await Promise.all(
  sources.map(({ path }) => import(/* @vite-ignore */ join(root, path)) as Promise<object>),
);
const things = modules.flatMap((module) => Object.values(module).filter(isThing));
const paths = new Set(Object.values(buildRoutes()).map(({ path = "" }) => path));

describe("things", () => {
  it("are found where they are described", () => {
    expect(things.length).toBeGreaterThanOrEqual(10);
    expect(new Set(things.map(({ screen }) => screen)).size).toBe(things.length);
  });

  it("stand below a screen of the sidebar, which says who may open them", () => {
    expect(things.filter(({ screen }) => findEntry(screen.split("/")[0] ?? "") === undefined)).toEqual([]);
  });

  it("have a list and only pages that are in the table of routes", () => {
    const isMounted = (screen: string, page: string) =>
      paths.has(`${screen}/${page}`) ||
      [...paths].some((path) => path.startsWith(`${screen}/:`) && path.split("/").at(-1) === page);
    expect(things.filter(({ screen }) => !paths.has(screen)).map(({ screen }) => screen)).toEqual([]);
    expect(
      things.flatMap(({ screen, pages }) =>
        pages.filter((page) => !isMounted(screen, page)).map((page) => `${screen} ${page}`),
      ),
    ).toEqual([]);
  });
});
