import { type ComponentProps, useEffect } from "react";
import { TextArea } from "./field";

/** Beyond this many characters the plain text area is the better editor. */
const MOST_CHARACTERS = 500_000;

/**
 * A text area for JSON. Where scripts run an editor with colours, line numbers and marks for mistakes stands over it;
 * the text area is what is sent.
 */
export function JsonArea(props: Omit<ComponentProps<typeof TextArea>, "code">) {
  const { field } = props;
  const { id, key } = field;
  useEffect(() => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement) || area.value.length > MOST_CHARACTERS) return;
    let gone = false;
    let remove: (() => void) | undefined;
    void import("./json-editor").then(({ mountJsonEditor }) => {
      if (!gone) remove = mountJsonEditor(area);
    });
    return () => {
      gone = true;
      remove?.();
    };
  }, [id, key]);
  return <TextArea {...props} code />;
}
