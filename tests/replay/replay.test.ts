import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Case, readCases, recordedAreas } from "./cases";
import { compareAnswer, type Difference } from "./compare";
import { LISTED } from "./differences";
import { type Bound, fits, matches } from "./listed";
import { createReplayer, type Replayer } from "./replayer";
import { ENGINE_KIND, ENGINE_URL, startTarget, type Target } from "./target";

/** One value that a row allows, and how the row and its place are called when it is gone. */
type Allowance = { cases: string; path: string; bound: Bound; name: string };

const ALLOWED: readonly Allowance[] = LISTED.filter(({ engines }) => engines?.includes(ENGINE_KIND) ?? true).flatMap(
  ({ cases, ours }) =>
    Object.entries(cases).flatMap(([name, values]) =>
      Object.entries(values).map(([path, bound]) => ({ cases: name, path, bound, name: `${name} ${path}: ${ours}` })),
    ),
);

function allowanceFor(recorded: Case, { path, actual }: Difference): Allowance | undefined {
  return ALLOWED.find((one) => matches(one.cases, recorded.id) && matches(one.path, path) && fits(one.bound, actual));
}

// Long values are cut: what differs shows at their start.
function text(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 300);
}

const only = process.env["REPLAY_AREAS"]?.split(",");

// Much of the time is that which the recorded server needed between two calls, so areas wait side by side: each has an
// engine of its own, but for a real one.
const areas = ENGINE_URL === undefined ? describe.concurrent : describe;

describe("recorded answers of the real server", () => {
  areas.each(recordedAreas().filter((area) => only === undefined || only.includes(area)))("%s", (area) => {
    const cases = readCases(area);
    const met = new Set<Allowance>();
    let target: Target;
    let replayer: Replayer;

    beforeAll(async () => {
      target = await startTarget();
      replayer = createReplayer(target.url);
    }, 60_000);
    afterAll(() => target.close());

    test.sequential.each(cases.map((recorded) => [recorded.id, recorded] as const))(
      "%s",
      { timeout: 90_000 },
      async (_, recorded) => {
        const answer = await replayer.play(recorded);
        const unlisted = compareAnswer(replayer.filled(recorded), answer).filter((difference) => {
          const allowance = allowanceFor(recorded, difference);
          if (allowance !== undefined) met.add(allowance);
          return allowance === undefined;
        });
        expect(
          unlisted,
          unlisted.map((one) => `${one.path}: ${text(one.expected)} became ${text(one.actual)}`).join("\n"),
        ).toEqual([]);
      },
    );

    test.sequential("no listed difference is gone", () => {
      const here = (pattern: string) => pattern !== "*" && cases.some((recorded) => matches(pattern, recorded.id));
      const gone = ALLOWED.filter((one) => here(one.cases) && !met.has(one)).map(({ name }) => name);
      expect(gone, gone.join("\n")).toEqual([]);
    });
  });
});
