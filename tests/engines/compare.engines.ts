import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cases } from "./cases";
import { engineDifferences } from "./differences";
import { answerDifferences } from "./difference";
import { DIFFERING } from "./cases/differing";
import { fixtures } from "./fixtures";
import { ask, openStand, type Stand, wipeStories } from "./stand";
import type { Case } from "./types";

let stand: Stand;

beforeAll(async () => {
  stand = await openStand(fixtures());
}, 300_000);

afterAll(() => stand.close());

/** Every difference of the two engines' answers to a case. */
async function differencesOf({ calls }: Case): Promise<string[]> {
  const templates = calls.some(({ path }) => /^\/_(index|component)_template/.test(path));
  if (templates || calls.some(({ path, body }) => path.startsWith("/s-") || JSON.stringify(body)?.includes("s-"))) {
    await wipeStories(stand.ours, { templates });
    await wipeStories(stand.theirs, { templates });
  }
  const found: string[] = [];
  for (const one of calls) {
    const [ours, theirs] = [await ask(stand.ours, one), await ask(stand.theirs, one)];
    found.push(...answerDifferences(ours, theirs).map((difference) => `${one.method} ${one.path}: ${difference}`));
  }
  // What they would give to the indices of others goes at once.
  if (templates) for (const engine of [stand.ours, stand.theirs]) await wipeStories(engine, { templates });
  return found;
}

/** With WRITE_DIFFERING the list of differences is written anew instead of held against: read what changed in it. */
const WRITE = process.env["WRITE_DIFFERING"] !== undefined;
const written: Record<string, string[]> = {};

afterAll(() => {
  if (WRITE) writeFileSync("tests/engines/cases/differing.json", `${JSON.stringify(written, null, 2)}\n`);
});

describe("the embedded engine answers as the real one", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const found = await differencesOf(one);
    if (one.differs === undefined) return expect(found).toEqual([]);
    if (WRITE) written[one.name] = found;
    else
      expect(found, "a case that is said to differ differs in just the way that differing.json says").toEqual(
        DIFFERING[one.name],
      );
    expect(found, "said to differ, but agrees: the note has to go").not.toEqual([]);
  });

  test("every difference that is written down belongs to a case that differs", () => {
    const names = new Set(cases.filter(({ differs }) => differs !== undefined).map(({ name }) => name));
    expect(Object.keys(DIFFERING).filter((name) => !names.has(name))).toEqual([]);
  });

  test("docs/reference/engine-differences.md is what the lists say", () => {
    expect(readFileSync("docs/reference/engine-differences.md", "utf8")).toBe(engineDifferences());
  });

  test("no two cases share a name, and there are at least 420", () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(420);
  });
});
