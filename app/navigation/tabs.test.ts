import { describe, expect, it } from "vitest";
import { currentEntry, currentTab } from "./current";
import { appLevel, clusterLevel } from "./paths";
import { hasPage, visibleSections, visibleTabs } from "./visible.server";

const of = (more: Partial<Parameters<typeof visibleTabs>[0]> = {}) =>
  visibleTabs({
    at: appLevel("films"),
    actions: ["overview", "develop"],
    backend: "elasticsearch",
    held: false,
    ...more,
  });
const labels = (more?: Parameters<typeof of>[0]) => of(more).map(({ label }) => label);

describe("tabs of the overviews", () => {
  it("are those of one index, and those of all", () => {
    expect(labels()).toEqual(["Overview", "Mapping", "Settings", "Aliases", "Analyze"]);
    expect(labels({ at: clusterLevel })).toEqual(["Indices", "Aliases", "Templates", "Tasks"]);
    expect(of().map(({ href }) => href)).toContain("/app/films/mapping");
  });

  it("are shown to those who may open them", () => {
    expect(labels({ actions: ["overview"] })).toEqual([]);
    expect(labels({ at: clusterLevel, held: true })).toEqual([]);
    expect(labels({ held: true })).toContain("Mapping");
    expect(labels({ backend: "zinc" })).toEqual([]);
  });

  it("stay through sub-pages, and mark the overview in the sidebar", () => {
    const tabs = of();
    const current = (pathname: string) => currentTab(tabs, pathname)?.label;
    expect(
      ["/app/films", "/app/films/mapping/add", "/app/films/aliases/switch", "/app/films/delete"].map(current),
    ).toEqual(["Overview", "Mapping", "Aliases", "Overview"]);
    const sections = visibleSections({
      at: appLevel("films"),
      actions: ["overview", "develop"],
      backend: "elasticsearch",
    });
    const entry = (pathname: string) => currentEntry(sections, { pathname, tabs })?.entry.href;
    expect(entry("/app/films/settings/edit")).toBe("/app/films");
    expect(entry("/app/films/browse/1")).toBe("/app/films/browse");
    expect(entry("/app/films/no-such-page")).toBeUndefined();
  });

  it("belong to pages that are there", () => {
    expect([
      hasPage("app", "mapping"),
      hasPage("cluster", "templates"),
      hasPage("cluster", "mapping"),
      hasPage("app", "nothing"),
    ]).toEqual([true, true, false, false]);
  });
});
