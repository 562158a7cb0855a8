import { StreamLanguage, type StringStream } from "@codemirror/language";

type State = {
  /** After a method, up to the end of the line. */ path: boolean;
  /** Between three quotes. */ quoted: boolean;
};

const METHOD = /^(GET|POST|PUT|PATCH|DELETE|HEAD)(?=\s)/i;

function token(stream: StringStream, state: State): string | null {
  if (stream.sol()) state.path = false;
  if (state.quoted) return inQuotes(stream, state);
  if (stream.eatSpace()) return null;
  if (state.path) {
    stream.skipToEnd();
    return "url";
  }
  if (stream.match(/^(#|\/\/).*/)) return "comment";
  if (stream.sol() && stream.match(METHOD)) {
    state.path = true;
    return "keyword";
  }
  if (stream.match('"""')) {
    state.quoted = true;
    return "string";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? "propertyName" : "string";
  if (stream.match(/^-?\d+(\.\d+)?([eE][+-]?\d+)?/)) return "number";
  if (stream.match(/^(true|false|null)\b/)) return "atom";
  stream.next();
  return null;
}

function inQuotes(stream: StringStream, state: State): string {
  if (stream.skipTo('"""')) {
    stream.match('"""');
    state.quoted = false;
  } else stream.skipToEnd();
  return "string";
}

/** The text of the console, for its colours. */
export const consoleLanguage = StreamLanguage.define<State>({
  name: "console",
  startState: () => ({ path: false, quoted: false }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: "#" } },
});
