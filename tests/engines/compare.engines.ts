import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cases } from "./cases";
import { engineDifferences } from "./differences";
import { answerDifference } from "./difference";
import { fixtures } from "./fixtures";
import { ask, openStand, type Stand, wipeStories } from "./stand";
import type { Case } from "./types";

let stand: Stand;

beforeAll(async () => {
  stand = await openStand(fixtures());
}, 300_000);

afterAll(() => stand.close());

/** Where the two engines' answers to a case first differ; undefined where they agree throughout. */
async function differenceOf({ calls }: Case): Promise<string | undefined> {
  if (calls.some(({ path, body }) => path.startsWith("/s-") || JSON.stringify(body)?.includes("s-"))) {
    await wipeStories(stand.ours);
    await wipeStories(stand.theirs);
  }
  for (const one of calls) {
    const [ours, theirs] = [await ask(stand.ours, one), await ask(stand.theirs, one)];
    const difference = answerDifference(ours, theirs);
    if (difference !== undefined) return `${one.method} ${one.path}: ${difference}`;
  }
  return undefined;
}

describe("the embedded engine answers as the real one", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const difference = await differenceOf(one);
    if (one.differs === undefined && difference !== undefined) throw new Error(difference);
    if (one.differs !== undefined) expect(difference, "said to differ, but agrees: the note has to go").toBeDefined();
  });

  test("docs/engine-differences.md is what the lists say", () => {
    expect(readFileSync("docs/engine-differences.md", "utf8")).toBe(engineDifferences());
  });

  test("no two cases share a name, and there are at least 420", () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(420);
  });
});
