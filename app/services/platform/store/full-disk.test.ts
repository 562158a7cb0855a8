import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "~/session/scope.server";
import { isConsoleFull, openStore, whenRoom } from "./database.server";
import { addDraft, getDraft, removeDraft } from "./draft-store.server";
import { addCheck, changeCheck, claimCheck, readCheck, removeCheck } from "./oidc-checks.server";
import { addSession, hasSession, removeSession } from "./session-registry.server";

// SQLite answers a file that may not grow as it answers a full disk: SQLITE_FULL.

let dataDir: string;
const config = () => ({ dataDir, sessionIdleMs: 3_600_000 });
const who = { owner: "mira http://search.test", address: "203.0.113.7", agent: "" };
const expires = Date.now() + 60_000;
const schema = z.object({ text: z.string() });

function fill() {
  // No page more than there are; a row that fits into one is taken still, so the pages are used up too.
  openStore(dataDir).exec("CREATE TABLE IF NOT EXISTS filler (x)");
  openStore(dataDir).exec("PRAGMA max_page_count = 1");
  const insert = openStore(dataDir).prepare("INSERT INTO filler VALUES (?)");
  for (const size of [4_000, 400, 40, 4, 0]) {
    try {
      for (;;) insert.run("x".repeat(size));
    } catch (error) {
      expect(isConsoleFull(error)).toBe(true);
    }
  }
}

function free() {
  openStore(dataDir).exec("PRAGMA max_page_count = 100000");
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "console-full-"));
  addSession({ config: config(), id: "before", expires, ...who });
});
afterEach(() => {
  openStore(dataDir).close();
  rmSync(dataDir, { recursive: true, force: true });
});

// What the draft store asks of a scope.
const scope = () => ({ context: { config: config() }, session: { id: "before" } }) as unknown as Scope;

describe("on a full disk", () => {
  it("what a provider is asked again with is kept, changed and forgotten, and the newest counts once there is room", () => {
    const where = (id: string) => ({ config: config(), id });
    const times = { good: 1, due: Date.now() };
    addCheck({ ...where("before"), tokens: "the first", ...times });
    addCheck({ ...where("left"), tokens: "the first", ...times });
    fill();
    for (let n = 0; n < 100; n++) addCheck({ ...where(`during-${n}`), tokens: "x".repeat(400), ...times });
    expect(claimCheck({ ...where("during-99"), until: Date.now() + 1000 })).toBe(true);
    changeCheck({ ...where("before"), change: { tokens: "y".repeat(9_000) } });
    changeCheck({ ...where("during-99"), change: { refused: "Sign in again." } });
    removeCheck(where("left"));
    expect(readCheck(where("before"))?.tokens).toHaveLength(9_000);
    expect(readCheck(where("during-99"))).toMatchObject({ tokens: "x".repeat(400), refused: "Sign in again." });
    expect(readCheck(where("left"))?.tokens ?? null).toBeNull();
    free();
    changeCheck({ ...where("before"), change: { tokens: "the third" } });
    expect(readCheck(where("before"))?.tokens).toBe("the third");
    removeCheck(where("before"));
    expect(readCheck(where("before"))).toBeUndefined();
  });

  it("sessions begin, go on and end", () => {
    fill();
    for (let n = 0; n < 300; n++) addSession({ config: config(), id: `during-${n}`, expires, ...who });
    expect(
      Array.from({ length: 300 }, (_, n) => hasSession({ config: config(), id: `during-${n}` })).every(Boolean),
    ).toBe(true);
    expect(hasSession({ config: config(), id: "before" })).toBe(true);
    for (const id of ["before", "during-299"]) {
      removeSession({ config: config(), id });
      expect(hasSession({ config: config(), id })).toBe(false);
    }
    free();
    addSession({ config: config(), id: "after", expires, ...who });
    expect(
      ["before", "during-0", "during-298", "during-299", "after"].map((id) => hasSession({ config: config(), id })),
    ).toEqual([false, true, true, false, true]);
  });

  it("drafts are kept for their page, and forgotten", () => {
    addDraft(scope(), { kind: "edit", index: "books", value: { text: "before" } });
    fill();
    const value = { text: "y".repeat(20_000) };
    const id = addDraft(scope(), { kind: "edit", index: "books", value });
    const get = () => getDraft(scope(), { id, kind: "edit", index: "books", schema });
    expect(get()).toEqual(value);
    removeDraft(scope(), id);
    expect(get()).toBeUndefined();
  });

  it("what has to be stored says why it is not, and waits for room where it may", async () => {
    fill();
    const write = () => openStore(dataDir).prepare("INSERT INTO filler VALUES (?)").run("z".repeat(9_000));
    expect(write).toThrow("The console's disk is full, so it cannot store this.");
    const told: (string | null)[] = [];
    const waiting = whenRoom(write, { onWaiting: (message) => void told.push(message) });
    setTimeout(free, 100);
    expect(await waiting).toBe(1);
    expect(told).toEqual([expect.stringContaining("continues by itself"), null]);
    fill();
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    await expect(whenRoom(write, { signal: abort.signal })).rejects.toThrow(/abort/i);
  });
});
