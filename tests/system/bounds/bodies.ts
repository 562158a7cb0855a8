import { gzipSync } from "node:zlib";
import { type Heavy, many, openly, post, words } from "./calls";

const MB = 1_000_000;

const search = (members: object) => JSON.stringify({ query: [{ id: "a", dataField: ["title"], ...members }] });

const reacting = (count: number) =>
  JSON.stringify({
    query: many(count, (at) => ({
      id: `q${at}`,
      value: "x",
      dataField: ["title"],
      react: { and: many(count, (other) => `q${other}`).filter((id) => id !== `q${at}`) },
    })),
  });

const gigabyte = () => gzipSync(Buffer.alloc(1_000 * MB), { level: 1 });

/**
 * What each of these once did is told in `docs/reference/benchmarks.md`: seconds in which nobody else was answered,
 * gigabytes that never came back.
 */
export const HEAVY: Record<string, Heavy> = {
  "a value of 20 MB": post("/shop/_reactivesearch", () => search({ value: words(20 * MB) })),
  "a value of 900 kB": post("/shop/_reactivesearch", () => search({ value: words(0.9 * MB) })),
  "a suggestion of 20 MB": post("/shop/_reactivesearch", () => search({ type: "suggestion", value: words(20 * MB) })),
  "a value of 20 MB, validated by nobody": openly(() => search({ value: words(20 * MB) })),
  "200 queries that react to each other, validated by nobody": openly(() => reacting(200)),
  "500 queries that react to each other": post("/shop/_reactivesearch", () => reacting(500)),
  "19 MB of long numbers, validated by nobody": openly(() =>
    search({ value: 1 }).replace('"value":1', `"value":[${many(190, () => "7".repeat(100_000)).join(",")}]`),
  ),
  "a query string of 5 MB": post("/shop/_search", () =>
    JSON.stringify({ query: { query_string: { query: words(5 * MB) } } }),
  ),
  "a match of 5 MB": post("/shop/_search", () => JSON.stringify({ query: { match: { title: words(5 * MB) } } })),
  "a match of 90 MB": post("/shop/_search", () => JSON.stringify({ query: { match: { title: words(90 * MB) } } })),
  "300,000 deletions in one bulk": post("/_bulk", () =>
    many(300_000, (at) => `{"delete":{"_index":"shop","_id":"no-${at}"}}\n`).join(""),
  ),
  "a document of one word of 10 MB": post("/heavy/_doc", () => JSON.stringify({ text: "a".repeat(10 * MB) })),
  "a document of 10 MB of words": post("/heavy/_doc", () => JSON.stringify({ text: words(10 * MB) })),
  "a document of one word of 90 MB": post("/heavy/_doc", () => JSON.stringify({ text: "a".repeat(90 * MB) })),
  "a packed gigabyte": { ...post("/shop/_search", gigabyte), headers: { "content-encoding": "gzip" } },
  "an index named by 30,000 brackets": post("/shop/_search", () => '"index":['.repeat(30_000)),
  "an explanation of 5 MB": post("/shop/_explain/1", () =>
    JSON.stringify({ query: { match: { title: words(5 * MB) } } }),
  ),
  "an analysis of 20 MB": post("/_analyze", () => JSON.stringify({ text: words(20 * MB) })),
};
