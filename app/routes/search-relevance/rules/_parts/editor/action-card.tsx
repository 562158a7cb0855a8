import type { ReactNode } from "react";
import { StepButton } from "~/components/forms/step-button";
import { ACTION_LABELS } from "~/services/search-relevance/rules/action-labels";
import { DragHandle } from "~/components/ui/order/drag-handle";

type ActionCardProps = {
  type: string;
  /** Its place, from 0, of `all`. */
  at: number;
  all: number;
  busy: boolean;
  scripts: boolean;
  isDragged: boolean;
  /** Where what is dragged would come. */
  edge: "above" | "below" | null;
  /** With scripts the card moves at once; without them its button takes the trip. */
  onMove: (by: 1 | -1) => void;
  children: ReactNode;
};

const edges = { above: "[box-shadow:0_-3px_0_var(--accent)]", below: "[box-shadow:0_3px_0_var(--accent)]" };

/** An action with its place among the others: moved by its buttons, or by its handle. */
export function ActionCard({ type, at, all, busy, scripts, isDragged, edge, onMove, children }: ActionCardProps) {
  const label = ACTION_LABELS[type] ?? type;
  const move = (by: 1 | -1) => {
    const [word, name] = by === -1 ? ["up", "Move up"] : ["down", "Move down"];
    const isEnd = at + by < 0 || at + by >= all;
    return (
      <StepButton
        step={`${word}:${type}`}
        atOnce={scripts && (() => onMove(by))}
        disabled={busy || isEnd}
        aria-label={`${name}: ${label}`}
        className="min-w-[34px] px-1.5"
      >
        <span aria-hidden="true" className={by === -1 ? "arrow arrow-up" : "arrow"} />
      </StepButton>
    );
  };
  return (
    <li
      id={`card-${type}`}
      data-drag={type}
      aria-label={label}
      className={`min-w-0 scroll-mt-4 rounded border border-line bg-surface ${isDragged ? "opacity-60" : ""} ${edge === null ? "" : edges[edge]}`}
    >
      <div className="flex flex-wrap items-center gap-2 rounded-t border-b border-line bg-raised px-3 py-1.5">
        {scripts && <DragHandle id={type} />}
        <h3 className="mr-auto text-13 font-bold">{label}</h3>
        {all > 1 && move(-1)}
        {all > 1 && move(1)}
        <StepButton
          tone="quiet"
          step={`remove:${type}`}
          disabled={busy}
          aria-label={`Remove action ${label}`}
          className="px-1.5"
        >
          Remove
        </StepButton>
      </div>
      <div className="px-3 pb-1 pt-3">{children}</div>
    </li>
  );
}
