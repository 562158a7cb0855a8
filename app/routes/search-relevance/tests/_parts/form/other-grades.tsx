import { StepButton } from "~/components/forms/step-button";
import { NameAndId } from "~/components/documents/name-and-id";
import { appLevel, screenPath } from "~/navigation/paths";
import type { OtherGrade } from "./documents.server";
import { GradeSteps } from "./grade-steps";

type OtherGradesProps = {
  rows: readonly OtherGrade[];
  index: string;
  busy: boolean;
  /** Whether the test may be changed. */ changes: boolean;
};

/** Graded documents that are not among the results: by title, with their grades to change. */
export function OtherGrades({ rows, index, busy, changes }: OtherGradesProps) {
  return (
    <section aria-label="Graded documents that are not shown above" className="mt-4">
      <h3 className="text-13 font-semibold">Other graded documents</h3>
      <ul className="mt-1 rounded border border-line">
        {rows.map(({ id, title, grade }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1 last:border-b-0"
          >
            <span className="min-w-0">
              <NameAndId name={title} id={id} to={screenPath(appLevel(index), "browse", { rest: [id] })} />
            </span>
            {changes ? (
              <span className="flex flex-wrap gap-1">
                <GradeSteps id={id} name={title} grade={grade} busy={busy} />
                <StepButton tone="quiet" step={`ungrade:${id}`} disabled={busy} aria-label={`Remove grade of ${title}`}>
                  Remove
                </StepButton>
              </span>
            ) : (
              <span className="text-13 text-muted">Grade {grade}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
