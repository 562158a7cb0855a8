import { BOUNDS } from "./bounds";
import { ConditionError } from "./fault";
import { compilePattern } from "./pattern";
import { createPrimary } from "./primary";
import { createReader } from "./reader";
import { tokensOf } from "./tokens";
import { type Node, type Operator, PRECEDENCE } from "./tree";

const OPERATORS = Object.keys(PRECEDENCE).filter((name): name is Operator => name in PRECEDENCE);
const MAY_FOLLOW_NOT = ["in", "matches", "contains", "startsWith", "endsWith"];
const UNARY = { not: 50, "!": 50, "-": 90, "+": 90 } as const;
const UNARIES = ["not", "!", "-", "+"] as const;

type Joined = { op: Operator; left: Node; right: Node; at: number };

/** Parts of a chain of the same kind stand beside each other, so that a long one is not a deep one. */
function chain(kind: "and" | "or" | "??", { left, right, at }: Joined): Node {
  return { kind, parts: left.kind === kind ? [...left.parts, right] : [left, right], at };
}

function join(pair: Joined): Node {
  const { op, left, right, at } = pair;
  switch (op) {
    case "or":
    case "||":
      return chain("or", pair);
    case "and":
    case "&&":
      return chain("and", pair);
    case "??":
      return chain("??", pair);
    case "matches": {
      const isWritten = right.kind === "literal" && typeof right.value === "string";
      const pattern = isWritten ? compilePattern(String(right.value), right.at) : null;
      return { kind: "matches", left, right, pattern, at };
    }
    default:
      return { kind: "joined", op, left, right, at };
  }
}

/**
 * Reads a condition. The language is the part of Go's `expr` that stages use, with its precedence: `? :`, `or`, `and`,
 * comparisons, `not`, `..`, sums, products, signs, `**`, `??`. Throws a ConditionError that names the place.
 */
export function parseCondition(source: string): Node {
  if (source.length > BOUNDS.source)
    throw new ConditionError(`a condition has at most ${BOUNDS.source} characters`, BOUNDS.source);
  const reader = createReader(tokensOf(source));
  const { peek, next, is, isAhead, take, need, deeper } = reader;
  const primary = createPrimary(reader, whole);

  function whole(): Node {
    const test = binary(0);
    const { at } = peek();
    if (!take("?")) return test;
    const yes = deeper(at, whole);
    need(":");
    return { kind: "choice", test, yes, no: deeper(at, whole), at };
  }

  function operator(): { op: Operator; negated: boolean } | null {
    const negated = is("not") && isAhead(...MAY_FOLLOW_NOT);
    const op = OPERATORS.find((one) => (negated ? isAhead(one) : is(one)));
    return op === undefined ? null : { op, negated };
  }

  function binary(least: number): Node {
    let left = unary();
    for (let length = 0; ; length++) {
      const found = operator();
      if (!found || PRECEDENCE[found.op] < least) return left;
      const { op, negated } = found;
      const { at } = peek();
      if (length >= BOUNDS.chain && !["and", "or"].includes(left.kind))
        throw new ConditionError(`at most ${BOUNDS.chain} operators stand in a row,`, at);
      next();
      if (negated) next();
      const right = op === "**" ? deeper(at, () => binary(PRECEDENCE[op])) : binary(PRECEDENCE[op] + 1);
      const node = join({ op, left, right, at });
      left = negated ? { kind: "unary", op: "not", of: node, at } : node;
    }
  }

  function unary(): Node {
    const { at } = peek();
    const sign = UNARIES.find((one) => is(one));
    if (sign === undefined) return primary();
    next();
    const of = deeper(at, () => binary(UNARY[sign]));
    return { kind: "unary", op: sign === "!" ? "not" : sign, of, at };
  }

  const found = whole();
  const rest = peek();
  if (rest.kind !== "end") throw new ConditionError(`"${rest.text}" is not expected`, rest.at);
  return found;
}
