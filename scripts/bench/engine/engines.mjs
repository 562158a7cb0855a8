// Ours and a real OpenSearch, in turns in one run: each piece of work on the one, then on the other, so that both meet
// the same machine, and again until both are warm.
import { engineMeasures, untilStill } from "./engine-measures.mjs";
import { figure, startEngine } from "./engine.mjs";
import { startOpenSearch } from "./open-search.mjs";
import { memoryOf } from "../processes.mjs";

/** How many times as fast ours is as the other. */
function ratio({ unit, ours, theirs }) {
  return unit === "ms" ? theirs.p50 / ours.p50 : ours.rate / theirs.rate;
}

/**
 * Measures both; returns rows `{ work, ours, theirs, ratio }` and the resident memory of both in MB. `only` keeps the
 * work that is named so or fills an index.
 */
export async function benchEngines({ dataDir, seconds, port, only = [] }) {
  const ours = await startEngine(dataDir);
  try {
    const theirs = await startOpenSearch({ dataDir, port });
    try {
      const rows = [];
      for (const measure of engineMeasures()) {
        const { work, unit } = measure;
        if (only.length > 0 && !/^indexing/.test(work) && !only.some((part) => work.includes(part))) continue;
        const [one, other] = await untilStill({ measure, urls: [ours.message.address, theirs.url], seconds });
        rows.push({
          work,
          ours: figure({ unit, result: one }),
          theirs: figure({ unit, result: other }),
          ratio: ratio({ unit, ours: one, theirs: other }),
        });
        console.log(`  ${work}: ${rows.at(-1).ours}, OpenSearch ${rows.at(-1).theirs}`);
      }
      return { rows, memory: { ours: memoryOf(ours.pid), theirs: memoryOf(theirs.pid) } };
    } finally {
      await theirs.stop();
    }
  } finally {
    await ours.stop();
  }
}
