import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { parseJson } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { flattenMapping } from "~/lib/data/documents/mapping-fields";
import { actingPaths, bySubFields, switchedOn, unusedParts } from "./acting";
import { notActing } from "./acting-words";

const text = parseJson(JSON.stringify(DEFAULT_TEMPLATE.mappings.dynamic_templates[0]?.strings.mapping ?? {}));
const fields = flattenMapping({
  properties: { brand: text, note: { type: "text" }, price: { type: "long" }, title: text },
});

describe("sub-fields by which settings act", () => {
  it("are those of what is on, where the field has them", () => {
    const of = (values: Parameters<typeof switchedOn>[0]) =>
      fields.map((field) => actingPaths(field, switchedOn(values)).map(({ part }) => part));
    const off = { "synonyms.synonyms": false, "indexSettings.enableNgram": false };
    const on = { "indexSettings.enableNgram": true, "indexSettings.enableAutoSuggestion": true };
    expect(of(off)).toEqual([["language"], [], [], ["language"]]);
    expect(of(on)[0]?.sort()).toEqual(["auto-suggestion", "language", "n-grams", "synonyms"]);
  });

  it.each([
    [
      ["title"],
      [
        { part: "language", fields: ["title"] },
        { part: "n-grams", fields: ["title"] },
      ],
    ],
    [["title", "title.lang", "title.search"], []],
    [
      ["title", "title.lang", "brand.search"],
      [
        { part: "language", fields: ["brand"] },
        { part: "n-grams", fields: ["title"] },
      ],
    ],
    [["note", "price"], []],
    [[], []],
  ])("are missed in a search of %j", (dataField, expected) => {
    const record = { search: { dataField }, language: { language: "french" }, indexSettings: { enableNgram: true } };
    expect(unusedParts(record, fields).sort((a, b) => (a.part < b.part ? -1 : 1))).toEqual(expected);
  });

  it("are not missed where nobody chose a language or grams", () => {
    expect(unusedParts({ search: { dataField: ["title"] }, language: { language: "universal" } }, fields)).toEqual([]);
  });
});

describe("what is said of fields", () => {
  it("leaves synonyms out where the server looks for them itself, and nowhere else", () => {
    const on = switchedOn({});
    expect([[...bySubFields(on, true)], [...bySubFields(on, false)]]).toEqual([["language"], ["language", "synonyms"]]);
  });

  it("names five fields at most", () => {
    expect(notActing("synonyms", ["a", "b"])).toBe("Synonyms are off for a, b.");
    expect(notActing("language", [..."abcdefg"])).toBe("Stemming is off for a, b, c, d, e and 2 more.");
  });
});
