import { diffLines } from "~/lib/json/diff.server";
import { readableBody } from "~/services/logs/body-view.server";
import type { LogRecord } from "~/services/logs/record.server";
import { hitsOf, type ReplayAnswer } from "~/services/logs/replay.server";

/** Characters of each answer that are compared on the page. */
const MOST = 60_000;

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}\n…` : text);

/** The recorded answer beside the new one. */
export function compareAnswers({ response, origin }: LogRecord, answer: ReplayAnswer) {
  const [before, after] = [hitsOf(response.body), hitsOf(answer.body)];
  const hits = before === undefined || after === undefined ? null : { same: JSON.stringify(before) === JSON.stringify(after), count: before.flat().length };
  return {
    recorded: { status: response.code, took: origin?.took ?? response.took ?? null },
    replayed: { status: answer.status, took: answer.took },
    hits,
    cut: response.body.length > MOST || answer.body.length > MOST,
    rows: diffLines(`${cut(readableBody(response.body))}\n`, `${cut(readableBody(answer.body))}\n`),
  };
}
export type ComparedAnswers = ReturnType<typeof compareAnswers>;
