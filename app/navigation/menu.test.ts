import { describe, expect, it } from "vitest";
import { actionsOf } from "~/lib/access-control/actions";
import { menuOf, packedMenu } from "./menu";
import { appLevel, clusterLevel } from "./paths";
import { visibleSections } from "./visible.server";

describe("the menus of a page", () => {
  it.each([clusterLevel, appLevel("films"), appLevel("日本 a/b"), appLevel("browse")])(
    "come back whole at $level $app",
    (at) => {
      const sections = visibleSections({
        at,
        actions: actionsOf({ isAdmin: true, allowed: null }),
        backend: "elasticsearch",
      });
      expect(sections.length).toBeGreaterThan(3);
      expect(menuOf({ menu: packedMenu(sections, at), place: at })).toEqual(sections);
    },
  );

  it("have no billing on a server that charges nothing", () => {
    const labels = (billing?: boolean) =>
      visibleSections({
        at: clusterLevel,
        actions: actionsOf({ isAdmin: true, allowed: null }),
        backend: "elasticsearch",
        ...(billing !== undefined && { billing }),
      }).map(({ label }) => label);
    expect(labels()).toContain("Billing");
    expect(labels(false)).not.toContain("Billing");
    expect(labels(false)).toEqual(labels(true).filter((label) => label !== "Billing"));
  });

  it("may be none", () => {
    expect(menuOf({ menu: packedMenu([], clusterLevel), place: clusterLevel })).toEqual([]);
  });
});
