import { acceptCompletion, autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, gutter, GutterMarker, keymap } from "@codemirror/view";
import { mountEditor } from "~/components/forms/code/mount-editor";
import { completionsFor, type Names } from "./completions";
import { consoleLanguage } from "./console-language";

type EditorOptions = {
  names: () => Names;
  /** The line that the cursor begins on; 0 for nowhere in particular. */
  startAt: number;
  /** The text, and the line that the cursor is on. */
  onChange: (text: string, line: number) => void;
  onRun: () => void;
};

// With the editor, for only who types needs them.
export { indexOfRequest } from "~/lib/data/console/meaning";
export { blockOf } from "~/services/data/console/blocked";

/** Lines with a sign beside them, and what it means. */
export type Marks = readonly (readonly [line: number, reason: string])[];

export type ConsoleEditor = {
  /** Puts the cursor on a line. */ goTo: (line: number) => void;
  mark: (marks: Marks) => void;
  remove: () => void;
};

const setMarks = StateEffect.define<Marks>();
const marksField = StateField.define<Marks>({
  create: () => [],
  update: (marks, { effects }) => effects.findLast((effect) => effect.is(setMarks))?.value ?? marks,
});

class BlockedMark extends GutterMarker {
  constructor(readonly reason: string) {
    super();
  }
  override eq(other: BlockedMark) {
    return other.reason === this.reason;
  }
  override toDOM() {
    const sign = document.createElement("span");
    sign.textContent = "⊘";
    sign.title = this.reason;
    return sign;
  }
}

const blockedGutter = gutter({
  class: "cm-blocked",
  lineMarker: ({ state }, { from }) => {
    const line = state.doc.lineAt(from).number;
    const found = state.field(marksField).find(([marked]) => marked === line);
    return found ? new BlockedMark(found[1]) : null;
  },
  lineMarkerChange: ({ transactions }) =>
    transactions.some(({ effects }) => effects.some((effect) => effect.is(setMarks))),
  initialSpacer: () => new BlockedMark(""),
});

/** Puts the editor of the console over its text area. Tab leaves it, unless it accepts a completion. */
export function mountConsoleEditor(
  area: HTMLTextAreaElement,
  { names, startAt, onChange, onRun }: EditorOptions,
): ConsoleEditor {
  const run = () => {
    onRun();
    return true;
  };
  const extensions = [
    EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
      if (docChanged || selectionSet)
        onChange(state.doc.toString(), state.doc.lineAt(state.selection.main.head).number);
    }),
    marksField,
    blockedGutter,
    consoleLanguage,
    autocompletion({ override: [completionsFor(names)], icons: false, activateOnTyping: true }),
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run },
        { key: "Tab", run: acceptCompletion },
      ]),
    ),
    keymap.of(completionKeymap),
    EditorView.theme({
      ".cm-scroller": { minHeight: "440px" },
      ".cm-blocked": { color: "var(--warn)", width: "1.2em", textAlign: "center" },
    }),
  ];
  const { view, remove } = mountEditor(area, { label: "Requests", extensions });
  const goTo = (line: number) => {
    const anchor = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines)).from;
    view.dispatch({ selection: { anchor } });
  };
  if (startAt > 0) goTo(startAt);
  return { goTo, mark: (marks) => view.dispatch({ effects: setMarks.of(marks) }), remove };
}
