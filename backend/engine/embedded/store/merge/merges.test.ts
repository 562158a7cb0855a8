import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { EngineRequest } from "../../../port";
import { openEmbeddedEngine } from "../../open";
import { finished } from "../../steps";
import { SegmentView, StoredSegment } from "../segment/reader";
import { Store } from "../store";
import type { StoredIndex } from "../stored-index";
import type { FieldLayout } from "../types";

const KEYWORD: FieldLayout = { postings: true, positions: false, norms: false, columns: "ordinals" };
const LATE = { status: "late" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merges-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is answered within 20 seconds: some milliseconds of work on a machine that may stand still for a while. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | typeof LATE> {
  return Promise.race([answer, setTimeout(20_000, LATE)]);
}

describe("merges without a thread", () => {
  let store: Store;
  let complaints: string[];
  beforeEach(() => {
    complaints = [];
    store = new Store({ folder, log: (message) => complaints.push(message) });
  });
  afterEach(() => store.close());

  /** A segment of so many documents in each of the indices, in one write. */
  function put(indices: readonly StoredIndex[], count = 1): Promise<void> {
    return store.write((transaction) => {
      for (const index of indices) {
        const session = transaction.session(index);
        for (let at = 0; at < count; at++) {
          const fields = [["tag", { terms: [`t${at}`] }, KEYWORD] as const];
          finished(session.put({ id: `${index.nextSeqNo}-${at}`, version: 1, source: "{}", fields }, undefined));
        }
      }
    });
  }

  async function fill(indices: readonly StoredIndex[], count = 1): Promise<void> {
    for (let at = 0; at < 10; at++) await put(indices, count);
  }

  const sizes = (indices: readonly StoredIndex[]) => indices.map(({ snapshot }) => snapshot.segments.length);

  it.each([1, 2_000])(
    "end with an index that is dropped in the midst of them (%i documents a segment)",
    async (count) => {
      const [dropped, kept] = [store.index(1), store.index(2)];
      await fill([dropped, kept], count);
      // What was merged waits for this write, and finds its index gone.
      const dropping = store.write(async (transaction) => {
        transaction.onCommit(() => store.forget(dropped));
        await setTimeout(100);
      });
      const merging = store.mergeAll();
      await dropping;
      expect(await inTime(merging)).toBeUndefined();
      expect(sizes([dropped, kept])).toEqual([10, 1]);
    },
  );

  it("leave others their turns between small merges", async () => {
    const indices = Array.from({ length: 60 }, (_, at) => store.index(at + 1));
    await fill(indices);
    let turns = 0;
    let done = false;
    const merging = store.mergeAll().then(() => (done = true));
    while (!done) {
      await setImmediate();
      turns++;
    }
    await merging;
    expect(sizes(indices)).toEqual(indices.map(() => 1));
    expect(turns).toBeGreaterThanOrEqual(indices.length);
  });

  it("come to an end, and to other indices, beside a writer that never rests", async () => {
    const [busy, other] = [store.index(1), store.index(2)];
    await fill([busy, other]);
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await put([busy]);
    })();
    const answered = await inTime(Promise.all([store.mergeAll(), store.mergeAll(), store.mergeAll()]));
    isDone = true;
    await writing;
    expect(answered).not.toBe(LATE);
    expect(sizes([other])).toEqual([1]);
  });

  it("do not forget what was written while they were at another index", async () => {
    const [first, second] = [store.index(1), store.index(2)];
    await fill([second]);
    // Keeps the merge of the second index waiting until the first one is written.
    const writing = store.write(() => setTimeout(500));
    await Promise.all([writing, ...Array.from({ length: 10 }, () => put([first]))]);
    for (let waited = 0; first.snapshot.segments.length > 1 && waited < 20; waited++) await setTimeout(100);
    expect(sizes([first, second])).toEqual([1, 1]);
  });

  it("go on in other indices, and writes too, when they fail in one", async () => {
    const [broken, whole] = [store.index(1), store.index(2)];
    await put([broken]);
    const fail = () => {
      throw new Error("unreadable");
    };
    const unreadable = broken.snapshot.segments.map(
      ({ number, segment }) =>
        new StoredSegment(number, segment.meta, { read: fail, piece: fail, large: fail, slice: fail }),
    );
    broken.show(
      Array.from({ length: 70 }, () => unreadable.map((segment) => new SegmentView(segment, undefined, 0))).flat(),
    );
    await fill([whole]);
    expect(await inTime(store.mergeAll())).toBeUndefined();
    expect(complaints).toContain("merge failed");
    expect(sizes([broken, whole])).toEqual([70, 1]);
  });

  it("are given up when the store is closed", async () => {
    const index = store.index(1);
    await fill([index], 5_000);
    const merging = store.mergeAll();
    await setImmediate();
    await store.close();
    await merging;
    expect(sizes([index])).toEqual([10]);
    store = new Store({ folder });
  });
});

test("_forcemerge is answered, whatever is asked with it and becomes of the indices meanwhile", async () => {
  const engine = await openEmbeddedEngine({ folder });
  const call = async (
    method: EngineRequest["method"],
    path: string,
    query: Record<string, string> = {},
    body?: object,
  ) => (await engine.handle({ method, path, query, ...(body && { body: JSON.stringify(body) }) })).status;
  for (const name of ["dropped", "closed", "kept"])
    for (let at = 0; at < 12; at++) await call("PUT", `/${name}/_doc/${at}`, {}, { at, text: "some words" });
  const all = Promise.all([
    call("POST", "/_forcemerge", { max_num_segments: "0" }),
    call("POST", "/kept/_forcemerge", { max_num_segments: "-1", only_expunge_deletes: "true" }),
    call("POST", "/dropped/_forcemerge", {
      max_num_segments: "99999999999999999999",
      flush: "false",
      ignore_unavailable: "true",
    }),
    call("POST", "/none/_forcemerge"),
    call("DELETE", "/dropped"),
    call("POST", "/closed/_close"),
    call("PUT", "/kept/_doc/1", {}, { at: 1 }),
    call("POST", "/_forcemerge"),
  ]);
  expect(await inTime(all)).toEqual([200, 200, 200, 404, 200, 200, 200, 200]);
  expect(await inTime(call("POST", "/_flush"))).toBe(200);
  expect(await inTime(engine.close())).toBeUndefined();
});
