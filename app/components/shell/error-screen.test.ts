import { expect, it } from "vitest";
import { appLevel } from "~/navigation/paths";
import { visibleSections } from "~/navigation/visible.server";
import { nearestPage, waysUp } from "./error-screen";

const toList = (to: string) => [{ to, label: "Back to the list" }];

it("leads from what is missing to its list, at both levels", () => {
  expect(waysUp("/cluster/templates/composable/none/edit", { path: "/_index_template/none" })).toEqual(
    toList("/cluster/templates"),
  );
  expect(waysUp("/cluster/jobs/none", { path: "/none" })).toEqual(toList("/cluster/jobs"));
  expect(waysUp("/app/films/browse/none", { path: "/films/_doc/none" })).toEqual(toList("/app/films/browse"));
});

it("leads from an index that is missing to the list of indices", () => {
  expect(waysUp("/app/none/browse/1", { path: "/none" })).toEqual([{ to: "/indices", label: "All indices" }]);
  expect(waysUp("/app/none", { path: "/none" })).toEqual([{ to: "/indices", label: "All indices" }]);
});

it("leads from a page that failed to the nearest one that the menus know", () => {
  const menu = visibleSections({ at: appLevel("films"), actions: ["overview", "develop"], backend: "elasticsearch" });
  const near = (pathname: string) => nearestPage({ pathname, menu, tabs: [] });
  expect(near("/app/films/browse/1/edit")).toEqual([{ to: "/app/films/browse", label: "Browse" }]);
  expect(near("/app/films/no-such-page")).toEqual([{ to: "/app/films", label: "App overview" }]);
  expect(near("/app/films/browse")).toEqual([]);
});
