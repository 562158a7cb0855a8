import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Case, readCases, recordedAreas } from "./cases";
import { compareAnswer, type Difference } from "./compare";
import { type Listed, LISTED } from "./differences";
import { createReplayer, type Replayer } from "./replayer";
import { ENGINE_KIND, startTarget, type Target } from "./target";

function matches(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split("*").map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s").test(text);
}

function covers(listed: Listed, recorded: Case, difference: Difference): string | null {
  if (listed.paths && !listed.paths.some((path) => matches(path, difference.path))) return null;
  return listed.cases.find((pattern) => matches(pattern, recorded.id)) ?? null;
}

// Long values are cut: what differs shows at their start.
function text(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 300);
}

const LISTED_HERE = LISTED.filter((listed) => listed.engines?.includes(ENGINE_KIND) ?? true);
const only = process.env["REPLAY_AREAS"]?.split(",");

describe("recorded answers of the real server", () => {
  describe.each(recordedAreas().filter((area) => only === undefined || only.includes(area)))("%s", (area) => {
    const cases = readCases(area);
    const met = new Set<string>();
    let target: Target;
    let replayer: Replayer;

    beforeAll(async () => {
      target = await startTarget();
      replayer = createReplayer(target.url);
    }, 60_000);
    afterAll(() => target.close());

    test.each(cases.map((recorded) => [recorded.id, recorded] as const))("%s", { timeout: 90_000 }, async (_, recorded) => {
      const answer = await replayer.play(recorded);
      if (recorded.quirk) return;
      const unlisted = compareAnswer(replayer.filled(recorded), answer).filter((difference) => {
        for (const listed of LISTED_HERE) {
          const pattern = covers(listed, recorded, difference);
          if (pattern === null) continue;
          met.add(`${LISTED.indexOf(listed)} ${pattern}`);
          return false;
        }
        return true;
      });
      expect(unlisted, unlisted.map((one) => `${one.path}: ${text(one.expected)} became ${text(one.actual)}`).join("\n")).toEqual([]);
    });

    test("no listed difference is gone", () => {
      const gone = LISTED_HERE.flatMap((listed) =>
        listed.cases
          .filter((pattern) => pattern !== "*" && cases.some((recorded) => !recorded.quirk && matches(pattern, recorded.id)))
          .filter((pattern) => !met.has(`${LISTED.indexOf(listed)} ${pattern}`))
          .map((pattern) => `${pattern}: ${listed.ours}`),
      );
      expect(gone, gone.join("\n")).toEqual([]);
    });
  });
});
