import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { colours, theme } from "./editor-look";

const parseMistakes = jsonParseLinter();

/** Not every browser says where its parser stopped, and then all mistakes would be marked at the start: the first place that the grammar cannot read is. */
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

/** Puts an editor over a text area and keeps its value up to date. Returns what takes it away again. Tab leaves it, as it leaves a text area. */
export function mountJsonEditor(area: HTMLTextAreaElement): () => void {
  const label = document.querySelector(`label[for="${CSS.escape(area.id)}"]`)?.textContent ?? "JSON";
  const description = area.getAttribute("aria-describedby");
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const view = new EditorView({
    state: EditorState.create({
      doc: area.value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        // What may be written in takes the focus anyway; said so, the box that scrolls around it is known to be reached by keys.
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", ...(description === null ? {} : { "aria-describedby": description }) }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) area.value = update.state.doc.toString();
        }),
        EditorView.lineWrapping,
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        json(),
        linter(jsonMistakes),
        syntaxHighlighting(colours),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        theme,
      ],
    }),
  });
  area.before(view.dom);
  area.style.display = "none";
  // A link from the list of mistakes goes to the text area, which is not seen.
  const focus = () => view.focus();
  area.addEventListener("focus", focus);
  return () => {
    area.removeEventListener("focus", focus);
    area.style.display = "";
    view.destroy();
  };
}
