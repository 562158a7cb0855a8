import { RULES_LIMITS } from "@common/limits/rules";
import { ExpressionError, type Token, tokensOf } from "./tokens";

export const COMPARISONS = ["==", "!=", "contains", "startsWith", "endsWith", "matches", "in"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What an expression may ask for. `filter` and `customEvents` are followed by a name. */
export const VARIABLES = [
  "query",
  "index",
  "type",
  "filter",
  "origin",
  "referer",
  "path",
  "category",
  "acl",
  "ipv4",
  "ipv6",
  "customEvents",
] as const;
export type Variable = (typeof VARIABLES)[number];

export type Operand =
  | { kind: "literal"; value: string | number | boolean; at: number }
  | { kind: "variable"; name: Variable; path: string; at: number }
  | { kind: "list"; items: readonly Operand[]; at: number };

export type Comparing = {
  kind: "compare";
  op: Comparison;
  negated: boolean;
  left: Operand;
  right: Operand;
  at: number;
};
export type Condition =
  | Comparing
  | { kind: "constant"; value: boolean; at: number }
  | { kind: "same"; equal: boolean; left: Condition; right: Condition; at: number }
  | { kind: "not"; of: Condition; at: number }
  | { kind: "and" | "or"; parts: readonly Condition[]; at: number };

/** Longest expression that is read, in characters, and how deep its brackets go. */
export const LONGEST_EXPRESSION = RULES_LIMITS.expression.most;
const DEEPEST = RULES_LIMITS.expressionDepth.most;
const MAY_FOLLOW_NOT: readonly Comparison[] = ["contains", "startsWith", "endsWith", "matches", "in"];

const isCondition = (node: Operand | Condition): node is Condition =>
  node.kind !== "literal" && node.kind !== "variable" && node.kind !== "list";

/**
 * Reads an expression of a rule. The language is the part of Go's `expr` that rules use, with its precedence: `or`,
 * `and`, comparisons from left to right,
 * `not`, which therefore stands before brackets or between (`$query not contains 'x'`). Throws an ExpressionError.
 */
export function parseExpression(source: string): Condition {
  if (source.length > LONGEST_EXPRESSION)
    throw new ExpressionError(`an expression has at most ${LONGEST_EXPRESSION} characters`, LONGEST_EXPRESSION);
  const reader = createReader(tokensOf(source));
  const found = reader.condition();
  reader.end();
  return found;
}

function createReader(tokens: readonly Token[]) {
  let place = 0;
  let depth = 0;

  const END: Token = { kind: "end", text: "", at: 0 };
  const peek = (ahead = 0): Token => tokens[Math.min(place + ahead, tokens.length - 1)] ?? END;
  const is = (...texts: string[]) => (peek().kind === "sign" || peek().kind === "word") && texts.includes(peek().text);

  function take(...texts: string[]): boolean {
    if (!is(...texts)) return false;
    place++;
    return true;
  }

  function unexpected(token: Token, wanted: string): ExpressionError {
    return new ExpressionError(
      `${wanted} is missing${token.kind === "end" ? "" : ` before "${token.text}"`}`,
      token.at,
    );
  }

  function deeper<Result>(at: number, read: () => Result): Result {
    if (++depth > DEEPEST) throw new ExpressionError(`brackets go at most ${DEEPEST} deep`, at);
    const result = read();
    depth--;
    return result;
  }

  function chain(kind: "and" | "or", words: readonly string[], next: () => Operand | Condition): Operand | Condition {
    const first = next();
    if (!is(...words)) return first;
    const parts = [asCondition(first)];
    while (take(...words)) parts.push(asCondition(next()));
    return { kind, parts, at: first.at };
  }

  const either = () => chain("or", ["or", "||"], both);
  const both = (): Operand | Condition => chain("and", ["and", "&&"], compared);

  function operator(): { op: Comparison; negated: boolean } | null {
    const negated = is("not") && MAY_FOLLOW_NOT.some((one) => peek(1).kind === "word" && peek(1).text === one);
    if (negated) place++;
    const op = COMPARISONS.find((one) => is(one));
    if (op === undefined) return null;
    place++;
    return { op, negated };
  }

  function compared(): Operand | Condition {
    let left = negatable();
    for (;;) {
      const { at } = peek();
      const found = operator();
      if (!found) return left;
      left = comparison({ ...found, left, right: negatable(), at });
    }
  }

  function negatable(): Operand | Condition {
    const { at } = peek();
    if (!take("not", "!")) return primary();
    const of = deeper(at, negatable);
    if (!isCondition(of) && !(of.kind === "literal" && typeof of.value === "boolean"))
      throw new ExpressionError("\"not\" takes a condition in brackets, as in not ($query contains 'x'),", at);
    return { kind: "not", of: asCondition(of), at };
  }

  function primary(): Operand | Condition {
    const token = peek();
    const { kind, text, at } = token;
    if (take("(")) {
      const inside = deeper(at, either);
      if (!take(")")) throw unexpected(peek(), '")"');
      return inside;
    }
    if (is("[")) return list();
    if (take("-") && peek().kind === "number") return { kind: "literal", value: -Number(tokens[place++]?.text), at };
    if (kind === "word" && (text === "true" || text === "false")) {
      place++;
      return { kind: "literal", value: text === "true", at };
    }
    if (kind !== "text" && kind !== "number" && kind !== "variable") throw unexpected(token, "a value");
    place++;
    if (kind === "variable") return variable(token);
    return { kind: "literal", value: kind === "text" ? text : Number(text), at };
  }

  function list(): Operand {
    const { at } = peek();
    place++;
    const items: Operand[] = [];
    while (!take("]")) {
      const item = primary();
      if (isCondition(item) || item.kind === "list") throw new ExpressionError("a list holds values only", item.at);
      items.push(item);
      if (!is("]") && !take(",")) throw unexpected(peek(), '"]"');
    }
    return { kind: "list", items, at };
  }

  function variable({ text, at }: Token): Operand {
    const [first = "", ...rest] = text.slice(1).split(".");
    const name = VARIABLES.find((one) => one === first);
    if (name === undefined) throw new ExpressionError(`there is no variable $${first}`, at);
    const named = name === "filter" || name === "customEvents";
    // A name with other characters stands in brackets: $filter["shoe size"].
    if (named && rest.length === 0 && is("[") && peek(1).kind === "text" && peek(2).text === "]") {
      place += 3;
      return { kind: "variable", name, path: tokens[place - 2]?.text ?? "", at };
    }
    if (named && rest.length === 0)
      throw new ExpressionError(`$${name} is followed by a name, as in $${name}.brand,`, at);
    if (!named && rest.length > 0) throw new ExpressionError(`$${name} has no parts`, at);
    return { kind: "variable", name, path: rest.join("."), at };
  }

  return {
    condition: () => asCondition(either()),
    end: () => {
      if (peek().kind !== "end") throw new ExpressionError(`"${peek().text}" is not expected`, peek().at);
    },
  };
}

function asCondition(node: Operand | Condition): Condition {
  if (isCondition(node)) return node;
  if (node.kind === "literal" && typeof node.value === "boolean")
    return { kind: "constant", value: node.value, at: node.at };
  throw new ExpressionError("a value alone is no condition: it wants a comparison,", node.at);
}

const isBoolean = (node: Operand | Condition) =>
  isCondition(node) || (node.kind === "literal" && typeof node.value === "boolean");

function comparison({
  op,
  negated,
  left,
  right,
  at,
}: {
  op: Comparison;
  negated: boolean;
  left: Operand | Condition;
  right: Operand | Condition;
  at: number;
}): Condition {
  if (isCondition(left) || isCondition(right)) {
    if ((op !== "==" && op !== "!=") || !isBoolean(left) || !isBoolean(right))
      throw new ExpressionError(`"${op}" compares values, not conditions,`, at);
    return { kind: "same", equal: op === "==", left: asCondition(left), right: asCondition(right), at };
  }
  if (op === "in" && right.kind !== "list" && right.kind !== "variable")
    throw new ExpressionError('"in" wants a list on its right', right.at);
  if (op === "matches" && (right.kind !== "literal" || typeof right.value !== "string"))
    throw new ExpressionError('"matches" wants a quoted pattern on its right', right.at);
  return { kind: "compare", op, negated, left, right, at };
}
