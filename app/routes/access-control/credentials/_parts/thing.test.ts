import { expect, it } from "vitest";
import { clusterLevel } from "~/navigation/paths";
import { credentials } from "./thing";

const labels = (data: unknown, label?: string) =>
  credentials
    .one(label)
    .crumbs?.({ data, params: {}, at: clusterLevel, pathname: "/cluster/credentials/abc001" })
    .map((crumb) => crumb.label);

it("calls a credential by its description, as the list does, and by its user name where it has none", () => {
  expect(labels({ name: "abc001", description: "Film finder" })).toEqual(["Film finder"]);
  expect(labels({ name: "abc001", description: "" })).toEqual(["abc001"]);
  expect(labels({ page: { name: "Film finder" } }, "Delete")).toEqual(["Film finder", "Delete"]);
  expect(labels({ review: { name: "Film finder" } }, "Review changes")).toEqual(["Film finder", "Review changes"]);
  expect(labels(undefined)).toEqual(["abc001"]);
});
