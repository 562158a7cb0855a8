import type { ComponentProps } from "react";
import { TextArea } from "../field";
import { useEditor } from "./use-editor";

const load = () => import("./yaml-editor").then(({ mountYamlEditor }) => mountYamlEditor);

/** A text area for YAML, with an editor that has colours and line numbers where scripts run. */
export function YamlArea(props: Omit<ComponentProps<typeof TextArea>, "code">) {
  useEditor(props.field, load);
  return <TextArea {...props} code />;
}
