import {
  autocompletion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { indentOnInput } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";
import { mountEditor } from "./mount-editor";
import { javaScript, javaScriptIndent } from "./script-language";

/** What a script of a rule gets. */
const KNOWN = [
  { label: "context.request.body", detail: "text of the request" },
  { label: "context.request.headers", detail: "its headers" },
  { label: "context.response.code", detail: "status" },
  { label: "context.response.body", detail: "text of the response" },
  { label: "context.response.headers", detail: "its headers" },
  { label: "context.envs", detail: "variables of the rule" },
  { label: "console.log", detail: "prints a line" },
  { label: "JSON.parse", detail: "" },
  { label: "JSON.stringify", detail: "" },
];

function completion(handlers: readonly string[]): (context: CompletionContext) => CompletionResult | null {
  const options = [
    ...KNOWN,
    ...handlers.map((name) => ({
      label: `function ${name}() {\n  \n}`,
      displayLabel: name,
      detail: "runs in this rule",
    })),
  ];
  return (context) => {
    const word = context.matchBefore(/[\w.]{1,60}/);
    if (word === null && !context.explicit) return null;
    return { from: word?.from ?? context.pos, options, validFor: /^[\w.]*$/ };
  };
}

/**
 * Puts an editor for JavaScript over a text area, which proposes the functions that run. Returns what takes it away
 * again.
 */
export function mountScriptEditor(area: HTMLTextAreaElement, handlers: readonly string[]): () => void {
  const label = document.querySelector(`label[for="${CSS.escape(area.id)}"]`)?.textContent ?? "JavaScript";
  const extensions = [
    indentOnInput(),
    javaScript,
    javaScriptIndent,
    autocompletion({ override: [completion(handlers)], icons: false }),
    keymap.of(completionKeymap),
    EditorView.theme({ ".cm-scroller": { minHeight: "140px" } }),
  ];
  return mountEditor(area, { label, extensions }).remove;
}
