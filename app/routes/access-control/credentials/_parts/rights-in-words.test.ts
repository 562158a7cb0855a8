import { describe, expect, it } from "vitest";
import type { Content } from "~/services/access-control/credentials/content.server";
import { wordsOf } from "./rights-in-words";

const CONTENT: Content = {
  description: "",
  operations: ["read"],
  categories: ["reactivesearch", "search"],
  indices: ["shoes"],
  limits: {},
  referers: ["*"],
  sources: ["0.0.0.0/0"],
  source_depth: null,
  include_fields: [],
  exclude_fields: [],
  search_include_fields_only: false,
  max_size: null,
  max_aggregation_size: null,
  query_dsl: true,
  expires_after: "never",
  role: "",
};

const searches = (limits: Record<string, number>, categories: Content["categories"] = CONTENT.categories) =>
  wordsOf({ ...CONTENT, categories, limits }, "searchdeck").can.filter((line) => /searches\/s|requests\/h/.test(line));

describe("limits of a credential, in words", () => {
  it("are those of each way to search, not the highest of them", () => {
    expect(searches({ reactivesearch_limit: 7, search_limit: 30, ip_limit: 7200 })).toEqual([
      "7 searches/s by Search API; 30 searches/s by _search, _msearch, _count",
      "7,200 requests/h from one address",
    ]);
    expect(searches({ reactivesearch_limit: 7, search_limit: 7, ip_limit: 7200 })).toEqual([
      "7 searches/s",
      "7,200 requests/h from one address",
    ]);
    expect(searches({ reactivesearch_limit: 7, search_limit: 30, ip_limit: 60 }, ["reactivesearch"])).toEqual([
      "7 searches/s",
      "60 requests/h from one address",
    ]);
  });

  it("say nothing of what has none", () => {
    expect(searches({})).toEqual([]);
    expect(searches({ search_limit: 5 })).toEqual(["5 searches/s by _search, _msearch, _count"]);
    expect(searches({ ip_limit: 0, docs_limit: 4 }, ["docs"])).toEqual([]);
  });
});

describe("fields of a credential, in words", () => {
  const fields = { include_fields: ["title"], exclude_fields: ["cost"], search_include_fields_only: true };
  const said = (...[more, product]: [Partial<Content>, Parameters<typeof wordsOf>[1]]) => {
    const { cannot, mind } = wordsOf({ ...CONTENT, ...fields, ...more }, product);
    return [...cannot, ...mind].filter((line) => /\bfields\b/.test(line));
  };

  it("are closed to searches where the server closes them", () => {
    expect(said({}, "searchdeck")).toEqual(["See or search the fields cost", "See or search fields other than title"]);
    expect(said({ search_include_fields_only: false }, "searchdeck")).toEqual([
      "See or search the fields cost",
      "See fields other than title",
      "Searches all fields, so what is not included can be found out by asking.",
    ]);
  });

  it("are promised to be left out of documents alone where it does no more", () => {
    const elsewhere = [
      "See the fields cost",
      "See fields other than title",
      "Searches all fields, so what is not included can be found out by asking.",
      "This server leaves excluded fields out of documents only. Their values can be found out by searching and aggregating.",
    ];
    expect(said({}, "reactivesearch")).toEqual(elsewhere);
    expect(said({ search_include_fields_only: false }, "reactivesearch")).toEqual(elsewhere);
    expect(said({ operations: ["write"] }, "reactivesearch")).toEqual([
      "See the fields cost",
      "See fields other than title",
    ]);
  });
});
