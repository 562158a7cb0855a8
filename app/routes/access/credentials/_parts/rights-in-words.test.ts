import { describe, expect, it } from "vitest";
import type { Content } from "~/services/credentials/content.server";
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
  wordsOf({ ...CONTENT, categories, limits }).can.filter((line) => /searches\/s|requests\/h/.test(line));

describe("limits of a credential, in words", () => {
  it("are those of each way to search, not the highest of them", () => {
    expect(searches({ reactivesearch_limit: 7, search_limit: 30, ip_limit: 7200 })).toEqual([
      "7 searches/s by Search API; 30 searches/s by _search, _msearch, _count",
      "7,200 requests/h from one address",
    ]);
    expect(searches({ reactivesearch_limit: 7, search_limit: 7, ip_limit: 7200 })).toEqual(["7 searches/s", "7,200 requests/h from one address"]);
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
