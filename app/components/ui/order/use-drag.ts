import { type DragEvent, useEffect, useState } from "react";

/** A thing that can be dragged, or that one is dropped on; in a table a mark in its row. */
const idAt = (target: EventTarget, name: "drag" | "handle"): string | undefined => {
  if (!(target instanceof Element)) return undefined;
  if (name === "handle") return target.closest<HTMLElement>("[data-handle]")?.dataset["handle"];
  const found =
    target.closest<HTMLElement>("[data-drag]") ?? target.closest("tr")?.querySelector<HTMLElement>("[data-drag]");
  return found?.dataset["drag"];
};

/** False on the server and until scripts run: what only they can do is not shown before. */
export function useScripts(): boolean {
  const [run, setRun] = useState(false);
  useEffect(() => setRun(true), []);
  return run;
}

/** The list with the entry at `from` in the place `to`. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/**
 * Dragging in a list: the box around it takes `box`, each entry has `data-drag` and a handle with `draggable` and
 * `data-handle`, all with its id. `onDrop` gets what was dragged and the entry whose place it takes. Buttons do the
 * same for keys and without scripts.
 */
export function useDrag(onDrop: (dragged: string, over: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const box = {
    onDragStart(event: DragEvent) {
      const id = idAt(event.target, "handle");
      if (id === undefined) return;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", id);
      setDragged(id);
    },
    onDragOver(event: DragEvent) {
      const id = idAt(event.target, "drag");
      if (dragged === null || id === undefined) return;
      event.preventDefault();
      if (id !== over) setOver(id);
    },
    onDrop(event: DragEvent) {
      const id = idAt(event.target, "drag");
      if (dragged === null || id === undefined) return;
      event.preventDefault();
      end();
      if (id !== dragged) onDrop(dragged, id);
    },
    onDragEnd: end,
  };
  return { box, dragged, over: over === dragged ? null : over };
}
