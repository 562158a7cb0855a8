import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import { isJsonObject, type JsonValue } from "@common/text/json";
import { EngineError } from "../../errors";
import { ClauseError, DslError, rootedBody, type BodyPlace } from "../../query/parse/errors";

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

class RootedError extends EngineError {
  override toBody(): JsonValue {
    return rootedBody(this);
  }
}

type Body = { body: JsonValue; text: string };

function placeOf(error: DslError, { body, text }: Body, atValue = false): { line: number; col: number } | undefined {
  const tree = parseTree(text);
  const holder = error.place && tree ? nodeOf(body, tree, error.place) : undefined;
  const property = holder?.children?.find((child) => child.children?.[0]?.value === error.place?.key);
  const value =
    atValue || error.style !== "prefix" || /failed to parse field|doesn't support values of type/.test(error.reason);
  const at = value ? (property?.children?.[1] ?? holder) : property?.children?.[0];
  return at && lineAndColumn(text, at.offset);
}

function locatedError(error: DslError, source: Body): EngineError {
  const place = placeOf(
    error instanceof ClauseError ? error.innermost() : error,
    source,
    error instanceof ClauseError && error.atValue,
  );
  if (!place) return error;
  if (error.style === "outer") return error;
  const { line, col } = place;
  const at = `[${line}:${col}]`;
  if (error instanceof ClauseError) {
    const inner = error.inner instanceof DslError ? locatedError(error.inner, source) : error.inner;
    return new RootedError(error.status, error.type, `${at} ${error.reason}`, { causedBy: inner });
  }
  const causedBy =
    error.causedBy?.type === "named_object_not_found_exception"
      ? new EngineError(400, error.causedBy.type, `${at} ${error.causedBy.reason}`)
      : error.causedBy;
  if (error.style === "suffix")
    return new EngineError(error.status, error.type, `${error.reason} at [${line}:${col + 1}]`);
  if (error.style === "prefix") return new EngineError(error.status, error.type, `${at} ${error.reason}`, { causedBy });
  return new EngineError(error.status, error.type, error.reason, { details: { line, col }, causedBy });
}

/**
 * Gives an error of the query language its line and column, counted from 1: Elasticsearch names the key for
 * unknown fields, else the value. Other errors come back as they are.
 */
export function located(error: unknown, source: Body): unknown {
  return error instanceof DslError ? locatedError(error, source) : error;
}
