import { describe, expect, it } from "vitest";
import { withSuggestion } from "./featured-step.server";

const film = { label: "Metropolis", value: "Metropolis" };

describe("a document among the featured suggestions", () => {
  it("makes the first section, and stands at the end of the last one", () => {
    const first = withSuggestion({ sections: [] }, "Metropolis");
    expect(first).toEqual({ sections: [{ id: "featured", label: "Featured", suggestions: [film] }] });
    const help = { id: "help", label: "Help", suggestions: [{ label: "Returns", url: "/returns" }] };
    expect(withSuggestion({ note: 1, sections: [{ id: "a" }, help] }, "Metropolis")).toEqual({
      note: 1,
      sections: [{ id: "a" }, { ...help, suggestions: [...help.suggestions, film] }],
    });
  });

  it("leaves nothing out that has another form", () => {
    expect(withSuggestion({ sections: "odd" }, "Metropolis").sections).toHaveLength(1);
  });
});
