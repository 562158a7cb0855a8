import { patternAdmits } from "@common/text/index-pattern";
import { RULES_LIMITS } from "@common/limits/rules";
import { baseName } from "../../indices/re-indexed";
import {
  type Comparing,
  type Condition,
  type Operand,
  parseExpression,
} from "@common/search-relevance/rule-expression/parse";
import { comparedQuery, TEXT_COMPARISONS } from "@common/search-relevance/rule-expression/query-text";
import { ExpressionError } from "@common/search-relevance/rule-expression/tokens";
import { RE2JS, RE2JSException } from "re2js";
import type { Facts } from "./facts";

/** Whether a condition holds, and what the groups of `$query matches '…'` caught, from `$1` on. */
export type Outcome = { holds: boolean; groups: readonly string[] };
/** An expression that was read, ready to be asked of any number of requests. */
export type Expression = (facts: Facts) => Outcome;

type Value = string | readonly string[];
type Groups = { caught: readonly string[] };
type Test = (facts: Facts, groups: Groups) => boolean;

// RE2 takes time by the size of a pattern and of the text that it is held against.
const { pattern: PATTERN, patternSize: PATTERN_SIZE, patternText: PATTERN_TEXT } = RULES_LIMITS;

/** Reads an expression. Throws an ExpressionError that names the place. */
export function compileExpression(source: string): Expression {
  const test = compile(parseExpression(source));
  return (facts) => {
    const groups: Groups = { caught: [] };
    return { holds: test(facts, groups), groups: groups.caught };
  };
}

function compile(node: Condition): Test {
  switch (node.kind) {
    case "constant":
      return () => node.value;
    case "not": {
      const of = compile(node.of);
      return (facts, groups) => !of(facts, groups);
    }
    case "same": {
      const [left, right] = [compile(node.left), compile(node.right)];
      return (facts, groups) => (left(facts, groups) === right(facts, groups)) === node.equal;
    }
    case "and": {
      const parts = node.parts.map(compile);
      return (facts, groups) => parts.every((part) => part(facts, groups));
    }
    case "or": {
      const parts = node.parts.map(compile);
      return (facts, groups) => parts.some((part) => part(facts, groups));
    }
    case "compare": {
      const test = compileComparison(node);
      return node.negated ? (facts, groups) => !test(facts, groups) : test;
    }
  }
}

const lowerCase = (text: string) => text.toLowerCase();

// What is compared with the query is read as the query is.
function valueOf(node: Operand, read = lowerCase): (facts: Facts) => Value {
  if (node.kind === "literal") {
    const text = read(String(node.value));
    return () => text;
  }
  if (node.kind === "list") {
    const items = node.items.map((item) => valueOf(item, read));
    return (facts) => items.flatMap((item) => item(facts));
  }
  const { name } = node;
  if (name !== "filter" && name !== "customEvents") return (facts) => facts.values[name];
  const path = node.path.toLowerCase();
  return (facts) => facts[name].get(path) ?? [];
}

const listOf = (value: Value): readonly string[] => (typeof value === "string" ? [value] : value);
// What is missing is an empty text to comparisons of texts, and an empty list to `in`.
const textsOf = (value: Value): readonly string[] =>
  typeof value === "string" ? [value] : value.length === 0 ? [""] : value;

const isQuery = (node: Operand) => node.kind === "variable" && node.name === "query";

function sidesOf({ left, right }: Comparing): [(facts: Facts) => Value, (facts: Facts) => Value] {
  const read = isQuery(left) || isQuery(right) ? comparedQuery : lowerCase;
  return [valueOf(left, read), valueOf(right, read)];
}

function texts(node: Comparing, holds: (left: string, right: string) => boolean): Test {
  const [left, right] = sidesOf(node);
  return (facts) => {
    const others = textsOf(right(facts));
    return textsOf(left(facts)).some((one) => others.some((other) => holds(one, other)));
  };
}

function compileComparison(node: Comparing): Test {
  switch (node.op) {
    case "!=": {
      const equal = texts(node, TEXT_COMPARISONS["=="]);
      return (facts, groups) => !equal(facts, groups);
    }
    case "==":
    case "contains":
    case "startsWith":
    case "endsWith":
      return texts(node, TEXT_COMPARISONS[node.op]);
    case "in":
      return node.right.kind === "variable" && node.right.name === "index" ? inIndices(node) : inList(node);
    case "matches":
      return matching(node);
  }
}

function inList(node: Comparing): Test {
  const [left, right] = sidesOf(node);
  return (facts) => {
    const list = new Set(listOf(right(facts)));
    return textsOf(left(facts)).some((one) => list.has(one));
  };
}

// 'shoes,hats' in $index: any of them; '*' is any index. The name of an index that was re-indexed since stands for the
// one that it goes by.
function inIndices(node: Comparing): Test {
  const left = valueOf(node.left);
  return (facts) => {
    const patterns = listOf(left(facts)).flatMap((text) =>
      text.split(",").flatMap((part) => [part.trim(), baseName(part.trim())]),
    );
    if (patterns.includes("*")) return true;
    return listOf(facts.values.index).some((index) => patterns.some((pattern) => patternAdmits(pattern, index)));
  };
}

/** A pattern in lower case, but for what follows a backslash: `\D` is not `\d`. */
function lowerCased(pattern: string): string {
  return pattern.replace(/\\[pP](?:\{[^}]{0,200}\}|.)|\\[\s\S]|[^\\]+/g, (part) =>
    part.startsWith("\\") ? part : part.toLowerCase().replaceAll("(?p<", "(?P<"),
  );
}

function matching(node: Comparing): Test {
  const { left, right } = node;
  const source = right.kind === "literal" ? String(right.value) : "";
  const pattern = compilePattern(source, right.at);
  const catches = isQuery(left);
  const value = valueOf(left);
  return (facts, groups) =>
    textsOf(value(facts)).some((text) => {
      const matcher = pattern.matcher(text.slice(0, PATTERN_TEXT.most));
      if (!matcher.find()) return false;
      if (catches && groups.caught.length === 0 && !node.negated)
        groups.caught = Array.from({ length: matcher.groupCount() }, (_, place) => matcher.group(place + 1) ?? "");
      return true;
    });
}

function compilePattern(source: string, at: number): RE2JS {
  if (source.length > PATTERN.most) throw new ExpressionError(`a pattern has at most ${PATTERN.most} characters,`, at);
  try {
    const pattern = RE2JS.compile(lowerCased(source));
    if (pattern.programSize() > PATTERN_SIZE.most) throw new ExpressionError("this pattern is too large", at);
    return pattern;
  } catch (error) {
    if (error instanceof RE2JSException) throw new ExpressionError(`the pattern cannot be read (${error.message})`, at);
    throw error;
  }
}
