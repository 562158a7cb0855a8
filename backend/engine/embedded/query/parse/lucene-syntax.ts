import { EngineError } from "../../errors";

/** What a query string says, before fields and analysis come in. `field` is left out where the default fields count. */
export type Expression =
  | {
      kind: "words" | "phrase" | "prefix" | "wildcard" | "regexp";
      field: string | undefined;
      text: string;
      boost: number;
      slop?: number;
    }
  | { kind: "fuzzy"; field: string | undefined; text: string; boost: number; edits: string | undefined }
  | {
      kind: "range";
      field: string | undefined;
      from: string | undefined;
      to: string | undefined;
      includeFrom: boolean;
      includeTo: boolean;
      boost: number;
    }
  | { kind: "all"; boost: number }
  | { kind: "group"; clauses: Clause[]; boost: number };

export type Occur = "must" | "should" | "must_not";
export type Clause = { occur: Occur; expression: Expression };

type Kind =
  | "and"
  | "or"
  | "not"
  | "+"
  | "-"
  | "("
  | ")"
  | ":"
  | "^"
  | "~"
  | "quoted"
  | "term"
  | "bare"
  | "prefix"
  | "wild"
  | "regexp"
  | "["
  | "{"
  | "compare"
  | "end";
type Token = { kind: Kind; text: string };

const SPECIAL = /[\s()":^[\]{}~]/;

function parseError(input: string, detail: string): EngineError {
  return new EngineError(400, "query_shard_exception", `Failed to parse query [${input}]`, {
    causedBy: new EngineError(400, "parse_exception", `Cannot parse '${input}': ${detail}`),
  });
}

/** Takes the backslashes out of a term. */
export function unescapeTerm(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, letter: string | undefined) =>
    code ? String.fromCharCode(parseInt(code, 16)) : (letter ?? ""),
  );
}

function scan(input: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const push = (kind: Kind, text: string) => tokens.push({ kind, text });
  while (at < input.length) {
    const letter = input[at]!;
    const two = input.slice(at, at + 2);
    if (/\s/.test(letter)) at++;
    else if (two === "&&") {
      push("and", two);
      at += 2;
    } else if (two === "||") {
      push("or", two);
      at += 2;
    }
    // An operator that stands alone is a word of signs only, which analysis takes away.
    else if (/^[-+!]\s$/.test(two)) {
      push("bare", letter);
      at += 2;
    } else if (letter === "!") {
      push("not", letter);
      at++;
    } else if (letter === "+" || letter === "-") {
      push(letter, letter);
      at++;
    } else if (letter === "(" || letter === ")" || letter === ":") {
      push(letter, letter);
      at++;
    } else if (letter === "^" || letter === "~") {
      const number = /^\d*(?:\.\d+)?/.exec(input.slice(at + 1))?.[0] ?? "";
      push(letter, number);
      at += 1 + number.length;
    } else if (letter === '"') {
      let end = at + 1;
      while (end < input.length && input[end] !== '"') end += input[end] === "\\" ? 2 : 1;
      if (end >= input.length)
        throw parseError(
          input,
          `Lexical error at line 1, column ${input.length + 1}.  Encountered: <EOF> after : "${input.slice(at)}"`,
        );
      push("quoted", input.slice(at + 1, end));
      at = end + 1;
    } else if (letter === "/") {
      let end = at + 1;
      while (end < input.length && input[end] !== "/") end += input[end] === "\\" ? 2 : 1;
      if (end >= input.length)
        throw parseError(
          input,
          `Lexical error at line 1, column ${input.length + 1}.  Encountered: <EOF> after : "${input.slice(at)}"`,
        );
      push("regexp", input.slice(at + 1, end).replace(/\\\//g, "/"));
      at = end + 1;
    } else if (letter === "[" || letter === "{") {
      const end = input.slice(at).search(/[\]}]/);
      if (end < 0) throw parseError(input, `Encountered "<EOF>" at line 1, column ${input.length}.`);
      push(letter, input.slice(at + 1, at + end + 1));
      at += end + 1;
    } else if (letter === "]" || letter === "}")
      throw parseError(input, `Encountered " "${letter}" "${letter} "" at line 1, column ${at}.`);
    else if (letter === ">" || letter === "<") {
      const sign = input[at + 1] === "=" ? input.slice(at, at + 2) : letter;
      push("compare", sign);
      at += sign.length;
    } else {
      let end = at;
      while (end < input.length && !SPECIAL.test(input[end]!)) end += input[end] === "\\" ? 2 : 1;
      if (end > input.length)
        throw parseError(
          input,
          `Lexical error at line 1, column ${input.length + 1}.  Encountered: <EOF> after : "\\\\"`,
        );
      const text = input.slice(at, end);
      at = end;
      const bare = text.replace(/\\./gs, "");
      if (text === "AND") push("and", text);
      else if (text === "OR") push("or", text);
      else if (text === "NOT") push("not", text);
      else if (/[*?]/.test(bare)) push(/^[^*?]+\*$/.test(bare) && !text.endsWith("\\*") ? "prefix" : "wild", text);
      else push("term", text);
    }
  }
  push("end", "");
  return tokens;
}

/** Reads Lucene's classic query syntax; `and` is the operator where none stands between two clauses. */
class Reader {
  private at = 0;

  constructor(
    private readonly input: string,
    private readonly tokens: readonly Token[],
    private readonly and: boolean,
  ) {}

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  private take(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private unexpected(token: Token): EngineError {
    return parseError(
      this.input,
      token.kind === "end"
        ? `Encountered "<EOF>" at line 1, column ${this.input.length}.`
        : `Encountered " ${token.text} "" at line 1.`,
    );
  }

  read(): Expression {
    const found = this.query(undefined);
    if (this.peek().kind !== "end") throw this.unexpected(this.peek());
    return found;
  }

  private query(field: string | undefined): Expression {
    const clauses: Clause[] = [];
    for (let first = true; ; first = false) {
      const { kind } = this.peek();
      if (kind === "end" || kind === ")") {
        if (first) throw this.unexpected(this.peek());
        break;
      }
      let conjunction: "and" | "or" | undefined;
      if (!first && (kind === "and" || kind === "or")) conjunction = this.take().kind === "and" ? "and" : "or";
      const sign = this.peek().kind;
      const modifier = sign === "+" || sign === "-" || sign === "not" ? this.take().kind : undefined;
      const expression =
        modifier === undefined && conjunction === undefined
          ? (this.words(field) ?? this.clause(field))
          : this.clause(field);
      this.add(clauses, {
        conjunction,
        prohibited: modifier === "-" || modifier === "not",
        required: modifier === "+",
        expression,
      });
    }
    const [only] = clauses;
    if (clauses.length === 1 && only && only.occur !== "must_not") return only.expression;
    return { kind: "group", clauses, boost: 1 };
  }

  private add(
    clauses: Clause[],
    {
      conjunction,
      prohibited,
      required,
      expression,
    }: { conjunction: "and" | "or" | undefined; prohibited: boolean; required: boolean; expression: Expression },
  ): void {
    const before = clauses.at(-1);
    if (before && conjunction === "and" && before.occur !== "must_not") before.occur = "must";
    if (before && this.and && conjunction === "or" && before.occur !== "must_not") before.occur = "should";
    const must = this.and ? !prohibited && conjunction !== "or" : required || (conjunction === "and" && !prohibited);
    clauses.push({ occur: prohibited ? "must_not" : must ? "must" : "should", expression });
  }

  /** Bare words side by side are analysed as one text. */
  private words(field: string | undefined): Expression | undefined {
    const bare = (ahead: number) =>
      this.peek(ahead).kind === "term" && ![":", "^", "~"].includes(this.peek(ahead + 1).kind);
    if (!bare(0) || !bare(1)) return undefined;
    const parts: string[] = [];
    while (bare(0)) parts.push(unescapeTerm(this.take().text));
    return { kind: "words", field, text: parts.join(" "), boost: 1 };
  }

  private clause(outer: string | undefined): Expression {
    let field = outer;
    const token = this.peek();
    if ((token.kind === "term" || token.kind === "wild") && this.peek(1).kind === ":") {
      this.at += 2;
      if (token.text === "*" && this.peek().text === "*") {
        this.take();
        return { kind: "all", boost: this.boost() };
      }
      field = unescapeTerm(token.text);
    }
    if (this.peek().kind === "(") {
      this.take();
      const inner = this.query(field);
      if (this.peek().kind !== ")") throw this.unexpected(this.peek());
      this.take();
      const boost = this.boost();
      return boost === 1 ? inner : { kind: "group", clauses: [{ occur: "must", expression: inner }], boost };
    }
    return this.term(field);
  }

  private boost(): number {
    if (this.peek().kind !== "^") return 1;
    const { text } = this.take();
    if (text === "") throw this.unexpected(this.peek());
    return Number(text);
  }

  private term(field: string | undefined): Expression {
    const token = this.take();
    switch (token.kind) {
      case "term": {
        const tilde = this.peek().kind === "~" ? this.take().text : undefined;
        const text = unescapeTerm(token.text);
        if (tilde !== undefined)
          return { kind: "fuzzy", field, text, edits: tilde === "" ? undefined : tilde, boost: this.boost() };
        return { kind: "words", field, text, boost: this.boost() };
      }
      case "bare":
        return { kind: "words", field, text: token.text, boost: this.boost() };
      case "quoted": {
        const slop = this.peek().kind === "~" ? Number(this.take().text || "0") : undefined;
        return {
          kind: "phrase",
          field,
          text: unescapeTerm(token.text),
          boost: this.boost(),
          ...(slop === undefined ? {} : { slop: Math.floor(slop) }),
        };
      }
      case "prefix":
        return { kind: "prefix", field, text: unescapeTerm(token.text.slice(0, -1)), boost: this.boost() };
      case "wild":
        return { kind: "wildcard", field, text: token.text, boost: this.boost() };
      case "regexp":
        return { kind: "regexp", field, text: token.text, boost: this.boost() };
      case "[":
      case "{":
        return this.range(field, token);
      case "compare": {
        const { text } = this.take();
        const value = unescapeTerm(text);
        const upper = token.text.startsWith("<");
        const include = token.text.endsWith("=");
        return {
          kind: "range",
          field,
          from: upper ? undefined : value,
          to: upper ? value : undefined,
          includeFrom: upper || include,
          includeTo: !upper || include,
          boost: this.boost(),
        };
      }
      default:
        throw this.unexpected(token);
    }
  }

  private range(field: string | undefined, token: Token): Expression {
    const parts = /^\s*("(?:[^"\\]|\\.)*"|\S+)\s+TO\s+("(?:[^"\\]|\\.)*"|\S+?)\s*([\]}])$/s.exec(token.text);
    if (!parts) throw this.unexpected(token);
    const bound = (text: string) =>
      text === "*" ? undefined : unescapeTerm(text.startsWith('"') ? text.slice(1, -1) : text);
    return {
      kind: "range",
      field,
      from: bound(parts[1]!),
      to: bound(parts[2]!),
      includeFrom: token.kind === "[",
      includeTo: parts[3] === "]",
      boost: this.boost(),
    };
  }
}

/** Parses a query string. Throws 400 `query_shard_exception` where the syntax is broken. */
export function parseLuceneSyntax(input: string, { and }: { and: boolean }): Expression | undefined {
  if (input.trim() === "") return undefined;
  return new Reader(input, scan(input), and).read();
}
