import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { authorization, eventually, pause, startBackend, temporaryFolder } from "./processes";

const dataDir = temporaryFolder();
const rounds = 20;
const perBulk = 50;

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type BulkAnswer = { errors: boolean; items: { index: { _id: string; status: number } }[] };

/** Sends bulks, two at a time, until the connection breaks; adds the ids that were acknowledged to the list as they come. */
async function indexUntilKilled({ url, round, acknowledged }: { url: string; round: number; acknowledged: string[] }): Promise<void> {
  let next = 0;
  async function lane() {
    for (;;) {
      const ids = Array.from({ length: perBulk }, () => `${round}-${next++}`);
      const body = ids.map((id) => `{"index":{"_index":"ledger","_id":"${id}"}}\n{"round":${round},"id":"${id}"}\n`).join("");
      const answer = await fetch(`${url}/_bulk`, {
        method: "POST",
        headers: { authorization, "content-type": "application/x-ndjson" },
        body,
      });
      const { errors, items } = (await answer.json()) as BulkAnswer;
      expect({ status: answer.status, errors }).toEqual({ status: 200, errors: false });
      acknowledged.push(...items.map((item) => item.index._id));
    }
  }
  const outcomes = await Promise.allSettled([lane(), lane()]);
  for (const outcome of outcomes) {
    // Only a broken connection may end a lane; an answer with an error is a failure of its own.
    if (outcome.status === "rejected" && !(outcome.reason instanceof TypeError || /terminated|aborted|JSON/.test(String(outcome.reason))))
      throw outcome.reason;
  }
}

async function missingOf({ url, ids }: { url: string; ids: string[] }): Promise<string[]> {
  const missing: string[] = [];
  for (let start = 0; start < ids.length; start += 1000) {
    const part = ids.slice(start, start + 1000);
    const answer = await fetch(`${url}/ledger/_mget`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ ids: part }),
    });
    const { docs } = (await answer.json()) as { docs: { _id: string; found: boolean; _source?: { id: string } }[] };
    expect(docs).toHaveLength(part.length);
    missing.push(...docs.filter((document) => !document.found || document._source?.id !== document._id).map((document) => document._id));
  }
  return missing;
}

async function countOf(url: string): Promise<number> {
  await fetch(`${url}/ledger/_refresh`, { method: "POST", headers: { authorization } });
  const answer = await fetch(`${url}/ledger/_count`, { headers: { authorization } });
  return ((await answer.json()) as { count: number }).count;
}

it(`keeps every acknowledged document over ${rounds} kills during bulks`, { timeout: 300_000 }, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const backend = await startBackend({ dataDir });
    const before = acknowledged.length;
    const indexing = indexUntilKilled({ url: backend.url, round, acknowledged });
    await eventually(() => acknowledged.length >= before + 3 * perBulk);
    // A different moment each round, so that the kill falls into writing, committing and merging alike.
    await pause((round * 37) % 90);
    await backend.kill();
    await indexing;
  }
  const backend = await startBackend({ dataDir });
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 3 * perBulk);
  expect(await missingOf({ url: backend.url, ids: acknowledged })).toEqual([]);
  expect(await countOf(backend.url)).toBeGreaterThanOrEqual(acknowledged.length);
  await backend.stop();
});
