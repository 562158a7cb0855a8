import { indentService, StreamLanguage, type StringStream } from "@codemirror/language";

type State = {
  /** Inside of what goes on over lines. */ within: "comment" | "template" | null;
  /** A value may begin here, so a stroke begins a pattern. */ value: boolean;
};

const KEYWORDS =
  /^(?:async|await|break|case|catch|class|const|continue|default|delete|do|else|extends|finally|for|function|if|in|instanceof|let|new|of|return|static|super|switch|this|throw|try|typeof|var|void|while|yield)$/;
const ATOMS = /^(?:true|false|null|undefined|NaN|Infinity)$/;

function goOn(stream: StringStream, state: State, end: RegExp, kind: string): string {
  if (stream.match(end)) state.within = null;
  else stream.skipToEnd();
  return kind;
}

function token(stream: StringStream, state: State): string | null {
  if (state.within === "comment") return goOn(stream, state, /^.*?\*\//, "comment");
  if (state.within === "template") return goOn(stream, state, /^(?:[^`\\]|\\.)*`/, "string");
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/\/.*/)) return "comment";
  if (stream.match("/*")) {
    state.within = "comment";
    return "comment";
  }
  const { value } = state;
  state.value = false;
  if (stream.match("`")) {
    state.within = "template";
    return goOn(stream, state, /^(?:[^`\\]|\\.)*`/, "string");
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return "string";
  if (stream.match(/^(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?)n?/i)) return "number";
  if (value && stream.match(/^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/)) return "string";
  const word = stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u);
  if (Array.isArray(word)) {
    const [name = ""] = word;
    state.value = KEYWORDS.test(name) && name !== "this" && name !== "super";
    if (KEYWORDS.test(name)) return "keyword";
    if (ATOMS.test(name)) return "atom";
    return stream.match(/^\s*:(?!:)/, false) ? "propertyName" : null;
  }
  state.value = !/[)\]}]/.test(stream.next() ?? "");
  return null;
}

/** JavaScript, for its colours. */
export const javaScript = StreamLanguage.define<State>({
  name: "javascript",
  startState: () => ({ within: null, value: true }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, indentOnInput: /^\s*[}\])]$/ },
});

/** Lines after an opening bracket stand deeper, closing ones less deep. */
export const javaScriptIndent = indentService.of((context, pos) => {
  const line = context.lineAt(pos);
  if (line.from === 0) return 0;
  const before = context.lineAt(line.from - 1, -1);
  const opened = /[{([]\s*$/.test(before.text) ? context.unit : 0;
  const closed = /^\s*[})\]]/.test(line.text) ? context.unit : 0;
  return Math.max(0, context.lineIndent(before.from) + opened - closed);
});
