import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { ENGINE_KIND } from "../../replay/target";
import { type Api, openApi } from "../api";

const HitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
});
const RankedSchema = z.object({ a: HitsSchema });
const shown = ({ hits: { hits } }: z.infer<typeof HitsSchema>) => hits.map(({ _id, _score }) => [_id, _score]);

// The real engines of these tests have no vectors without plugins.
describe.skipIf(ENGINE_KIND !== "embedded")("ranking by vectors", () => {
  let api: Api;

  beforeAll(async () => {
    api = await openApi();
    const properties = {
      name: { type: "text" },
      knn: { type: "knn_vector", dimension: 2 },
      dense: { type: "dense_vector", dims: 2 },
    };
    await api.call("PUT", "/nearby", { mappings: { properties } });
    const rows = [[1, 0], [0, 1], [-1, 0], [0.6, 0.8]]; // prettier-ignore
    for (const [at, knn] of rows.entries())
      await api.call("PUT", `/nearby/_doc/${at}`, { name: at === 3 ? "sandal" : "boot", knn, dense: knn });
  }, 60_000);
  afterAll(() => api.close());

  const NEAR = { id: "a", dataField: ["name"], queryVector: [1, 0], size: 5 };
  test.each([
    ["elasticsearch", { value: "boot", vectorDataField: "dense" }, [["0", 2], ["1", 1], ["2", 0]]],
    ["opensearch", { value: "boot", vectorDataField: "knn" }, [["0", 1], ["1", 0.5], ["2", 0]]],
    ["opensearch", { value: "boot", vectorDataField: "knn", script: "l2", candidates: 2 }, [["0", 1], ["1", 0.33333334]]],
    ["opensearch", { vectorDataField: "knn", candidates: 2 }, [["0", 1], ["3", 0.8]]],
    ["opensearch", { value: "boot", candidates: 2 }, 3],
  ])("`queryVector` for %s with %j", async (backend, query, expected) => {
    const { body } = await api.call("POST", "/nearby/_reactivesearch", { settings: { backend }, query: [{ ...NEAR, ...query }] });
    const found = shown(RankedSchema.parse(body).a);
    if (typeof expected === "number") expect(found).toHaveLength(expected);
    else expect(found).toEqual(expected);
  }); // prettier-ignore

  test("neighbours beside words through the search of the engine, in both spellings", async () => {
    const query = { bool: { should: [{ match: { name: "sandal" } }, { knn: { knn: { vector: [1, 0], k: 1 } } }] } };
    const one = await api.call("POST", "/nearby/_search", { query });
    expect(shown(HitsSchema.parse(one.body)).map(([id]) => id)).toEqual(["3", "0"]);
    const knn = { field: "dense", query_vector: [1, 0], k: 2, num_candidates: 4, filter: { match: { name: "boot" } } };
    expect(shown(HitsSchema.parse((await api.call("POST", "/nearby/_search", { knn })).body))).toEqual([["0", 1], ["1", 0.5]]); // prettier-ignore
  });
});
