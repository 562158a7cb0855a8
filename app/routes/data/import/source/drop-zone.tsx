import { type DragEvent, useRef, useState } from "react";
import { Name } from "~/components/ui/name";
import { formatBytes } from "~/lib/values/numbers";

type DropZoneProps = { id: string; describedBy: string; isInvalid: boolean };

/**
 * The browser's own file control, large enough to drop a file on: that works without scripts, with the keyboard and for
 * screen readers. Scripts add the mark while a file is over it, the whole frame as a target, and the size of what was
 * chosen.
 */
export function DropZone({ id, describedBy, isInvalid }: DropZoneProps) {
  const control = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [said, setSaid] = useState("");

  function tell(files: FileList | null, dropped = 0) {
    const file = files?.[0];
    if (!file) return setSaid("");
    setSaid(
      `${file.name}, ${formatBytes(file.size)}${dropped > 1 ? `. One file at a time: the other ${dropped - 1} were left out.` : ""}`,
    );
  }

  function drop(event: DragEvent) {
    setOver(false);
    const { files } = event.dataTransfer;
    if (!control.current || files.length === 0) return;
    event.preventDefault();
    const one = new DataTransfer();
    if (files[0]) one.items.add(files[0]);
    control.current.files = one.files;
    tell(one.files, files.length);
  }

  const edge = isInvalid ? "border-bad" : isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-raised";
  return (
    // The control inside takes keys and clicks; only what is dragged concerns the frame.

    <div
      className={`rounded border-2 border-dashed ${edge}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={control}
        type="file"
        id={id}
        name="file"
        required
        aria-describedby={describedBy}
        aria-invalid={isInvalid ? true : undefined}
        onChange={(event) => tell(event.currentTarget.files)}
        className="block w-full cursor-pointer px-4 py-6 text-13 file:mr-3 file:min-h-[34px] file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:text-13 file:font-semibold file:text-ink"
      />
      <Name as="p" role="status" className="px-4 pb-3 text-13 text-muted empty:hidden">
        {said}
      </Name>
    </div>
  );
}
