import { DefinitionList } from "~/components/ui/definition-list";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { DiffView } from "~/components/ui/request/diff-view";
import { formatDuration } from "~/lib/values/dates";
import { countOf } from "~/lib/values/numbers";
import type { ComparedAnswers } from "./compare-answers.server";

/** Both answers to a request: the one in the log and the one of now. */
export function ReplayAnswers({ answers: { recorded, replayed, hits, cut, rows } }: { answers: ComparedAnswers }) {
  const answer = ({ status, took }: { status: number; took: number | null }) => (
    <>
      <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
      {took === null ? "" : ` in ${formatDuration(took)}`}
    </>
  );
  return (
    <section aria-label="Answers" className="mt-8">
      <h2 className="mb-3 text-16 font-bold">Recorded and replayed answer</h2>
      <div className="mb-4">
        <DefinitionList
          items={[
            { label: "Recorded", value: answer(recorded) },
            { label: "Replayed", value: answer(replayed) },
            { label: "Hits", value: hits && hitWords(hits) },
          ]}
        />
      </div>
      {cut && <p className="mb-2 text-13 text-muted">Only the beginnings are compared.</p>}
      <DiffView rows={rows} before="Recorded" after="Replayed" />
    </section>
  );
}

function hitWords({ same, sameScores, count }: NonNullable<ComparedAnswers["hits"]>): string {
  if (!same) return "Different hits, or in another order";
  return `The same ${countOf(count, "hit")} in the same order${sameScores ? "" : ", with other scores"}`;
}
