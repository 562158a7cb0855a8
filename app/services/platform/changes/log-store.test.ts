// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "~/services/platform/store/database.server";
import { testContext } from "../../../../tests/setup/console";
import { seedChange } from "../../../../tests/setup/seeds/change";
import { countUnwritten, endEntry, getEntry, getSealedUndo, limits, listEntries, prune } from "./log-store.server";

const DAY = 24 * 3600_000;
const server = "http://search.test";
const now = Date.now();
/** So that a test asks for one limit alone. */
const wide = { age: 4000 * DAY, count: 1e9, bytes: 1e12, undoAge: 4000 * DAY, undoBytes: 1e12 };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "change-log-"));
});
afterEach(() => {
  openStore(dataDir).close();
  rmSync(dataDir, { recursive: true, force: true });
});

const seed = (id: string, more: { at?: number; bytes?: number; remark?: string } = {}) =>
  seedChange({ dataDir, secrets: ["a secret for tests"], id, server, person: "ana", index_name: "films", ...more });
const kept = () =>
  listEntries(dataDir, {
    wanted: { server, rights: ["documents:write"], indices: null },
    page: 1,
    size: 1000,
  }).rows.map(({ id }) => id);

describe("the change log lets go", () => {
  it("what is older than 400 days, and ways back older than 30", () => {
    expect([limits.age, limits.undoAge]).toEqual([400 * DAY, 30 * DAY]);
    seed("old", { at: now - 401 * DAY });
    seed("young", { at: now - 399 * DAY });
    prune(dataDir, { now });
    expect(kept()).toEqual(["young"]);
    expect([getSealedUndo(dataDir, "old"), typeof getSealedUndo(dataDir, "young")]).toEqual([undefined, "string"]);
    prune(dataDir, { now: now + 31 * DAY, most: { ...limits, age: wide.age } });
    expect(kept()).toEqual(["young"]);
    expect(getSealedUndo(dataDir, "young")).toBeUndefined();
  });

  it("the oldest beyond the number", () => {
    for (let n = 0; n < 10; n += 1) seed(`c-${n}`, { at: now + n });
    prune(dataDir, { now, most: { ...wide, count: 3 } });
    expect(kept()).toEqual(["c-9", "c-8", "c-7"]);
    // Nobody undoes what the log does not show.
    expect(getSealedUndo(dataDir, "c-6")).toBeUndefined();
  });

  it("the oldest beyond the bytes, and ways back beyond theirs alone", () => {
    for (let n = 0; n < 10; n += 1) seed(`c-${n}`, { at: now + n, bytes: 1000 });
    prune(dataDir, { now, most: { ...wide, bytes: 4500 } });
    expect(kept()).toEqual(["c-9", "c-8", "c-7", "c-6"]);
    prune(dataDir, { now, most: { ...wide, undoBytes: 0 } });
    expect(kept()).toHaveLength(4);
    expect(getSealedUndo(dataDir, "c-9")).toBeUndefined();
  });
});

describe("on a full disk", () => {
  it("entries wait in memory with their ends and ways back, and move into the file once there is room", () => {
    openStore(dataDir).exec("PRAGMA max_page_count = 1");
    let n = 0;
    while (countUnwritten(dataDir) === 0 && n < 1000) seed(`c-${(n += 1)}`, { remark: "x".repeat(2000) });
    const waiting = `c-${n}`;
    expect(endEntry(dataDir, { id: waiting, ending: { outcome: "failed", message: "no room" } })).toBe(false);
    expect(getEntry(dataDir, { id: waiting, server })).toMatchObject({ outcome: "failed", message: "no room" });
    expect(getSealedUndo(dataDir, waiting)).toEqual(expect.any(String));
    expect(kept()).not.toContain(waiting);

    openStore(dataDir).exec("PRAGMA max_page_count = 100000");
    seed("after");
    expect(countUnwritten(dataDir)).toBe(0);
    expect(kept()).toEqual(expect.arrayContaining([waiting, "after"]));
    expect(getEntry(dataDir, { id: waiting, server })).toMatchObject({ outcome: "failed", message: "no room" });
    expect(openStore(dataDir).prepare<{ id: string }>("SELECT id FROM change_undos").all()).toContainEqual({
      id: waiting,
    });
  });
});

it("an entry is read whatever bytes are in the id of its resource", () => {
  const { dataDir, sessionSecrets: secrets } = testContext().config;
  const server = "http://search.test";
  const odd = { resource: "\0x", name: "films · \0x" };
  seedChange({ dataDir, secrets, id: "c-1", server, person: "mira", index_name: "films", ...odd });
  expect(getEntry(dataDir, { id: "c-1", server })).toMatchObject(odd);
  const wanted = { server, rights: ["documents:write", "indices:write"], indices: null };
  expect(listEntries(dataDir, { wanted, page: 1, size: 10 })).toMatchObject({ total: 1, rows: [odd] });
});
