import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { colours, theme } from "./editor-look";

type Mount = {
  /** What the editor is called, for those who do not see it. */
  label: string;
  /** The language, and what an editor of its kind does besides. Its keys come before the common ones. */
  extensions: Extension;
};

/**
 * Puts an editor over a text area and keeps its value up to date: the text area is what is sent. `remove` takes it away
 * again. Tab leaves it, as it leaves a text area.
 */
export function mountEditor(
  area: HTMLTextAreaElement,
  { label, extensions }: Mount,
): { view: EditorView; remove: () => void } {
  const description = area.getAttribute("aria-describedby");
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const state = EditorState.create({
    doc: area.value,
    extensions: [
      EditorView.cspNonce.of(nonce),
      // What may be written in takes the focus anyway; said so, the box that scrolls around it is known to be reached
      // by keys.
      EditorView.contentAttributes.of({
        "aria-label": label,
        tabindex: "0",
        ...(description === null ? {} : { "aria-describedby": description }),
      }),
      EditorView.updateListener.of(({ state, docChanged }) => {
        if (docChanged) area.value = state.doc.toString();
      }),
      extensions,
      EditorView.lineWrapping,
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      highlightActiveLine(),
      syntaxHighlighting(colours),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      theme,
    ],
  });
  const view = new EditorView({ state });
  area.before(view.dom);
  area.style.display = "none";
  // A link from the list of mistakes goes to the text area, which is not seen.
  const focus = () => view.focus();
  area.addEventListener("focus", focus);
  return {
    view,
    remove() {
      area.removeEventListener("focus", focus);
      area.style.display = "";
      view.destroy();
    },
  };
}
