import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { isJsonObject, type JsonObject } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { composeAnalysis } from "~/services/search-relevance/composition/analysis";
import { withSynonymSearch } from "~/services/search-relevance/composition/synonyms";
import { synonymUse } from "./use";

const plain = (value: unknown): JsonObject => {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(read) ? read : {};
};
const template = plain(DEFAULT_TEMPLATE.settings.index.analysis);
const text = plain(DEFAULT_TEMPLATE.mappings.dynamic_templates[0]?.strings.mapping);
const bare: JsonObject = { type: "text" };
const older: JsonObject = { properties: { title: text, note: bare, price: { type: "long" } } };
const mapping = withSynonymSearch(older);
const analysis = composeAnalysis(template, { synonyms: ["sofa,couch", "tv => television"] });
const olderAnalysis: JsonObject = {
  ...template,
  filter: { synonym_graph: { type: "synonym_graph", synonyms: ["sofa,couch"] } },
};
const searching = (...dataField: string[]): JsonObject => ({ search: { dataField } });
const kept = ["couch,Sofa", "tv => television"];

describe("whether searches use synonyms", () => {
  it.each<[string, Partial<Parameters<typeof synonymUse>[0]>, object]>([
    [
      "where the settings name the sub-field",
      { record: searching("title", "title.synonyms") },
      { without: [], named: true },
    ],
    [
      "not in a field whose sub-field is not searched",
      { record: searching("title", "title.lang") },
      { without: ["title"] },
    ],
    ["not in one that has no sub-field", { record: searching("title.synonyms", "note") }, { without: ["note"] }],
    [
      "in those that have it, where each search names its fields",
      { record: searching() },
      { without: ["note"], named: false },
    ],
    [
      "as far as is known, on a server without settings",
      { record: null },
      { without: ["note"], named: false, off: false },
    ],
    [
      "not where they are off",
      { record: { ...searching("title.synonyms"), synonyms: { enabled: false } } },
      { off: true },
    ],
    ["not those that the list has more", { kept: [...kept, "a,b"] }, { missing: 1, extra: 0 }],
    ["and more than the list", { kept: ["couch,sofa"] }, { missing: 0, extra: 1 }],
    [
      "but not by analyzers that no field names",
      { mapping: { properties: { note: bare } }, record: searching("note") },
      { without: ["note"] },
    ],
    [
      "as another client applies them",
      { mapping: older, analysis: olderAnalysis, kept: ["sofa,couch"] },
      { missing: 0, older: true, indexed: true },
    ],
    [
      "none, in a new index",
      { mapping: older, analysis: template, kept: [] },
      { missing: 0, extra: 0, older: false, indexed: false },
    ],
    [
      "not where applying them was cut off before the fields",
      { mapping: older },
      { missing: 0, older: true, without: ["title"] },
    ],
  ])("%s", (_, more, expected) => {
    const use = synonymUse({ mapping, analysis, record: searching("title", "title.synonyms"), kept, ...more });
    expect(use).toMatchObject({
      ...(more.kept === undefined && { missing: 0, extra: 0, indexed: false }),
      ...expected,
    });
  });
});
