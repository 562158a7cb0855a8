import { type JsonValue, parseJson } from "@common/text/json";
import { BOUNDS } from "./bounds";
import { ConditionError } from "./fault";
import { FUNCTIONS } from "./functions";
import type { Reader } from "./reader";
import type { Token } from "./tokens";
import { EACH, type Each, type Node, ROOTS } from "./tree";

const CONSTANTS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ["true", true],
  ["false", false],
  ["nil", null],
  ["null", null],
]);

/** With all its digits. */
const numberIn = (text: string) => parseJson(text.replaceAll("_", "").replace(/^0+(?=\d)/, ""));

/** Reads a value with its members; `whole` reads what stands between brackets. */
export function createPrimary(reader: Reader, whole: () => Node): () => Node {
  const { peek, next, is, isAhead, take, need, missing, deeper, list } = reader;
  let closures = 0;

  function item(at: number): Node {
    if (closures === 0) throw new ConditionError('"#" and ".name" stand within all, any, filter and their like,', at);
    return { kind: "item", at };
  }

  function map(at: number): Node {
    const entries = list("}", (): [Node, Node] => {
      const key = peek();
      const name: Node = take("(") ? bracketed(key.at) : { kind: "literal", value: mapKey(next()), at: key.at };
      need(":");
      return [name, deeper(at, whole)];
    });
    return { kind: "map", entries, at };
  }

  function mapKey({ kind, text, at }: Token): string {
    if (kind === "text" || kind === "word" || kind === "number") return text;
    throw new ConditionError("a map has names and texts as keys,", at);
  }

  function bracketed(at: number): Node {
    const inside = deeper(at, whole);
    need(")");
    return inside;
  }

  function each(name: Each, at: number): Node {
    const of = deeper(at, whole);
    if (name === "count" && take(")")) return { kind: "each", name, list: of, body: null, at };
    need(",");
    closures++;
    const isBraced = take("{");
    const body = deeper(at, whole);
    if (isBraced) need("}");
    closures--;
    need(")");
    return { kind: "each", name, list: of, body, at };
  }

  function call(name: string, at: number): Node {
    const through = EACH.find((one) => one === name);
    if (through !== undefined) return each(through, at);
    const known = FUNCTIONS.get(name);
    if (!known) throw new ConditionError(`there is no function ${name}`, at);
    const args = list(")", () => deeper(at, whole));
    const { least, most } = known;
    if (args.length < least || args.length > most)
      throw new ConditionError(`${name} takes ${least === most ? least : `${least} to ${most}`} values,`, at);
    return { kind: "call", name, args, at };
  }

  function word(text: string, at: number): Node {
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return { kind: "literal", value: constant, at };
    if (take("(")) return call(text, at);
    const name = ROOTS.find((one) => one === text);
    if (name === undefined) throw new ConditionError(`there is no ${text}: conditions know envs, context, inputs,`, at);
    return { kind: "root", name, at };
  }

  function start(): Node {
    const { kind, text, at } = peek();
    if (is(".") && closures > 0) return item(at);
    if (kind === "end" || (kind === "sign" && !is("(", "[", "{", "#"))) throw missing("a value");
    next();
    if (kind === "text") return { kind: "literal", value: text, at };
    if (kind === "number") return { kind: "literal", value: numberIn(text), at };
    if (kind === "word") return word(text, at);
    if (text === "(") return bracketed(at);
    if (text === "[") return { kind: "list", items: list("]", () => deeper(at, whole)), at };
    return text === "{" ? map(at) : item(at);
  }

  function key(): Node {
    const { at } = next();
    if (take("[")) return inBrackets(at);
    const { kind, text, at: place } = peek();
    if (kind !== "word") throw missing("a name");
    next();
    return { kind: "literal", value: text, at: place };
  }

  function inBrackets(at: number): Node {
    const inside = deeper(at, whole);
    need("]");
    return inside;
  }

  return () => {
    let node = start();
    for (let length = 0; is(".", "?.", "["); length++) {
      const { at } = peek();
      if (length >= BOUNDS.chain) throw new ConditionError(`at most ${BOUNDS.chain} members stand in a row,`, at);
      if (is(".") && isAhead("[")) throw missing("a name");
      node = { kind: "member", of: node, key: take("[") ? inBrackets(at) : key(), at };
    }
    return node;
  };
}
