import { type ComponentProps, useEffect } from "react";
import type { TextArea as Area } from "./field";
import { TextArea } from "~/components/form-kit";

/** Beyond this many characters the plain text area is the better editor. */
const MOST_CHARACTERS = 500_000;

/** A text area for JavaScript. Where scripts run the console's editor stands over it, with colours and what a script of a rule gets; the text area is what is sent. */
export function ScriptArea(props: Omit<ComponentProps<typeof Area>, "code">) {
  const { id, key } = props.field;
  useEffect(() => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement) || area.value.length > MOST_CHARACTERS) return;
    let gone = false;
    let remove: (() => void) | undefined;
    void import("./script-editor").then(({ mountScriptEditor }) => {
      if (!gone) remove = mountScriptEditor(area);
    });
    return () => {
      gone = true;
      remove?.();
    };
  }, [id, key]);
  return <TextArea {...props} code />;
}
