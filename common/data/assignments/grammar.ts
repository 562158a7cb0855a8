import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { ENGINE_LIMITS } from "@common/limits/engine";

// The little language in which a change by query or a re-index says what it does to each document. It looks like a
// script and is none: nothing is run, the text is read into a list of assignments, and what is more than that is
// refused.
//
//   script     = [ statement ] { ";" [ statement ] }
//   statement  = field "=" ( text | number | "true" | "false" | "null" | field | "params" "." name )
//              | ( "ctx._source" | field ) ".remove(" text ")"
//   field      = "ctx._source" step { step }        step = "." name | "[" text "]"

/** The keys that lead to a field, outermost first; a key may itself hold dots. */
export type FieldPath = readonly [string, ...string[]];
/** One change of a document. `copy` gives `path` what is at `from`, null where that is not there. */
export type Assignment =
  | { op: "set"; path: FieldPath; value: JsonValue }
  | { op: "copy"; path: FieldPath; from: FieldPath }
  | { op: "remove"; path: FieldPath };

/** What is more than a list of assignments: what it is, and at which character, counted from 1. */
export class AssignmentError extends Error {
  constructor(
    readonly what: string,
    readonly at: number,
  ) {
    super(`${what} at character ${at}`);
  }
}

const TOKEN =
  /\s+|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))|(?<text>"(?:[^"\\\n]|\\["\\])*"|'(?:[^'\\\n]|\\['\\])*')|(?<mark>[.;=()[\]])/y;

type Token = { kind: "name" | "number" | "text" | "mark" | "end"; text: string; at: number };

function tokensOf(script: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < script.length;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(script);
    if (!found) throw new AssignmentError(`"${script.slice(at, at + 20).split("\n")[0]}"`, at + 1);
    const { name, number, text, mark } = found.groups ?? {};
    if (name !== undefined) tokens.push({ kind: "name", text: name, at: at + 1 });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, at: at + 1 });
    else if (text !== undefined)
      tokens.push({ kind: "text", text: text.slice(1, -1).replace(/\\(.)/g, "$1"), at: at + 1 });
    else if (mark !== undefined) tokens.push({ kind: "mark", text: mark, at: at + 1 });
    at = TOKEN.lastIndex;
  }
  return [...tokens, { kind: "end", text: "the end", at: script.length + 1 }];
}

const WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };

class Reader {
  private next = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly params: JsonObject,
  ) {}

  private get token(): Token {
    return this.tokens[Math.min(this.next, this.tokens.length - 1)] ?? { kind: "end", text: "the end", at: 1 };
  }

  private fail(token = this.token): AssignmentError {
    return new AssignmentError(token.kind === "end" ? "the end" : `"${token.text.slice(0, 50)}"`, token.at);
  }

  private isMark(text: string): boolean {
    return this.token.kind === "mark" && this.token.text === text;
  }

  private take(kind: Token["kind"], text?: string): Token {
    const { token } = this;
    if (token.kind !== kind || (text !== undefined && token.text !== text)) throw this.fail();
    this.next++;
    return token;
  }

  // The keys behind `ctx._source`; up to the name in front of a parenthesis, which is a call and none of them.
  private path(): string[] {
    this.take("name", "ctx");
    this.take("mark", ".");
    this.take("name", "_source");
    const path: string[] = [];
    while (this.isMark(".") || this.isMark("[")) {
      if (this.isMark("[")) {
        this.next++;
        path.push(this.take("text").text);
        this.take("mark", "]");
        continue;
      }
      const behind = this.tokens[this.next + 2];
      if (behind?.kind === "mark" && behind.text === "(") break;
      this.next++;
      path.push(this.take("name").text);
    }
    return path;
  }

  private whole(path: readonly string[], at: Token): FieldPath {
    const [first, ...rest] = path;
    if (first === undefined) throw this.fail(at);
    return [first, ...rest];
  }

  private statement(): Assignment {
    const begin = this.token;
    const path = this.path();
    if (this.isMark(".")) {
      this.next++;
      this.take("name", "remove");
      this.take("mark", "(");
      const { text } = this.take("text");
      this.take("mark", ")");
      return { op: "remove", path: this.whole([...path, text], begin) };
    }
    const target = this.whole(path, begin);
    this.take("mark", "=");
    const { kind, text } = this.token;
    if (kind === "name" && text === "ctx")
      return { op: "copy", path: target, from: this.whole(this.path(), this.tokens[this.next] ?? begin) };
    return { op: "set", path: target, value: this.value() };
  }

  private value(): JsonValue {
    const token = this.token;
    this.next++;
    if (token.kind === "text") return token.text;
    if (token.kind === "number") return parseJson(token.text);
    if (token.kind === "name" && Object.hasOwn(WORDS, token.text)) return WORDS[token.text] ?? null;
    if (token.kind !== "name" || token.text !== "params") throw this.fail(token);
    this.take("mark", ".");
    const name = this.take("name");
    const value = Object.hasOwn(this.params, name.text) ? this.params[name.text] : undefined;
    if (value === undefined || !isPlain(value)) throw this.fail(name);
    return value;
  }

  private isOver(): boolean {
    return this.token.kind === "end";
  }

  all(): Assignment[] {
    const list: Assignment[] = [];
    while (!this.isOver()) {
      if (!this.isMark(";")) list.push(this.statement());
      if (!this.isOver()) this.take("mark", ";");
      if (list.length > ENGINE_LIMITS.assignments.most)
        throw new AssignmentError(`more than ${ENGINE_LIMITS.assignments.most} assignments`, this.token.at);
    }
    return list;
  }
}

// An object would be the same one in every document: the next assignment could change it in all of them.
function isPlain(value: JsonValue): boolean {
  return Array.isArray(value) ? value.every((item) => !Array.isArray(item) && isPlain(item)) : !isJsonObject(value);
}

/**
 * Reads a script of plain assignments; `params` are the values that it names. Throws AssignmentError where it is
 * anything more, and where it is none at all.
 */
export function readAssignments(script: string, params: JsonObject = {}): Assignment[] {
  if (script.length > ENGINE_LIMITS.assignmentText.most)
    throw new AssignmentError(
      `more than ${ENGINE_LIMITS.assignmentText.most} characters`,
      ENGINE_LIMITS.assignmentText.most + 1,
    );
  const list = new Reader(tokensOf(script), params).all();
  if (list.length === 0) throw new AssignmentError("no assignment", 1);
  return list;
}
