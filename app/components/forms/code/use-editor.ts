import { useEffect } from "react";
import type { AnyField } from "../metadata";

/** Beyond this many characters the plain text area is the better editor. */
const MOST_CHARACTERS = 500_000;

/** Puts an editor over a text area; what it gives back takes the editor away again. */
export type MountEditor = (area: HTMLTextAreaElement) => () => void;

/**
 * Where scripts run, an editor of code stands over the text area of a field; the text area is what is sent. `load`
 * brings the editor, and stays the same from render to render.
 */
export function useEditor({ id, key }: Pick<AnyField, "id" | "key">, load: () => Promise<MountEditor>): void {
  useEffect(() => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement) || area.value.length > MOST_CHARACTERS) return;
    let gone = false;
    let remove: (() => void) | undefined;
    void load().then((mount) => {
      if (!gone) remove = mount(area);
    });
    return () => {
      gone = true;
      remove?.();
    };
  }, [id, key, load]);
}
