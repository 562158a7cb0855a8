import { parseJson, stringifyJson } from "@common/json";
import type { Engine } from "@backend/engine/port";
import { cases } from "./cases";
import { answerDifference } from "./difference";
import { fixtures } from "./fixtures";
import { memoryEngine } from "./memory";
import { engineAt } from "./target";
import type { Case, Fixture } from "./types";

/** Makes a fixture's index on an engine behind a URL, anew. */
async function fill(engine: Engine, fixture: Fixture): Promise<void> {
  await engine({ method: "DELETE", path: `/${fixture.index}` });
  const body = stringifyJson({ settings: { index: { number_of_shards: 1, number_of_replicas: 0 }, ...fixture.settings }, ...(fixture.mappings ? { mappings: fixture.mappings } : {}) });
  const made = await engine({ method: "PUT", path: `/${fixture.index}`, body });
  if (made.status >= 300) throw new Error(`${fixture.index}: ${made.body}`);
  for (let from = 0; from < fixture.documents.length; from += 1000) {
    const lines = fixture.documents.slice(from, from + 1000).flatMap(({ id, source }) => [stringifyJson({ index: { _id: id } }), stringifyJson(source)]);
    await engine({ method: "POST", path: `/${fixture.index}/_bulk`, body: `${lines.join("\n")}\n` });
  }
  await engine({ method: "POST", path: `/${fixture.index}/_forcemerge`, query: { max_num_segments: "1" } });
  await engine({ method: "POST", path: `/${fixture.index}/_refresh` });
}

async function ask(engine: Engine, one: Case) {
  const body = one.body === undefined ? undefined : typeof one.body === "string" ? one.body : stringifyJson(one.body);
  const answer = await engine({ method: one.method ?? "POST", path: `/${one.index}/${one.path ?? "_search"}`, ...(one.query ? { query: one.query } : {}), ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: parseJson(answer.body) };
}

/**
 * Sends every case to the embedded engine and to the one at ENGINE_URL and prints where they differ.
 * `npx vite-node tests/engines/compare.ts [part of a name]`; KEEP=1 takes the indices as an earlier run left them.
 */
async function main(): Promise<void> {
  const url = process.env["ENGINE_URL"];
  if (!url) throw new Error("ENGINE_URL says which Elasticsearch or OpenSearch to compare with");
  const [part = ""] = process.argv.slice(2);
  const all = fixtures();
  const peer = engineAt(url);
  if (!process.env["KEEP"]) for (const fixture of all) await fill(peer, fixture);
  const ours = memoryEngine(all);
  let agreed = 0;
  let wrong = 0;
  for (const one of cases) {
    if (!one.name.includes(part)) continue;
    let difference: string | undefined;
    try {
      difference = answerDifference(await ask(ours, one), await ask(peer, one));
    } catch (error) {
      difference = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (difference === undefined && one.differs) difference = "agrees, though it is said to differ";
    else if (difference !== undefined && one.differs) difference = undefined;
    if (difference === undefined) agreed++;
    else {
      wrong++;
      console.log(`✗ ${one.name}\n    ${difference}`);
    }
  }
  console.log(`${agreed} agree, ${wrong} differ`);
  if (wrong > 0) process.exitCode = 1;
}

await main();
