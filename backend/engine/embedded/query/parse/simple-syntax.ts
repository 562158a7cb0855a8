import type { Clause, Expression } from "./lucene-syntax";

/** Operators that a simple query string may use. */
export type SimpleFlags = ReadonlySet<string>;

const ALL_FLAGS = [
  "AND",
  "OR",
  "NOT",
  "PREFIX",
  "PHRASE",
  "PRECEDENCE",
  "ESCAPE",
  "WHITESPACE",
  "FUZZY",
  "NEAR",
  "SLOP",
];

/** Reads `OR|AND|PREFIX`; `ALL` by default. Undefined names nothing that is known. */
export function simpleFlags(text: string | undefined): SimpleFlags | string {
  if (text === undefined || text === "ALL" || text === "-1") return new Set(ALL_FLAGS);
  const found = new Set<string>();
  for (const name of text.split("|")) {
    if (name === "NONE") continue;
    if (name === "ALL") return new Set(ALL_FLAGS);
    if (!ALL_FLAGS.includes(name)) return name;
    found.add(name);
  }
  return found;
}

/** Parses the syntax that never fails: `+ | - " * ( ) ~`. */
export function parseSimpleSyntax(
  input: string,
  { and, flags }: { and: boolean; flags: SimpleFlags },
): Expression | undefined {
  // A star alone asks for everything; beside other words it is a word.
  if (input.trim() === "*") return { kind: "all", boost: 1 };
  let at = 0;
  const special = (letter: string) =>
    (letter === '"' && flags.has("PHRASE")) ||
    (letter === "(" && flags.has("PRECEDENCE")) ||
    (letter === ")" && flags.has("PRECEDENCE")) ||
    (letter === "|" && flags.has("OR")) ||
    (letter === "+" && flags.has("AND")) ||
    (/\s/.test(letter) && flags.has("WHITESPACE"));

  const tilde = (allowed: boolean): string | undefined => {
    if (!allowed || input[at] !== "~") return undefined;
    const number = /^~(\d*)/.exec(input.slice(at))!;
    at += number[0].length;
    return number[1];
  };

  const word = (): Expression | undefined => {
    let text = "";
    let starred = false;
    while (at < input.length && !special(input[at]!)) {
      const letter = input[at]!;
      if (letter === "\\" && flags.has("ESCAPE") && at + 1 < input.length) {
        text += input[at + 1];
        starred = false;
        at += 2;
        continue;
      }
      if (letter === "~" && flags.has("FUZZY") && /^~\d*(?:[\s()|+"]|$)/.test(input.slice(at)) && text !== "") {
        const edits = tilde(true);
        return { kind: "fuzzy", field: undefined, text, edits: edits === "" ? undefined : edits, boost: 1 };
      }
      text += letter;
      starred = letter === "*";
      at++;
    }
    if (text === "") return undefined;
    if (starred && flags.has("PREFIX") && text.length > 1)
      return { kind: "prefix", field: undefined, text: text.slice(0, -1), boost: 1 };
    return { kind: "words", field: undefined, text, boost: 1 };
  };

  const phrase = (): Expression | undefined => {
    const end = (() => {
      let place = at + 1;
      while (place < input.length && input[place] !== '"') place += input[place] === "\\" ? 2 : 1;
      return place;
    })();
    if (end >= input.length) {
      at++;
      return undefined;
    }
    const text = input.slice(at + 1, end).replace(/\\(.)/gs, "$1");
    at = end + 1;
    const slop = tilde(flags.has("NEAR") || flags.has("SLOP"));
    return text.trim() === ""
      ? undefined
      : { kind: "phrase", field: undefined, text, boost: 1, ...(slop ? { slop: Number(slop) } : {}) };
  };

  const group = (nested: boolean): Expression | undefined => {
    let left: Expression | undefined;
    let operator: "and" | "or" | undefined;
    let negations = 0;
    const join = (branch: Expression) => {
      const clause: Expression =
        negations % 2 === 1
          ? {
              kind: "group",
              boost: 1,
              clauses: [
                { occur: "must_not", expression: branch },
                { occur: "should", expression: { kind: "all", boost: 1 } },
              ],
            }
          : branch;
      negations = 0;
      const joined = operator ?? (and ? "and" : "or");
      operator = undefined;
      const occur = joined === "and" ? "must" : "should";
      const open: Clause[] | undefined =
        left?.kind === "group" && left.clauses.length > 0 && joins.get(left) === occur ? left.clauses : undefined;
      if (!left) left = clause;
      else if (open) open.push({ occur, expression: clause });
      else {
        left = {
          kind: "group",
          boost: 1,
          clauses: [
            { occur, expression: left },
            { occur, expression: clause },
          ],
        };
        joins.set(left, occur);
      }
    };
    while (at < input.length) {
      const letter = input[at]!;
      if (/\s/.test(letter) && flags.has("WHITESPACE")) at++;
      else if (letter === ")" && flags.has("PRECEDENCE")) {
        at++;
        if (nested) return left;
      } else if (letter === "+" && flags.has("AND")) {
        at++;
        if (left && operator === undefined) operator = "and";
      } else if (letter === "|" && flags.has("OR")) {
        at++;
        if (left && operator === undefined) operator = "or";
      } else if (letter === "-" && flags.has("NOT")) {
        at++;
        negations++;
      } else {
        let found: Expression | undefined;
        if (letter === "(" && flags.has("PRECEDENCE")) {
          at++;
          found = group(true);
        } else found = letter === '"' && flags.has("PHRASE") ? phrase() : word();
        if (found) join(found);
        else negations = 0;
      }
    }
    return left;
  };
  const joins = new Map<Expression, string>();
  return group(false);
}
