/** What is dragged, as six dots; only where scripts run. Whoever cannot drag has the buttons beside it. */
export function DragHandle({ id }: { id: string }) {
  return (
    <span
      draggable
      data-handle={id}
      aria-hidden="true"
      title="Drag to move"
      className="inline-grid h-6 w-4 shrink-0 cursor-move grid-cols-2 place-content-center gap-[3px]"
    >
      {Array.from({ length: 6 }, (_, at) => (
        <span key={at} className="h-[2px] w-[2px] rounded-full bg-faint" />
      ))}
    </span>
  );
}
