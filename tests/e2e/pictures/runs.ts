import * as z from "zod";
import type { Product } from "../support/product";
import { sampleEnv, sampleRun } from "../../setup/seeds/run";
import { samplePipeline } from "../support/screens";

const script = (body: string) => `function handleRequest() { ${body} }`;
const tidy = script(`return { request: { body: context.request.body.replace("Night  Train", "night train") } }`);
const content = JSON.stringify({
  id: samplePipeline,
  description: "Film search",
  routes: [
    {
      path: "/film-finder/_reactivesearch",
      method: "POST",
      classify: { category: "reactivesearch" },
      recordLogs: true,
    },
    { path: "/film-finder/suggest", method: "POST", classify: { category: "reactivesearch" } },
  ],
  stages: [
    { id: "auth", use: "authorization" },
    { id: "cache", use: "useCache" },
    { id: "tidy", script: tidy },
    { id: "ratings", use: "httpRequest", inputs: { url: "https://ratings.filmhaus.example/votes", method: "GET" } },
    { id: "translate", use: "reactivesearchQuery", continueOnError: false },
    { id: "fetch", use: "elasticsearchQuery", continueOnError: false },
    {
      id: "promote",
      use: "promoteResults",
      inputs: { data: [{ doc: { _id: "1", Title: "Batman" }, position: 1 }] },
      trigger: { expression: "envs.query == 'batman'" },
    },
    { id: "merge", script: script("return {}"), needs: ["promote"] },
    { id: "count", use: "recordAnalytics" },
  ],
  envs: { index: ["movies"] },
});
const FoundSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.looseObject({}) })) }) });

/** A pipeline that was called a few times, one of its runs under the id that addresses have, and global variables. */
export async function seedRuns(product: Product, index: string) {
  const text = content.replace('"movies"', JSON.stringify(index));
  const there = await product.call("GET", `/_pipeline/${samplePipeline}`);
  if (there.status === 404) await product.call("POST", "/_pipeline", { content: text, extension: "json" });
  for (const value of ["Night  Train", "metropolis", "batman", "sci-fi"])
    await product.call("POST", "/film-finder/_reactivesearch", { query: [{ id: "s", dataField: ["Title"], value }] });
  await product.call("GET", `/_pipeline/${samplePipeline}/logs`);
  const { body } = await product.call("POST", "/.pipeline_traces/_search", { size: 1, sort: [{ timestamp: "asc" }] });
  const [run] = FoundSchema.safeParse(body).data?.hits.hits ?? [];
  if (run)
    await product.call("PUT", `/.pipeline_traces/_doc/${sampleRun}?refresh=true`, { ...run._source, id: sampleRun });
  await product.call("POST", "/_pipelines/env", sampleEnv);
  await product.call("POST", "/_pipelines/env", {
    key: "RATINGS_TOKEN",
    label: "Token of the ratings service",
    value: "a-secret",
    description: "Ends in March",
    validate: { url: "https://ratings.filmhaus.example/ping", method: "GET", expected_status: 204 },
  });
}
