import { describe, expect, it } from "vitest";
import { higher, sectionsOf, without, withSection, withSuggestion } from "./featured-group";

const film = { label: "Metropolis", value: "Metropolis" };
const help = { id: "help", label: "Help", suggestions: [{ label: "Returns", url: "/returns" }] };

describe("a document among the featured suggestions", () => {
  it("makes the first section, and stands at the end of the last one", () => {
    const first = withSuggestion({ sections: [] }, { label: "Metropolis" });
    expect(first).toEqual({ sections: [{ id: "featured", label: "Featured", suggestions: [film] }] });
    expect(withSuggestion({ note: 1, sections: [{ id: "a" }, help] }, { label: "Metropolis" })).toEqual({
      note: 1,
      sections: [{ id: "a" }, { ...help, suggestions: [...help.suggestions, film] }],
    });
  });

  it("stands in the section that is chosen, with its address", () => {
    const group = { sections: [{ id: "a", suggestions: [] }, help] };
    const added = { label: "Sale", value: "Sale", url: "/sale" };
    expect(withSuggestion(group, { label: "Sale", url: "/sale", section: 0 }).sections).toEqual([
      { id: "a", suggestions: [added] },
      help,
    ]);
    expect(withSuggestion(group, { label: "Metropolis", section: 9 }).sections).toHaveLength(2);
  });

  it("leaves nothing out that has another form", () => {
    expect(withSuggestion({ sections: "odd" }, { label: "Metropolis" }).sections).toHaveLength(1);
    expect(withSuggestion({ sections: ["odd"] }, { label: "Metropolis" })).toEqual({ sections: ["odd"] });
  });
});

describe("sections", () => {
  it("are shown by their labels, whatever stands in them", () => {
    expect(sectionsOf({ sections: [help, { id: "b" }, "odd", { label: "L", suggestions: [film, 1] }] })).toEqual([
      { label: "Help", suggestions: [{ label: "Returns", to: "/returns" }] },
      { label: "b", suggestions: [] },
      { label: "", suggestions: [] },
      {
        label: "L",
        suggestions: [
          { label: "Metropolis", to: "" },
          { label: "", to: "" },
        ],
      },
    ]);
  });

  it("are added with an ID of their own, moved up and removed, and so are their suggestions", () => {
    const one = withSection(withSection(withSection({}, "Top Picks!"), "Top picks"), "日本");
    expect(one.sections).toEqual([
      { id: "top-picks", label: "Top Picks!", suggestions: [] },
      { id: "top-picks-2", label: "Top picks", suggestions: [] },
      { id: "section", label: "日本", suggestions: [] },
    ]);
    expect(sectionsOf(higher(one, 2)).map(({ label }) => label)).toEqual(["Top Picks!", "日本", "Top picks"]);
    expect(higher(one, 0)).toEqual(one);
    expect(sectionsOf(without(one, 1)).map(({ label }) => label)).toEqual(["Top Picks!", "日本"]);
    const two = withSuggestion(withSuggestion(one, { label: "A", section: 0 }), { label: "B", section: 0 });
    expect(sectionsOf(higher(two, 0, 1))[0]?.suggestions.map(({ label }) => label)).toEqual(["B", "A"]);
    expect(sectionsOf(without(two, 0, 0))[0]?.suggestions.map(({ label }) => label)).toEqual(["B"]);
    expect(without(two, 7, 0)).toEqual(two);
  });
});
