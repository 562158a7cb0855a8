import { diffLines } from "~/lib/json/diff.server";
import { readableBody } from "~/services/data/logs/body-view.server";
import type { LogRecord } from "~/services/data/logs/record.server";
import { type AnsweredHit, hitsOf, type ReplayAnswer } from "~/services/data/logs/replay.server";

/** Characters of each answer that are compared on the page. */
const MOST = 60_000;

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}\n…` : text);

/** The recorded answer beside the new one. */
export function compareAnswers({ response, origin }: LogRecord, answer: ReplayAnswer) {
  const [before, after] = [hitsOf(response.body), hitsOf(answer.body)];
  const hits = before === undefined || after === undefined ? null : compareHits(before, after);
  return {
    recorded: { status: response.code, took: origin?.took ?? response.took ?? null },
    replayed: { status: answer.status, took: answer.took },
    hits,
    cut: response.body.length > MOST || answer.body.length > MOST,
    rows: diffLines(`${cut(readableBody(response.body))}\n`, `${cut(readableBody(answer.body))}\n`),
  };
}

function compareHits(before: AnsweredHit[][], after: AnsweredHit[][]) {
  const same = (of: (hit: AnsweredHit) => unknown) =>
    JSON.stringify(before.map((list) => list.map(of))) === JSON.stringify(after.map((list) => list.map(of)));
  return { same: same(({ id }) => id), sameScores: same(({ score }) => score), count: before.flat().length };
}

export type ComparedAnswers = ReturnType<typeof compareAnswers>;
