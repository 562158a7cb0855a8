import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { ConditionError } from "./fault";
import { FUNCTIONS } from "./functions";
import { isNumber, kindOf, numberOf, truthOf } from "./kinds";
import { joined } from "./operators";
import { parseCondition } from "./parse";
import { isFound, madePattern } from "./pattern";
import type { Each, Node, Root } from "./tree";
import { createWork, type Work } from "./work";

export { ConditionError } from "./fault";

/** What a condition is asked of. */
export type Roots = Readonly<Record<Root, JsonObject>>;
type Scope = { roots: Roots; item: JsonValue; work: Work };
type Of<Kind extends Node["kind"]> = Extract<Node, { kind: Kind }>;

/**
 * Reads a condition, and gives what asks it. It holds where its value is `true`: a text, a number or a list is not
 * enough. What is missing is nil, and so are its members; nil is equal to nothing but nil, contains nothing, is neither
 * less nor more, and false where true or false is wanted. Other values that an operator does not take are faults, as in
 * `expr`. Both throw a ConditionError that names the place.
 */
export function compileCondition(source: string): (roots: Roots) => boolean {
  const node = parseCondition(source);
  return (roots) => valueOf(node, { roots, item: null, work: createWork() }) === true;
}

function valueOf(node: Node, scope: Scope): JsonValue {
  const { work } = scope;
  const { at } = node;
  work.spend(1, at);
  switch (node.kind) {
    case "literal":
      return node.value;
    case "root":
      return scope.roots[node.name];
    case "item":
      return scope.item;
    case "list":
      return node.items.map((item) => valueOf(item, scope));
    case "map":
      return mapOf(node, scope);
    case "member":
      return memberOf(valueOf(node.of, scope), valueOf(node.key, scope), at);
    case "unary":
      return unary(node, scope);
    case "joined":
      return joined(node.op, [valueOf(node.left, scope), valueOf(node.right, scope)], { work, at });
    case "matches":
      return matches(node, scope);
    case "and":
      return node.parts.every((part) => truthOf(valueOf(part, scope), part.at));
    case "or":
      return node.parts.some((part) => truthOf(valueOf(part, scope), part.at));
    case "??":
      return firstGiven(node, scope);
    case "choice":
      return valueOf(truthOf(valueOf(node.test, scope), node.test.at) ? node.yes : node.no, scope);
    case "call": {
      const args = node.args.map((arg) => valueOf(arg, scope));
      return FUNCTIONS.get(node.name)?.run(args, { work, at }) ?? null;
    }
    case "each":
      return through(node, scope);
  }
}

// By entries, so that no name is more than a name.
function mapOf({ entries }: Of<"map">, scope: Scope): JsonObject {
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const name = valueOf(key, scope);
      if (typeof name !== "string") throw new ConditionError(`a map has texts as keys, not ${kindOf(name)},`, key.at);
      return [name, valueOf(value, scope)];
    }),
  );
}

/** What a value holds itself under a name, or at a place; places below 0 count from the end. */
function memberOf(of: JsonValue, key: JsonValue, at: number): JsonValue {
  if (of === null || key === null) return null;
  if (Array.isArray(of) && isNumber(key)) return of.at(placeOf(Number(key), at)) ?? null;
  if (isJsonObject(of) && typeof key === "string") return Object.hasOwn(of, key) ? (of[key] ?? null) : null;
  const has = Array.isArray(of) ? "places by number" : isJsonObject(of) ? "members by name" : "no members";
  throw new ConditionError(`${kindOf(of)} has ${has}`, at);
}

function placeOf(key: number, at: number): number {
  if (Number.isSafeInteger(key)) return key;
  throw new ConditionError("a place in a list is a whole number", at);
}

function firstGiven({ parts }: Of<"??">, scope: Scope): JsonValue {
  for (const part of parts) {
    const value = valueOf(part, scope);
    if (value !== null) return value;
  }
  return null;
}

function unary({ op, of, at }: Of<"unary">, scope: Scope): JsonValue {
  const value = valueOf(of, scope);
  if (op === "not") return !truthOf(value, of.at);
  const number = numberOf(value, op, at);
  if (op === "+") return number;
  if (number instanceof LosslessNumber)
    return new LosslessNumber(number.value.startsWith("-") ? number.value.slice(1) : `-${number.value}`);
  return -number;
}

function matches({ left, right, pattern, at }: Of<"matches">, scope: Scope): boolean {
  const [text, source] = [valueOf(left, scope), valueOf(right, scope)];
  if (text === null || source === null) return false;
  if (typeof text !== "string" || typeof source !== "string")
    throw new ConditionError(`"matches" takes texts, not ${kindOf(text)} and ${kindOf(source)},`, at);
  const use = { work: scope.work, at };
  return isFound(pattern ?? madePattern(source, use), text, use);
}

function through({ name, list, body, at }: Of<"each">, scope: Scope): JsonValue {
  const items = valueOf(list, scope);
  if (items !== null && !Array.isArray(items))
    throw new ConditionError(`${name} goes through lists, not ${kindOf(items)},`, at);
  const given = items ?? [];
  scope.work.spend(given.length, at);
  const made = (item: JsonValue) => (body === null ? item : valueOf(body, { ...scope, item }));
  const holds = (item: JsonValue) => truthOf(made(item), body?.at ?? at);
  return RESULTS[name](given, { made, holds });
}

type Asked = { made: (item: JsonValue) => JsonValue; holds: (item: JsonValue) => boolean };
const RESULTS: Readonly<Record<Each, (items: readonly JsonValue[], asked: Asked) => JsonValue>> = {
  all: (items, { holds }) => items.every(holds),
  any: (items, { holds }) => items.some(holds),
  none: (items, { holds }) => !items.some(holds),
  one: (items, { holds }) => items.filter(holds).length === 1,
  filter: (items, { holds }) => items.filter(holds),
  map: (items, { made }) => items.map(made),
  count: (items, { holds }) => items.filter(holds).length,
};
