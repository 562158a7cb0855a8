import { describe, expect, it } from "vitest";
import {
  chosenFilter,
  type DocumentFilter,
  filterLabel,
  filterText,
  filterWords,
  narrowed,
  readFilter,
  withFilter,
  withoutFilter,
} from "~/lib/data/documents/filters";
import { flattenMapping } from "~/lib/data/documents/mapping-fields";
import { documentQuery, filterProblem, searchedFields, sortClause } from "./query.server";

const fields = flattenMapping({
  properties: {
    title: { type: "text", fields: { keyword: { type: "keyword" } } },
    plain: { type: "text" },
    votes: { type: "long" },
    day: { type: "date" },
    seen: { type: "boolean" },
    place: { type: "geo_point" },
    "odd:name": { type: "keyword" },
    cast: { type: "nested", properties: { name: { type: "keyword" } } },
  },
});
const byPath = new Map(fields.map((field) => [field.path, field]));
const filter = (operator: DocumentFilter["operator"], field: string, value = "", to = ""): DocumentFilter => ({
  operator,
  field,
  value,
  to,
});
const query = (...filters: DocumentFilter[]) => documentQuery({ q: "", filters, fields, zone: "Europe/Oslo" });

describe("filters in the address", () => {
  it.each([
    filter("is", "odd:name", "a:b"),
    filter("between", "votes", "1", "5"),
    filter("missing", "title"),
    filter("contains", "title", ".."),
    filter("near", "place", "48.85, 2.35", "3mi"),
    { ...filter("contains", "title", "heat"), isNot: true, group: 2 },
    { ...filter("between", "votes", "1", "5"), isNot: true },
    { ...filter("is", "odd:name", "1.is:x"), group: 1 },
  ])("survive %j", (one) => {
    expect(readFilter(filterText(one))).toEqual(one);
  });
  it.each([
    "",
    "is",
    "is:",
    "unknown:title:x",
    "is:%E0%A4%A:x",
    "constructor:title:x",
    "!is:title:x",
    "!exists:title",
    "0.is:title:x",
    "10.is:title:x",
    "1!.is:title:x",
  ])("%j is none", (text) => {
    expect(readFilter(text)).toBeUndefined();
  });
  it("are read from the form", () => {
    expect(chosenFilter(new URLSearchParams({ field: "votes", operator: "above", value: " 5 ", to: "9" }))).toEqual(
      filter("above", "votes", "5"),
    );
    expect(chosenFilter(new URLSearchParams({ field: "votes", operator: "!above", value: "5" }))).toEqual({
      ...filter("above", "votes", "5"),
      isNot: true,
    });
    expect(chosenFilter(new URLSearchParams({ field: "votes", operator: "!is", value: "5" }))).toBeUndefined();
    expect(chosenFilter(new URLSearchParams({ field: "", operator: "above", value: "5" }))).toBeUndefined();
  });
  it("are told in words", () => {
    expect(filterLabel(filter("between", "votes", "1", "5"))).toBe("votes between 1 and 5");
    expect(filterLabel(filter("missing", "title"))).toBe("title is missing");
    expect(filterLabel(filter("near", "place", "1,2", "10km"))).toBe("place near 1,2 within 10km");
  });
});

describe("a filter that does not fit", () => {
  it.each([
    [filter("contains", "votes", "1"), "does not work with votes"],
    [filter("above", "seen", "1"), "does not work with seen"],
    [filter("is", "votes", "abc"), "“abc” is not a number"],
    [filter("is", "seen", "yes"), "true or false"],
    [filter("is", "title", ""), "Enter a value"],
    [filter("between", "votes", "1", ""), "both values"],
    [filter("is", "nothing", "x"), "no field nothing"],
    [filter("is", "place", "1,2"), "geo_point"],
    [filter("any", "votes", "1, two"), "“two” is not a number"],
    [filter("any", "title", " , "), "Enter a value"],
    [filter("any", "title", Array.from({ length: 101 }, (_, at) => at).join()), "at most 100"],
    [filter("near", "place", "91,0", "10km"), "latitude and longitude"],
    [filter("near", "place", "here", "10km"), "latitude and longitude"],
    [filter("near", "place", "1,2", "far"), "distance with its unit"],
    [filter("near", "title", "1,2", "10km"), "does not work with title"],
  ])("%j", (one, words) => {
    expect(filterProblem(one, byPath)).toContain(words);
  });
  it.each([
    filter("is", "votes", "12345678901234567890"),
    filter("exists", "place"),
    filter("is", "seen", "true"),
    filter("above", "day", "2020-01-01"),
  ])("%j fits", (one) => {
    expect(filterProblem(one, byPath)).toBeUndefined();
  });
});

describe("the query", () => {
  it("is everything without filters", () => {
    expect(query()).toEqual({ match_all: {} });
  });
  it("goes to the keyword of a text, else to its words", () => {
    expect(query(filter("is", "title", "Alien"), filter("is", "plain", "a b"))).toEqual({
      bool: { filter: [{ term: { "title.keyword": { value: "Alien" } } }, { match_phrase: { plain: "a b" } }] },
    });
  });
  it("takes wildcards of the value to the letter", () => {
    expect(JSON.stringify(query(filter("contains", "odd:name", "5*?\\")))).toContain(String.raw`*5\\*\\?\\\\*`);
  });
  it("excludes for is not and missing", () => {
    expect(query(filter("not", "votes", "3"), filter("missing", "title"))).toEqual({
      bool: { must_not: [{ term: { votes: { value: "3" } } }, { exists: { field: "title" } }] },
    });
  });
  it("takes a day in the reader's zone as a whole", () => {
    expect(query(filter("is", "day", "2020-02-01"))).toEqual({
      bool: {
        filter: [
          {
            range: {
              day: {
                gte: "2020-02-01||/d",
                lte: "2020-02-01||/d",
                format: "strict_date_optional_time",
                time_zone: "Europe/Oslo",
              },
            },
          },
        ],
      },
    });
    expect(query(filter("above", "day", "1580515200000"))).toEqual({
      bool: { filter: [{ range: { day: { gt: "1580515200000" } } }] },
    });
  });
  it("goes into nested objects", () => {
    expect(query(filter("is", "cast.name", "Ann"))).toEqual({
      bool: { filter: [{ nested: { path: "cast", query: { term: { "cast.name": { value: "Ann" } } } } }] },
    });
  });
  it("names fields only where there are too many for all", () => {
    expect(searchedFields(fields)).toEqual({ fields: ["*"], all: true });
    const wide = flattenMapping({
      properties: Object.fromEntries(
        Array.from({ length: 5000 }, (_, at) => [`f${at}`, { type: at % 2 ? "long" : "text" }]),
      ),
    });
    const { fields: names, all } = searchedFields(wide);
    expect([names.length, all, names[0]]).toEqual([1000, false, "f0"]);
  });
  it("sorts by what can be sorted", () => {
    expect(sortClause(byPath.get("title"), "desc")).toEqual({
      "title.keyword": { order: "desc", missing: "_last", unmapped_type: "keyword" },
    });
    expect(sortClause(byPath.get("plain"), "desc")).toBeUndefined();
    expect(sortClause(undefined, "desc")).toBeUndefined();
  });
});

describe("filters of several values", () => {
  it("hold for any of them; one with a comma stands in quotes", () => {
    expect(query(filter("any", "title", 'a, "b, c"'))).toEqual({
      bool: {
        filter: [
          {
            bool: {
              should: [{ term: { "title.keyword": { value: "a" } } }, { term: { "title.keyword": { value: "b, c" } } }],
              minimum_should_match: 1,
            },
          },
        ],
      },
    });
    expect(JSON.stringify(query(filter("any", "plain", 'say "hi, b')))).toContain("match_phrase");
  });
  it("near a place", () => {
    expect(query(filter("near", "place", "48.85, 2.35", "10 km"))).toEqual({
      bool: { filter: [{ geo_distance: { distance: "10km", place: { lat: 48.85, lon: 2.35 } } }] },
    });
  });
});

describe("filters that are joined", () => {
  const a = filter("is", "votes", "1");
  const b = filter("not", "votes", "2");
  const c = filter("exists", "title");
  const d = { ...filter("contains", "title", "x"), isNot: true };
  const texts = (filters: readonly DocumentFilter[]) => filters.map(filterText);
  const of = (match: "" | "any", ...filters: DocumentFilter[]) =>
    documentQuery({ q: "", filters, match, fields, zone: "UTC" });
  const [isOne, isTwo, hasTitle] = [
    { term: { votes: { value: "1" } } },
    { term: { votes: { value: "2" } } },
    { exists: { field: "title" } },
  ];
  const either = (...should: object[]) => ({ bool: { should, minimum_should_match: 1 } });

  it("hold all, or any; those of a group the other way round; a turned one as must not", () => {
    expect(of("any", a)).toEqual({ bool: { filter: [isOne] } });
    expect(of("any", b)).toEqual({ bool: { must_not: [isTwo] } });
    expect(of("any", a, b)).toEqual({ bool: { filter: [either(isOne, { bool: { must_not: [isTwo] } })] } });
    expect(of("", c, { ...a, group: 1 }, { ...b, group: 1 })).toEqual({
      bool: { filter: [hasTitle, either(isOne, { bool: { must_not: [isTwo] } })] },
    });
    expect(of("any", c, { ...a, group: 1 }, { ...b, group: 1 })).toEqual({
      bool: { filter: [either(hasTitle, { bool: { filter: [isOne], must_not: [isTwo] } })] },
    });
    expect(of("", { ...b, group: 3 })).toEqual({ bool: { must_not: [isTwo] } });
    expect(Object.keys(of("", d)["bool"] ?? {})).toEqual(["must_not"]);
    // Words must always be found.
    expect(documentQuery({ q: "x", filters: [a, c], match: "any", fields, zone: "UTC" })).toMatchObject({
      bool: { must: [{}], filter: [either(isOne, hasTitle)] },
    });
  });

  it("are told in words, a line for each that must hold", () => {
    const grouped = [c, { ...a, group: 1 }, { ...d, group: 1 }];
    expect(filterWords(grouped, "")).toEqual(["title exists", "votes is 1 or title does not contain x"]);
    expect(filterWords(grouped, "any")).toEqual(["title exists or (votes is 1 and title does not contain x)"]);
  });

  it("are joined and taken apart", () => {
    expect(texts(withFilter([a, c], { filter: b, place: "" }))).toEqual(["is:votes:1", "exists:title", "not:votes:2"]);
    const joined = withFilter([a, c], { filter: b, place: "0" });
    expect(texts(joined)).toEqual(["1.is:votes:1", "exists:title", "1.not:votes:2"]);
    expect(texts(withFilter(joined, { filter: d, place: "2" }))).toEqual([...texts(joined), "1.!contains:title:x"]);
    expect(texts(withFilter(joined, { filter: d, place: "1" }))).toEqual([
      "1.is:votes:1",
      "2.exists:title",
      "1.not:votes:2",
      "2.!contains:title:x",
    ]);
    expect(texts(withFilter([a], { filter: a, place: "7" }))).toEqual(["is:votes:1"]);
    const [first = a] = joined;
    expect(texts(withoutFilter(joined, first))).toEqual(["exists:title", "not:votes:2"]);
  });

  it("are narrowed by one more that all must meet", () => {
    const by = filter("is", "title", "X");
    expect(narrowed({ filters: [a, b], match: "", by }).f).toEqual([a, b, by]);
    expect(narrowed({ filters: [a], match: "any", by })).toEqual({ f: [a, by], match: "" });
    expect(narrowed({ filters: [a, b], match: "any", by })).toEqual({
      f: [{ ...a, group: 1 }, { ...b, group: 1 }, by],
      match: "",
    });
    const { f, match } = narrowed({ filters: [c, { ...a, group: 1 }, { ...b, group: 1 }], match: "any", by });
    expect([match, ...texts(f)]).toEqual([
      "any",
      "1.exists:title",
      "1.is:title:X",
      "2.is:votes:1",
      "2.not:votes:2",
      "2.is:title:X",
    ]);
  });
});
