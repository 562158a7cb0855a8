import { StepButton } from "~/components/forms/step-button";

const GRADES = [3, 2, 1, 0] as const;
const words: Record<(typeof GRADES)[number], string> = { 3: "best", 2: "good", 1: "weak", 0: "no answer" };

type GradeStepsProps = { id: string; /** For the labels. */ name: string; grade: number | null; busy: boolean };

/** A button for each grade of a document; the form keeps what is pressed, and its save saves it. */
export function GradeSteps({ id, name, grade, busy }: GradeStepsProps) {
  return (
    <span className="flex gap-1">
      {GRADES.map((one) => (
        <StepButton
          key={one}
          tone={grade === one ? "primary" : "quiet"}
          step={`grade:${one}:${id}`}
          disabled={busy}
          aria-pressed={grade === one}
          aria-label={`Grade ${name}: ${one}, ${words[one]}`}
        >
          {one}
        </StepButton>
      ))}
    </span>
  );
}
