import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import { isJsonObject, type JsonValue } from "@common/json";
import { EngineError } from "../errors";
import { DslError, type BodyPlace } from "../query/parse/errors";

function nodeOf(value: JsonValue, node: Node, place: BodyPlace): Node | undefined {
  if (value === place.holder) return node;
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) {
      const child = node.children?.[at];
      const found = child && nodeOf(one, child, place);
      if (found) return found;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  for (const [key, one] of Object.entries(value)) {
    const child = findNodeAtLocation(node, [key]);
    const found = child && nodeOf(one, child, place);
    if (found) return found;
  }
  return undefined;
}

function lineAndColumn(text: string, offset: number): { line: number; col: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, col: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Gives an error of the query language its line and column, counted from 1: Elasticsearch names the key for
 * unknown fields, else the value. Other errors come back as they are.
 */
export function located(error: unknown, { body, text }: { body: JsonValue; text: string }): unknown {
  if (!(error instanceof DslError)) return error;
  const tree = parseTree(text);
  const holder = error.place && tree ? nodeOf(body, tree, error.place) : undefined;
  const property = holder?.children?.find((child) => child.children?.[0]?.value === error.place?.key);
  const value = error.style === "details" || error.reason.includes("failed to parse field");
  const at = value || error.style === "suffix" ? (property?.children?.[1] ?? holder) : property?.children?.[0];
  if (!at) return error;
  const { line, col } = lineAndColumn(text, at.offset);
  const causedBy = error.causedBy?.type === "named_object_not_found_exception" ? new EngineError(400, error.causedBy.type, `[${line}:${col}] ${error.causedBy.reason}`) : error.causedBy;
  if (error.style === "suffix") return new EngineError(error.status, error.type, `${error.reason} at [${line}:${col + 1}]`);
  if (error.style === "prefix") return new EngineError(error.status, error.type, `[${line}:${col}] ${error.reason}`, { causedBy });
  return new EngineError(error.status, error.type, error.reason, { details: { line, col }, causedBy });
}
