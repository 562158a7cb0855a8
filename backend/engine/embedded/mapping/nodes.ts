import type { JsonObject, JsonValue } from "@common/text/json";
import type { Analysis } from "../analysis/types";
import type { FieldType } from "./types";

export type Dynamic = "true" | "false" | "strict";

/** A field with a value, and its multi-fields. */
export type LeafNode = {
  kind: "leaf";
  name: string;
  path: string;
  type: string;
  /** Parameters that were given and differ from their defaults, as `GET _mapping` shows them. */
  params: JsonObject;
  copyTo: readonly string[];
  multi: ReadonlyMap<string, LeafNode>;
  field: FieldType;
  /** The hidden field of two-word shingles that `index_phrases` asks for. */
  phrase: FieldType | undefined;
};

export type ObjectNode = {
  kind: "object";
  name: string;
  path: string;
  nested: boolean;
  /** Of nested objects: their values count as the parent's, or the document's, too. */
  includeInParent?: boolean;
  includeInRoot?: boolean;
  dynamic: Dynamic | undefined;
  enabled: boolean | undefined;
  children: ReadonlyMap<string, MappingNode>;
  /** Fields, objects and multi-fields below, this one not counted. */
  count: number;
  depth: number;
  nestedCount: number;
};

export type AliasNode = { kind: "alias"; name: string; path: string; target: string };
export type MappingNode = LeafNode | ObjectNode | AliasNode;

export type DynamicTemplate = { name: string; settings: JsonObject };

/** Root parameters beside the properties. */
export type RootOptions = {
  templates: readonly DynamicTemplate[];
  dateDetection: boolean | undefined;
  numericDetection: boolean | undefined;
  dynamicDateFormats: readonly string[] | undefined;
  meta: JsonObject | undefined;
  source: JsonObject | undefined;
};

export type MappingLimits = {
  totalFields: number;
  depth: number;
  nestedFields: number;
  nestedObjects: number;
  fieldNameLength: number;
};

/** What building a part of a mapping looks at. */
export type BuildContext = {
  analysis: Analysis;
  /** The mapping was stored, perhaps by an engine that looked less closely. */ isStored?: boolean;
};

export type MappingState = { root: ObjectNode; options: RootOptions; limits: MappingLimits; context: BuildContext };

/** An object node with its counts. */
export function objectNode(node: Omit<ObjectNode, "kind" | "count" | "depth" | "nestedCount">): ObjectNode {
  let count = 0;
  let depth = 0;
  let nestedCount = node.nested ? 1 : 0;
  for (const child of node.children.values()) {
    count += 1;
    if (child.kind === "object") {
      count += child.count;
      depth = Math.max(depth, child.depth);
      nestedCount += child.nestedCount;
    } else if (child.kind === "leaf") count += child.multi.size;
  }
  return { kind: "object", ...node, count, depth: depth + (node.path === "" ? 0 : 1), nestedCount };
}

export function joinPath(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}

/** Java's words for a JSON value inside messages: `{a=1}`, `[1, 2]`. */
export function javaText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(javaText).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  if (!isPlainObject(value)) return value.toString();
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}=${javaText(each)}`)
    .join(", ")}}`;
}

function isPlainObject(value: object): value is JsonObject {
  return Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
}
