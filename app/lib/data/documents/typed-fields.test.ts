import { type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { emptyFields, readField, typedFields, withMembers } from "./typed-fields";

const SOURCE =
  '{"title":"Alien","votes":12345678901234567890,"rating":8.0,"seen":true,"tags":["a","b"],"at":{"x":1.0},"year":null,"note":null,"mixed":["a",1],"empty":[]}';
const types = new Map([["year", "integer"]]);
const parse = (text: string) => parseJson(text) as JsonObject;

describe("fields of a document", () => {
  it("are typed by their values, and by the mapping where there is none", () => {
    expect(typedFields(parse(SOURCE), types).map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      ...["title text", "votes number", "rating number", "seen boolean", "tags lines", "at json", "year number"],
      ...["note text", "mixed json", "empty json"],
    ]);
    expect(typedFields({ text: "x".repeat(200) }, new Map())[0]?.kind).toBe("long");
  });

  it("that are sent as they were shown change nothing", () => {
    const document = parse(SOURCE);
    const again = typedFields(document, types).map((field) => {
      const read = readField(field, field.value.replaceAll("\n", "\r\n"), document[field.path] ?? null);
      return [field.path, read.ok ? read.value : null];
    });
    expect(stringifyJson(Object.fromEntries(again))).toBe(stringifyJson(document));
  });

  it.each([
    ["year", "1979", 1979],
    ["votes", "", null],
    ["seen", "false", false],
    ["tags", "a\n\nc", ["a", "c"]],
    ["at", '{"y":2}', { y: 2 }],
    ["note", "New", "New"],
  ])("of %s read %j", (path, typed, value) => {
    const document = parse(SOURCE);
    const field = typedFields(document, types).find((one) => one.path === path);
    expect(field && readField(field, typed, document[path] ?? null)).toEqual({ ok: true, value });
  });

  it.each([
    ["year", "x"],
    ["at", "{"],
    ["votes", "1,000"],
  ])("of %s refuse %j", (path, typed) => {
    const document = parse(SOURCE);
    const field = typedFields(document, types).find((one) => one.path === path);
    expect(field && readField(field, typed, document[path] ?? null).ok).toBe(false);
  });
});

describe("members of a text", () => {
  const text = '{ "a" : 1.10,\n  "b": {"x": ["}", 2.0], "a": 3}, "c\\"d": "e,\\"f",\n "g": [ ] , "h":null }\n';

  it("get other values, and all else stays letter by letter", () => {
    expect(withMembers(text, new Map())).toBe(text);
    expect(withMembers(text, new Map([["b", 5]]))).toBe(text.replace('{"x": ["}", 2.0], "a": 3}', "5"));
    expect(
      withMembers(
        text,
        new Map<string, string | boolean>([
          ['c"d', "new"],
          ["h", true],
        ]),
      ),
    ).toBe(text.replace('"e,\\"f"', '"new"').replace("null", "true"));
    expect(withMembers("{}", new Map([["a", 1]]))).toBe("{}");
  });
});

describe("fields of a new document", () => {
  it("are those of the mapping, each as documents of the index have it", () => {
    const mapping = new Map([
      ...([
        ["title", "text"],
        ["tags", "keyword"],
        ["year", "integer"],
        ["seen", "boolean"],
      ] as const),
      ...([
        ["at.x", "float"],
        ["at.y", "float"],
        ["place", "geo_point"],
        ["plot", "text"],
        ["odd", "keyword"],
      ] as const),
    ]);
    const samples = [
      parse('{"title":"A","tags":["a","b"],"plot":"short","year":"1931","odd":{"x":1}}'),
      parse(`{"tags":"c","plot":"${"long ".repeat(40)}","odd":"x","title":null}`),
    ];
    const fields = emptyFields(mapping, samples);
    expect(fields.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      ...["title text", "tags lines", "year number", "seen boolean", "at json", "place json", "plot long", "odd json"],
    ]);
    expect(fields.every(({ value }) => value === "")).toBe(true);
    expect(
      emptyFields(mapping, [])
        .map(({ kind }) => kind)
        .slice(0, 2),
    ).toEqual(["text", "text"]);
  });
});
