import type { ComponentProps } from "react";
import { TextArea } from "../field";
import { useEditor } from "./use-editor";

const load = () => import("./json-editor").then(({ mountJsonEditor }) => mountJsonEditor);

/** A text area for JSON, with an editor that has colours, line numbers and marks for mistakes where scripts run. */
export function JsonArea(props: Omit<ComponentProps<typeof TextArea>, "code">) {
  useEditor(props.field, load);
  return <TextArea {...props} code />;
}
