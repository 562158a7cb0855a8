import { expect, it } from "vitest";
import { changeable, flattenSettings, settingChanges, settingKind } from "./index-settings";

it("tells when a setting may change", () => {
  expect(
    [
      "index.refresh_interval",
      "index.analysis.analyzer.a.type",
      "index.number_of_shards",
      "index.version.created",
      "index.hidden",
    ].map(settingKind),
  ).toEqual(["dynamic", "static", "fixed", "fixed", "dynamic"]);
});

it("reads nested, dotted and mixed settings alike", () => {
  const flat = {
    "index.refresh_interval": "5s",
    "index.analysis.filter.f.stopwords": ["a", "b"],
    "index.priority": "3",
    "index.codec": null,
  };
  expect(
    flattenSettings({
      index: { refresh_interval: "5s", "analysis.filter": { f: { stopwords: ["a", "b"] } }, priority: 3 },
      codec: null,
    }),
  ).toEqual(flat);
});

it("sends what changed, and null for what is no longer set", () => {
  const before = { "index.a": "1", "index.b": ["x"], "index.c": "3" };
  expect(settingChanges(before, { "index.a": "2", "index.b": ["x"], "index.d": "4" })).toEqual({
    "index.a": "2",
    "index.c": null,
    "index.d": "4",
  });
  expect(settingChanges(before, before)).toEqual({});
});

it("leaves out what is fixed", () => {
  expect(Object.keys(changeable({ "index.uuid": "u", "index.b": "1", "index.a": "1" }))).toEqual([
    "index.a",
    "index.b",
  ]);
});
