import { expect, test } from "vitest";
import { isVectorScript, rankedByVector } from "./knn";

test.each(["elasticsearch", "opensearch"])(
  "the ranking by a vector of %s is told from every other script",
  (backend) => {
    const query = { id: "q", type: "search" as const, queryVector: [1, 2], vectorDataField: "v" };
    const body = rankedByVector({ body: {}, query, backend });
    const ranked = body["query"] as { script_score: { script: Record<string, string> } };
    const { script } = ranked.script_score;
    expect(isVectorScript(script)).toBe(true);
    expect(isVectorScript({ ...script, source: `${script["source"]} + 1` })).toBe(false);
    expect(isVectorScript({ ...script, lang: "painless" })).toBe(false);
    expect(isVectorScript({ ...script, id: "stored" })).toBe(false);
    const own = rankedByVector({ body: {}, query: { ...query, script: "l2" }, backend });
    // For OpenSearch the property names a space; for Elasticsearch it is a script of the caller's.
    expect(isVectorScript((own["query"] as typeof ranked).script_score.script)).toBe(backend === "opensearch");
  },
);
