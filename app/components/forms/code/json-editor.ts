import { json, jsonParseLinter } from "@codemirror/lang-json";
import { indentOnInput, syntaxTree } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { mountEditor } from "./mount-editor";

const parseMistakes = jsonParseLinter();

/**
 * Not every browser says where its parser stopped, and then all mistakes would be marked at the start: the first place
 * that the grammar cannot read is.
 */
function jsonMistakes(view: EditorView) {
  return parseMistakes(view).map((mistake) => {
    const at = mistake.from > 0 ? mistake.from : (firstUnreadable(view.state) ?? mistake.from);
    return { ...mistake, from: at, to: at };
  });
}

function firstUnreadable(state: EditorState): number | undefined {
  let at: number | undefined;
  syntaxTree(state).iterate({
    enter: ({ type, from }) => {
      if (type.isError) at ??= from;
      return at === undefined;
    },
  });
  return at;
}

/** Puts an editor for JSON over a text area, with marks for mistakes. Returns what takes it away again. */
export function mountJsonEditor(area: HTMLTextAreaElement): () => void {
  const label = document.querySelector(`label[for="${CSS.escape(area.id)}"]`)?.textContent ?? "JSON";
  return mountEditor(area, {
    label,
    extensions: [indentOnInput(), json(), linter(jsonMistakes), keymap.of(lintKeymap)],
  }).remove;
}
