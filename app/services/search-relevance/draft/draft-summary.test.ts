import { describe, expect, it } from "vitest";
import type { SettingChange } from "./setting-change";
import { summaryOf } from "./draft-summary";

const change = (
  key: string,
  field: string | null = null,
  effect: SettingChange["effect"] = "at once",
): SettingChange => ({
  ...{ key, field, effect, group: "Search", setting: key, old: "", new: "" },
});
const weights = [change("search.weights", "name"), change("search.weights", "name.lang")];
const three = ["search.queryFormat", "search.fuzziness", "search.distinctField"].map((key) => change(key));

describe("a draft in short", () => {
  it.each<[string, SettingChange[], number, string]>([
    ["fields are counted", weights, 2, "Weights 2 · no re-index needed"],
    [
      "settings are named",
      [...weights, ...three],
      5,
      "Weights 2, match, typo tolerance, distinct field · no re-index needed",
    ],
    [
      "four of them",
      [...weights, ...three, change("results.size"), change("results.highlight")],
      7,
      "Weights 2, match, typo tolerance, distinct field, 2 more · no re-index needed",
    ],
    ["one needs a re-index", [change("results.size", null, "re-index")], 1, "Page size · 1 needs a re-index"],
    [
      "two do",
      [change("results.size", null, "re-index"), change("search.weights", "a", "re-index"), three[0] ?? change("")],
      3,
      "Page size, weights 1, match · 2 need a re-index",
    ],
    [
      "one that is declared nowhere goes by its group",
      [change("other.fields", "a")],
      1,
      "Search 1 · no re-index needed",
    ],
  ])("%s", (_, changes, total, text) => {
    const summary = summaryOf(changes);
    expect([summary.total, summary.text]).toEqual([total, text]);
  });

  it("is empty without changes", () => expect(summaryOf([])).toEqual({ total: 0, text: "", inPlace: 0, reindex: 0 }));
});
