import { type ComponentProps, useEffect } from "react";
import type { Handler } from "@common/search-relevance/rule-kinds";
import { type TextArea as Area, TextArea } from "./field";

/** Beyond this many characters the plain text area is the better editor. */
const MOST_CHARACTERS = 500_000;

/**
 * A text area for JavaScript. Where scripts run the console's editor stands over it, with colours and what a script of
 * a rule gets; the text area is what is sent. `handlers`: the functions that run.
 */
export function ScriptArea({
  handlers,
  ...props
}: Omit<ComponentProps<typeof Area>, "code"> & { handlers: readonly Handler[] }) {
  const { id, key } = props.field;
  const names = handlers.join(" ");
  useEffect(() => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement) || area.value.length > MOST_CHARACTERS) return;
    let gone = false;
    let remove: (() => void) | undefined;
    void import("./script-editor").then(({ mountScriptEditor }) => {
      if (!gone) remove = mountScriptEditor(area, names === "" ? [] : names.split(" "));
    });
    return () => {
      gone = true;
      remove?.();
    };
  }, [id, key, names]);
  return <TextArea {...props} code />;
}
