import { describe, expect, it } from "vitest";
import { writingOrder } from "./field-order.server";

const types = new Map([
  ["country", "keyword"],
  ["year", "long"],
  ["plot", "text"],
  ["cast", "object"],
  ["cast.name", "text"],
  ["title", "text"],
  ["title.keyword", "keyword"],
]);

describe("the order of the fields of a document", () => {
  it("is title, texts, then the rest of the mapping, each once", () => {
    const samples = ["Germany", "France", "Germany", "France"].map((country, at) => ({
      country,
      year: 1920 + at,
      title: `Film ${at}`,
      plot: "A long story of a city and of those who live below it, told in many words and scenes",
      cast: [{ name: "Helm" }],
    }));
    expect(writingOrder(types, samples)).toEqual(["title", "plot", "country", "year", "cast"]);
  });

  it("goes by names and types where there are no documents", () => {
    const order = writingOrder(types, []);
    expect(order[0]).toBe("title");
    expect(order.indexOf("plot")).toBeLessThan(order.indexOf("year"));
    expect(order).toHaveLength(5);
  });

  it("has the first short text as title where no name says it, also of lists", () => {
    const order = writingOrder(
      new Map([
        ["at", "date"],
        ["said", "text"],
      ]),
      [{ at: "2024-01-01", said: ["One", "Two"] }],
    );
    expect(order).toEqual(["said", "at"]);
  });
});
