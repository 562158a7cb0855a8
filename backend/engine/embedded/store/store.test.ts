import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { finished } from "../steps";
import type { StoredIndex } from "./stored-index";
import { Store } from "./store";
import type { FieldLayout, FieldValues } from "./types";

const KEYWORD: FieldLayout = { postings: true, positions: false, norms: false, columns: "ordinals" };

let folder: string;
let store: Store;
let index: StoredIndex;
let mergeWorker: URL | undefined;
let complaints: string[] = [];
// Inside the project, so that the built thread finds its packages.
let programs: string;

beforeAll(async () => {
  mkdirSync(".cache/tmp", { recursive: true });
  programs = mkdtempSync(resolve(".cache/tmp/merge-worker-"));
  await build({
    entryPoints: [join(__dirname, "merge/merge-worker.ts")],
    outfile: join(programs, "worker.mjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
});
afterAll(() => rmSync(programs, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-test-"));
  open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function open() {
  complaints = [];
  store = new Store({ folder, log: (message) => complaints.push(message), ...(mergeWorker && { mergeWorker }) });
  index = store.index(1);
}

function fieldsOf(tag: string): [string, FieldValues, FieldLayout][] {
  return [["tag", { terms: [tag] }, KEYWORD]];
}

function put(documents: [id: string, tag: string][]) {
  return store.write((transaction) => {
    const session = transaction.session(index);
    return documents.map(([id, tag]) => {
      const old = session.find(id);
      return finished(
        session.put(
          { id, version: (old?.version ?? 0) + 1, source: JSON.stringify({ tag }), fields: fieldsOf(tag) },
          old,
        ),
      );
    });
  });
}

/** Ids of the live documents that hold a tag, as a search finds them. */
function idsWith(tag: string): string[] {
  const { snapshot } = index;
  return snapshot.segments.flatMap((segment) => {
    const field = segment.field("tag");
    const term = field?.terms.find(tag);
    if (!field || !term) return [];
    return [...field.postings(term).docs]
      .filter((doc) => segment.isLive(doc))
      .map((doc) => snapshot.id(segment.seq(doc)));
  });
}

describe.each(["in turns with requests", "in a thread"])("Store, merging %s", (where) => {
  beforeAll(() => {
    mergeWorker = where === "in a thread" ? pathToFileURL(join(programs, "worker.mjs")) : undefined;
  });
  afterEach(() => expect(complaints).toEqual([]));

  it("shows what was committed, newest version only, also after opening again", async () => {
    await put([
      ["a", "red"],
      ["b", "red"],
      ["a", "blue"],
    ]);
    await put([
      ["b", "green"],
      ["c\0d", "red"],
    ]);
    for (let round = 0; round < 2; round++) {
      expect(idsWith("red")).toEqual(["c\0d"]);
      expect(idsWith("blue")).toEqual(["a"]);
      expect(index.snapshot.docCount).toBe(3);
      const place = index.snapshot.locate("b");
      expect(place && index.snapshot.document(place.seq)).toMatchObject({
        id: "b",
        version: 2,
        seqNo: 3,
        source: '{"tag":"green"}',
      });
      expect(index.snapshot.locate("c\0d")).toBeDefined();
      await store.close();
      open();
    }
    expect(index.nextSeqNo).toBe(5);
  });

  it("changes nothing when the work throws", async () => {
    await put([["a", "red"]]);
    const failing = store.write(async (transaction) => {
      const session = transaction.session(index);
      finished(session.put({ id: "b", version: 1, source: "{}", fields: fieldsOf("red") }, undefined));
      const old = session.find("a");
      if (old) session.remove("a", old, old.version + 1);
      await Promise.resolve();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(idsWith("red")).toEqual(["a"]);
    expect(index.snapshot.locate("a")).toBeDefined();
    await put([["b", "red"]]);
    expect(idsWith("red")).toEqual(["a", "b"]);
  });

  it("keeps an older snapshot readable while writes and merges go on", async () => {
    await put([["a", "red"]]);
    const before = index.snapshot;
    const seq = before.locate("a")?.seq ?? 0;
    for (let at = 0; at < 30; at++)
      await put([
        ["a", `tag${at}`],
        [`x${at}`, "red"],
      ]);
    await store.mergeAll();
    expect(index.snapshot.segments.length).toBeLessThan(12);
    expect(before.document(seq).source).toBe('{"tag":"red"}');
    expect(before.segments[0]?.field("tag")?.terms.find("red")?.docFreq).toBe(1);
    expect(idsWith("red")).toHaveLength(30);
    expect(idsWith("tag29")).toEqual(["a"]);
    expect(idsWith("tag28")).toEqual([]);
  });

  it("carries deletions over that happen while it merges", async () => {
    for (let at = 0; at < 10; at++)
      await put(Array.from({ length: 200 }, (_, doc) => [`${at}-${doc}`, "red"] as [string, string]));
    const merging = store.mergeAll();
    await put([["3-7", "blue"]]);
    await merging;
    await store.mergeAll();
    expect(idsWith("red")).toHaveLength(1999);
    expect(idsWith("blue")).toEqual(["3-7"]);
    const { docCount } = index.snapshot;
    await store.close();
    open();
    expect(index.snapshot.docCount).toBe(docCount);
    expect(idsWith("red")).toHaveLength(1999);
  });

  it("makes its segments again from the documents", async () => {
    await put([
      ["a", "red"],
      ["b", "blue"],
    ]);
    await put([["a", "green"]]);
    store.dropSegments();
    expect(index.snapshot.docCount).toBe(0);
    await store.rebuild({
      index,
      contentOf: (source) => ({ fields: fieldsOf(/"tag":"(\w+)"/.exec(source)?.[1] ?? "") }),
    });
    expect([idsWith("red"), idsWith("blue"), idsWith("green")]).toEqual([[], ["b"], ["a"]]);
    expect(index.snapshot.docCount).toBe(2);
  });

  it("keeps large segments in pages", async () => {
    await put(Array.from({ length: 60_000 }, (_, at) => [`${at}`, `term number ${at % 50_000}`] as [string, string]));
    expect(idsWith("term number 42")).toEqual(["42", "50042"]);
    expect(index.snapshot.docCount).toBe(60_000);
    const column = index.snapshot.segments[0]?.field("tag");
    expect(column?.terms.at(column.ordinals?.at(7, 0) ?? -1).term).toBe("term number 7");
  });
});

describe("Store, whose thread for merges breaks", () => {
  async function fill(): Promise<void> {
    for (let at = 0; at < 12; at++) await put([[`${at}`, "red"]]);
    await store.mergeAll();
  }

  it.each([
    ["is not there", undefined],
    [
      "fails at a merge",
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("broken"); });',
    ],
  ])("merges by itself when the thread %s, and says so once", async (_, program) => {
    const path = join(programs, program ? "broken.mjs" : "missing.mjs");
    if (program) writeFileSync(path, program);
    mergeWorker = pathToFileURL(path);
    await store.close();
    open();
    await fill();
    await fill();
    expect(index.snapshot.segments.length).toBeLessThan(10);
    expect(idsWith("red")).toHaveLength(12);
    expect(complaints).toEqual(["the thread that merges broke; merges take turns with requests from now on"]);
  });

  it("closes while the thread is at work", async () => {
    const path = join(programs, "silent.mjs");
    writeFileSync(path, 'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => undefined);');
    mergeWorker = pathToFileURL(path);
    await store.close();
    open();
    for (let at = 0; at < 12; at++) await put([[`${at}`, "red"]]);
    const merging = store.mergeAll();
    await store.close();
    await merging;
    open();
    expect(idsWith("red")).toHaveLength(12);
    expect(index.snapshot.segments).toHaveLength(12);
  });
});
