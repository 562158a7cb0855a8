import type { JsonValue } from "@common/text/json";
import type { RE2JS } from "re2js";

/** What a condition may look at. */
export const ROOTS = ["envs", "context", "inputs"] as const;
export type Root = (typeof ROOTS)[number];

/** What goes through a list with a condition of its own. */
export const EACH = ["all", "any", "none", "one", "filter", "map", "count"] as const;
export type Each = (typeof EACH)[number];

/** Operators between two values, and how closely they bind; `**` alone is read from the right. */
export const PRECEDENCE = {
  ...{ or: 10, "||": 10, and: 15, "&&": 15 },
  ...{ "==": 20, "!=": 20, "<": 20, "<=": 20, ">": 20, ">=": 20 },
  ...{ in: 20, matches: 20, contains: 20, startsWith: 20, endsWith: 20 },
  ...{ "..": 25, "+": 30, "-": 30, "*": 60, "/": 60, "%": 60, "**": 100, "??": 500 },
} as const;
export type Operator = keyof typeof PRECEDENCE;
/** Those that need both of their values. */
export type Joining = Exclude<Operator, "or" | "||" | "and" | "&&" | "matches" | "??">;

/** A condition that was read. `at` is where it stands, or its operator. */
export type Node = { at: number } & (
  | { kind: "literal"; value: JsonValue }
  | { kind: "root"; name: Root }
  /** What a condition within `all` and its like is asked of. */
  | { kind: "item" }
  | { kind: "list"; items: readonly Node[] }
  | { kind: "map"; entries: readonly (readonly [Node, Node])[] }
  | { kind: "member"; of: Node; key: Node }
  | { kind: "unary"; op: "not" | "-" | "+"; of: Node }
  | { kind: "joined"; op: Joining; left: Node; right: Node }
  /** `pattern` is there where the text on the right stands in the condition. */
  | { kind: "matches"; left: Node; right: Node; pattern: RE2JS | null }
  | { kind: "and" | "or"; parts: readonly Node[] }
  | { kind: "??"; parts: readonly Node[] }
  | { kind: "choice"; test: Node; yes: Node; no: Node }
  | { kind: "call"; name: string; args: readonly Node[] }
  | { kind: "each"; name: Each; list: Node; body: Node | null }
);
