import { readdirSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import { isInTurn } from "./setup/turn";
import { elsewhere, shared } from "./vitest.shared";

const contract = (names: string[]) => names.map((name) => `tests/contract/${name}.test.ts`);

// The gateway's own work, on calls of the engine that the other files make too: bounds, tables, scripts, grades. Hostile
// calls are refused before an engine is asked, and what passes is planted.test.ts's: thousands of calls more would take
// as long as all the rest.
const nowhere = [
  "tests/contract/platform/hostile/**",
  ...contract([
    "access-control/access-bounds",
    "analytics/bounds",
    "data/endpoint-bounds",
    "pipelines/{bounds,planted,random-rights}",
    "platform/fuzz",
    "platform/inner-calls/reading",
    "platform/limits",
    "platform/routes/routes",
    "search-relevance/{filled-searches,grades,kept-bounds}",
    "search-relevance/rules/{bounds,calls,failing-scripts,refused-scripts}",
    "ui-builder/{bounds,planted}",
  ]),
];

// What the gateway makes of its own records, whose searches and writes are those of the other files: one real engine
// shows that they hold there.
const onOpenSearchAlone = contract([
  "access-control/{hidden-fields/told,hidden-fields/kept,log-rights}",
  "analytics/{demo,in-the-way,insights,whose}",
  "data/{log-retention,masking}",
  "platform/several-gateways",
  "search-relevance/{settings-file-searches,suggestions-within-rights}",
  "search-relevance/rules/{authors,cron-authors,index-and-cron,keeping-back,random-authors}",
]);

const onElasticsearch = process.env["TEST_ENGINE_KIND"] === "elasticsearch";

// Of the gateway's own records, which `npm test` asks on the embedded engine, each engine gets a third that turns with
// the commit, never the same one; what is the engine's (`data`, `indices`) runs on both every time.
const notInTurn = ["access-control", "analytics", "pipelines", "platform", "search-relevance", "ui-builder"]
  .flatMap((folder) =>
    readdirSync(`tests/contract/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `tests/contract/${folder}/${name.replaceAll("\\", "/")}`),
  )
  .sort()
  .filter((_, at) => !isInTurn(at + (onElasticsearch ? 1 : 0), 3));

// The gateway's contract suite and the recordings on a real engine (TEST_ENGINE_URL): each file empties it, so one
// after the other, in one process: starting a new one for each takes longer than most of them.
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: ["**/*.test.ts"],
      exclude: [...elsewhere, ...nowhere, ...notInTurn, ...(onElasticsearch ? onOpenSearchAlone : [])],
      fileParallelism: false,
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 240_000,
    },
  }),
);
