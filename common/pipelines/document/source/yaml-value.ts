import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from "yaml";
import { type JsonValue, parseJson } from "@common/text/json";
import { type Path, type Problem, quoted } from "../faults";
import { DOCUMENT_LIMITS } from "../limits";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const { depth: DEEPEST, aliases: MOST_ALIASES, aliasValues: MOST_VALUES } = DOCUMENT_LIMITS;

type Place = { path: Path; inAlias: boolean };

/** The value of a number as JSON has it, with all its digits. */
function numberOf(value: number, source: string): JsonValue {
  const text = source.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1");
  return JSON_NUMBER.test(text) ? parseJson(text) : value;
}

function nameOf(key: unknown): string | null {
  if (!isScalar(key)) return null;
  if (typeof key.value === "string") return key.value;
  // `12`, `true` and `null` are names as they are written; an empty place is none.
  return key.source ? key.source : null;
}

function offsetOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}

/**
 * The JSON value of what YAML was read to. Aliases are followed as long as they stand for little; names are data, never
 * a prototype.
 */
export function valueOfYaml(root: ParsedNode | null): { value: JsonValue; problems: Problem[] } {
  const problems: Problem[] = [];
  const anchors = new Map<string, unknown>();
  let aliases = 0;
  let copied = 0;
  let stopped = false;

  function refuse(path: Path, reason: string, node: unknown): null {
    const offset = offsetOf(node);
    problems.push({ path, reason, ...(offset === undefined ? {} : { offset }) });
    return null;
  }

  function stop(path: Path, reason: string, node: unknown): null {
    if (!stopped) refuse(path, reason, node);
    stopped = true;
    return null;
  }

  function scalar({ value, source }: Scalar, path: Path, node: unknown): JsonValue {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    // A number beyond a double is infinite as a value and still one that JSON has.
    if (typeof value === "number" && (Number.isFinite(value) || JSON_NUMBER.test(source ?? "")))
      return numberOf(value, source ?? "");
    return refuse(path, `${quoted(source ?? "")} is no value that JSON has; in quotes it is a text`, node);
  }

  function members({ items }: YAMLMap, { path, inAlias }: Place): JsonValue {
    const read = new Map<string, JsonValue>();
    for (const { key, value } of items) {
      if (stopped) break;
      const name = nameOf(key);
      if (name === null) {
        refuse(path, "a member's name must be a text", key);
        continue;
      }
      const inner = [...path, name];
      if (read.has(name)) refuse(inner, "this name stands there twice", key);
      read.set(name, valueOf(value, { path: inner, inAlias }));
    }
    return Object.fromEntries(read);
  }

  function valueOf(node: unknown, place: Place): JsonValue {
    const { path, inAlias } = place;
    if (stopped) return null;
    if (path.length > DEEPEST) return stop(path.slice(0, 3), `goes deeper than ${DEEPEST} levels`, node);
    if (inAlias && ++copied > MOST_VALUES)
      return stop(path.slice(0, 3), `aliases (*) stand for more than ${MOST_VALUES} values: write them out`, node);
    if (isAlias(node)) {
      if (++aliases > MOST_ALIASES)
        return stop(path, `more than ${MOST_ALIASES} aliases (*): write out what they stand for`, node);
      const named = anchors.get(node.source);
      if (named === undefined) return refuse(path, `nothing before is named &${node.source}`, node);
      return valueOf(named, { path, inAlias: true });
    }
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor) anchors.set(node.anchor, node);
    if (isScalar(node)) return scalar(node, path, node);
    if (isMap(node)) return members(node, place);
    if (isSeq(node)) return node.items.map((item, at) => valueOf(item, { path: [...path, at], inAlias }));
    return null;
  }

  const value = valueOf(root, { path: [], inAlias: false });
  return { value, problems };
}
