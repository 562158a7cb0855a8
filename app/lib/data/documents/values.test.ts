import { isJsonObject, parseJson } from "@common/text/json";
import { expect, test } from "vitest";
import { cellText, defaultColumns, groupAlike, groupDigits, titlePaths, valuesAt } from "./values";
import { flattenMapping } from "./mapping-fields";

function source(text: string) {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error("no object");
  return value;
}

test("values through objects, lists and names with dots", () => {
  const value = source('{"a":{"b":1},"a.b":2,"l":[{"x":[3,[4]]},{"y":5}],"__proto__":6}');
  expect(valuesAt(value, "a.b")).toEqual([1, 2]);
  expect(valuesAt(value, "l.x")).toEqual([3, 4]);
  expect(valuesAt(value, "nothing")).toEqual([]);
  expect(valuesAt(value, "constructor")).toEqual([]);
});

test("cells keep long numbers and cut long texts", () => {
  const value = source(
    `{"big":12345678901234567890,"year":1994,"votes":417703,"movie_id":1234567,"t":"${"x".repeat(500)}","o":{"z":1},"n":null,"b":false}`,
  );
  const cell = (path: string, type: string) => cellText(value, { path, type });
  expect(cell("big", "long")).toBe("12,345,678,901,234,567,890");
  expect(cell("year", "long")).toBe("1994");
  expect(cell("votes", "long")).toBe("417,703");
  expect(cell("movie_id", "long")).toBe("1234567");
  expect(cell("t", "text")).toHaveLength(121);
  expect(cell("o", "object")).toBe('{"z":1}');
  expect(cell("n", "long")).toBeUndefined();
  expect(cell("b", "boolean")).toBe("false");
});

test("digits are grouped, years are not", () => {
  expect([
    groupDigits("1994"),
    groupDigits("999"),
    groupDigits("9126"),
    groupDigits("-12345.10"),
    groupDigits("1e21"),
    groupDigits("text"),
  ]).toEqual(["1994", "999", "9,126", "-12,345.10", "1e21", "text"]);
});

test("a column is grouped alike, and one of years not at all", () => {
  expect(groupAlike(["6000", null, "1,600,000", "12.50", "7000, 80000.5"])).toEqual([
    "6,000",
    null,
    "1,600,000",
    "12.50",
    "7,000, 80,000.5",
  ]);
  expect(groupAlike(["1994", "2001"])).toEqual(["1994", "2001"]);
});

test("six telling columns, the title first, long and empty ones last", () => {
  const fields = flattenMapping({
    properties: {
      body: { type: "text" },
      cast: { type: "keyword" },
      genre: { type: "keyword" },
      poster_url: { type: "keyword" },
      rare: { type: "keyword" },
      rating: { type: "double" },
      title: { type: "text" },
      vector: { type: "dense_vector" },
      votes: { type: "long" },
      year: { type: "long" },
    },
  });
  const one = source(
    `{"title":"Alien","genre":"Horror","cast":"A","rating":8.5,"votes":1,"year":1979,"poster_url":"x","body":"${"long ".repeat(80)}"}`,
  );
  expect(defaultColumns(fields, [one, one])).toEqual(["title", "cast", "genre", "rating", "votes", "year"]);
  expect(defaultColumns(fields, [])[0]).toBe("title");
});

test("a title of its own comes before the name of something within", () => {
  const fields = flattenMapping({
    properties: { author: { properties: { name: { type: "text" } } }, title: { type: "text" } },
  });
  const one = source(
    `{"title":"How do I return an article that was delivered to a pick-up point abroad, and who pays?","author":{"name":"Mira"}}`,
  );
  const bare = source(`{"title":"Opening hours"}`);
  expect(defaultColumns(fields, [one, bare])[0]).toBe("title");
  expect(defaultColumns(fields, [one, one])[0]).toBe("title");
  expect(titlePaths(fields)).toEqual(["title", "author.name"]);
});
