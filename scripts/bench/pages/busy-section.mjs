// The part of docs/reference/benchmarks.md about the overviews while others work.
import { benchBusy } from "./busy.mjs";

const count = (number) => Math.round(number).toLocaleString("en");
const pair = ({ p50, p95 }) => `${count(p50)} / ${count(p95)}`;
const GOAL_MS = 1_000;

/** Measures it and writes its section. */
export async function busySection({ dataDir, seconds, at, others }) {
  const found = await benchBusy({ dataDir, seconds });
  const { clients, pages, calls, searches, bulks, imported, late, failed, processor, memory } = found;
  const slow = pages.filter(({ p95 }) => p95 > GOAL_MS).map(({ name }) => name);
  const row = (one) => `| ${one.name} | ${count(one.count)} | ${pair(one)} | ${count(one.most)} |`;
  return `## Overviews while others work

${at}. ${clients} clients for ${seconds} s, all on this machine (other programs: a load average of ${others.toFixed(1)} before it began): ${count(searches.rate)} searches a second of the 200 that were meant,
bulks of 50 documents, imports through the console (${count(imported)} rows a second) and pages without scripts, over a log of 200,000 records of the last hour.

| page | times | p50 / p95 ms | slowest ms |
|---|---|---|---|
${[...pages, searches, bulks].map(row).join("\n")}

Calls of the console meanwhile, those first that took longest at p95:

| call | times | p50 / p95 ms | slowest ms |
|---|---|---|---|
${calls.map(row).join("\n")}

Pages with a panel that was late: ${late}. Failed: ${failed.length}${failed.length > 0 ? ` (${failed[0]})` : ""}. Of the processor: back end ${processor.backend.toFixed(2)} cores, console ${processor.console.toFixed(2)}. Memory at most: back end ${memory.backend?.peak ?? "not known"} MB, console ${memory.console?.peak ?? "not known"} MB.

Goal: at most ${count(GOAL_MS)} ms at p95 (${slow.length === 0 ? "held" : `missed by ${slow.join(", ")}`}).`;
}
