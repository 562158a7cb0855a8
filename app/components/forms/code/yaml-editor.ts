import { yaml } from "@codemirror/lang-yaml";
import { indentOnInput } from "@codemirror/language";
import { mountEditor } from "./mount-editor";

/** Puts an editor for YAML over a text area. Returns what takes it away again. */
export function mountYamlEditor(area: HTMLTextAreaElement): () => void {
  const label = document.querySelector(`label[for="${CSS.escape(area.id)}"]`)?.textContent ?? "YAML";
  return mountEditor(area, { label, extensions: [indentOnInput(), yaml()] }).remove;
}
