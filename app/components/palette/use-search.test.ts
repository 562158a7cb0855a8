import { expect, it } from "vitest";
import { fitting } from "./use-search";

const entry = (title: string, note = "") => ({ title, note, to: `/${title}`, rank: 0 });

it("of the answer to another text, only what fits the new one stands while it is asked for", () => {
  const groups = [
    { id: "screens", label: "Screens", entries: [entry("Import"), entry("Browse")] },
    { id: "jobs", label: "Jobs", entries: [entry("Delete by query", "movies · done")] },
  ];
  const titles = (typed: string) =>
    fitting({ typed: "", groups, missing: [] }, typed).groups.map(({ entries }) => entries.map(({ title }) => title));
  expect(titles("brow")).toEqual([["Browse"]]);
  expect(titles("movies")).toEqual([["Delete by query"]]);
  expect(titles("zzz")).toEqual([]);
});
