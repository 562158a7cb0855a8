import { type ComponentProps, useCallback } from "react";
import type { Handler } from "@common/search-relevance/rule-kinds";
import { type TextArea as Area, TextArea } from "../field";
import { useEditor } from "./use-editor";

/**
 * A text area for JavaScript. Where scripts run the console's editor stands over it, with colours and what a script of
 * a rule gets; the text area is what is sent. `handlers`: the functions that run.
 */
export function ScriptArea({
  handlers,
  ...props
}: Omit<ComponentProps<typeof Area>, "code"> & { handlers: readonly Handler[] }) {
  const names = handlers.join(" ");
  const load = useCallback(
    () =>
      import("./script-editor").then(
        ({ mountScriptEditor }) =>
          (area: HTMLTextAreaElement) =>
            mountScriptEditor(area, names === "" ? [] : names.split(" ")),
      ),
    [names],
  );
  useEditor(props.field, load);
  return <TextArea {...props} code />;
}
