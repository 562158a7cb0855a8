// One field set, removed, renamed or appended to in the text of a document. Everything else of the text stays as it is
// stored: digits, escapes, order.
import { parseJson, stringifyJson } from "@common/text/json";
import { applyEdits, findNodeAtLocation, getNodePath, type JSONPath, modify, type Node, parseTree } from "jsonc-parser";
import type { FieldEdit } from "./field-edits";

export type Edited = { text: string } | { unchanged: true } | { refused: string };

// Stands for the value while the library writes, for it would round numbers; no document has it.
const MARK = "\u0000value\u0000";

const keyOf = (property: Node): unknown => property.children?.[0]?.value;
const valueOf = (property: Node) => property.children?.[1];

/**
 * Where the field is, or would be. `within` are the parts of its name that are still to be made, in place of a null on
 * the way; `more` counts the parts behind its own where it is an object that stands as names with dots: `c` in
 * `{"c.x":1}`.
 */
type Found = { path: JSONPath; node: Node | undefined; within?: readonly string[]; more?: number };

const isThere = ({ node, within }: Found) => node !== undefined && within === undefined;

/**
 * Where a field is in a document: every place that has it, whether its name stands there with dots or as a way through
 * objects; a list on the way stands for all of its objects. Where no place has it, the one where it would be. Undefined
 * where something on the way is no object.
 */
function find(node: Node, steps: readonly string[], path: JSONPath): Found[] | undefined {
  if (node.type === "array") {
    const found = (node.children ?? []).map((child, at) =>
      child.type === "null" ? [] : find(child, steps, [...path, at]),
    );
    return found.some((one) => one === undefined) ? undefined : found.flatMap((one) => one ?? []);
  }
  if (node.type !== "object") return undefined;
  const ways: (Found[] | undefined)[] = [];
  for (let length = steps.length; length > 0; length -= 1) {
    const name = steps.slice(0, length).join(".");
    const value = node.children
      ?.filter((property) => keyOf(property) === name)
      .map(valueOf)
      .at(-1);
    if (value === undefined) continue;
    if (length === steps.length) ways.push([{ path: [...path, name], node: value }]);
    else if (value.type === "null") ways.push([{ path: [...path, name], node: value, within: steps.slice(length) }]);
    else ways.push(find(value, steps.slice(length), [...path, name]));
  }
  ways.push(...fieldsWithin(node, { steps, path }));
  if (ways.length === 0) return [{ path: [...path, ...steps], node: undefined }];
  const having = ways.filter((way) => way?.some(isThere));
  return having.length > 0 ? having.flatMap((way) => way ?? []) : ways.find((way) => way !== undefined);
}

/** The members whose names go on behind a field's own. */
function fieldsWithin(node: Node, { steps, path }: { steps: readonly string[]; path: JSONPath }): Found[][] {
  const start = `${steps.join(".")}.`;
  return (node.children ?? []).flatMap((property) => {
    const name = String(keyOf(property));
    return name.startsWith(start)
      ? [[{ path: [...path, name], node: valueOf(property), more: name.split(".").length - steps.length }]]
      : [];
  });
}

/** True where a field, or one within it, is in a part of a document. */
function hasField(node: Node | undefined, steps: readonly string[]): boolean {
  if (node?.type === "array") return (node.children ?? []).some((child) => hasField(child, steps));
  if (node?.type !== "object") return false;
  return (node.children ?? []).some((property) => {
    const parts = String(keyOf(property)).split(".");
    if (parts.some((part, at) => at < steps.length && part !== steps[at])) return false;
    return parts.length >= steps.length || hasField(valueOf(property), steps.slice(parts.length));
  });
}

const put = (
  text: string,
  { path, value, isArrayInsertion = false }: { path: JSONPath; value: string | undefined; isArrayInsertion?: boolean },
) => {
  const edited = applyEdits(text, modify(text, path, value === undefined ? undefined : MARK, { isArrayInsertion }));
  // By a function: a "$" of the value means nothing.
  return value === undefined ? edited : edited.replace(JSON.stringify(MARK), () => value);
};

const textOf = (text: string, { offset, length }: Node) => text.slice(offset, offset + length);
const same = (one: string, other: string) => stringifyJson(parseJson(one)) === stringifyJson(parseJson(other));

/** A value within new objects: `{"b":{"c":1}}`. */
const nested = (within: readonly string[], value: string) =>
  within.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, value);

/** The way to a field of another name: `a.b` as `a.c`, where it stands with its dot. */
function renamedPath({ path, more = 0 }: Found, name: string): JSONPath {
  const parts = String(path.at(-1)).split(".");
  parts[parts.length - 1 - more] = name;
  return [...path.slice(0, -1), parts.join(".")];
}

/** Does one edit at one place. Undefined where there is nothing to do. */
function editAt(text: string, place: Found, edit: FieldEdit): string | undefined {
  const { path, node, within } = place;
  const old = node && within === undefined ? textOf(text, node) : undefined;
  switch (edit.operation) {
    case "set":
      return old !== undefined && same(old, edit.value)
        ? undefined
        : put(text, { path, value: nested(within ?? [], edit.value) });
    case "remove":
      return old === undefined ? undefined : put(text, { path, value: undefined });
    case "append": {
      if (node === undefined || old === undefined || node.type === "null")
        return put(text, { path, value: nested(within ?? [], `[${edit.value}]`) });
      if (node.type !== "array")
        return same(old, edit.value) ? undefined : put(text, { path, value: `[${old},${edit.value}]` });
      const items = node.children ?? [];
      if (items.some((item) => same(textOf(text, item), edit.value))) return undefined;
      return put(text, { path: [...path, items.length], value: edit.value, isArrayInsertion: true });
    }
    case "rename":
      return old === undefined
        ? undefined
        : put(put(text, { path: renamedPath(place, edit.name), value: old }), { path, value: undefined });
  }
}

/** True where a rename would write over another field of the same object, in whatever way that is written. */
function isTaken(root: Node, place: Found, name: string) {
  if (!isThere(place)) return false;
  const { path, more = 0 } = place;
  const start = path.findLastIndex((part) => typeof part === "number") + 1;
  const steps = renamedPath(place, name).slice(start).join(".").split(".");
  if (more > 0) steps.splice(-more);
  return hasField(findNodeAtLocation(root, path.slice(0, start)), steps);
}

/**
 * A document with the edit; doing it twice changes nothing more. `refused` says why it cannot be done, in words for the
 * reader.
 */
export function editField(text: string, edit: FieldEdit): Edited {
  const root = parseTree(text);
  if (root?.type !== "object") return { refused: "the document is not a JSON object" };
  const found = find(root, edit.field.split("."), getNodePath(root));
  if (found === undefined)
    return edit.operation === "remove" || edit.operation === "rename"
      ? { unchanged: true }
      : { refused: `${edit.field} lies within a value that is not an object` };
  const isObject = found.some(({ more }) => more !== undefined);
  if (isObject && (edit.operation === "set" || edit.operation === "append"))
    return { refused: `${edit.field} is an object here: name one of its fields` };
  if (edit.operation === "rename" && found.some((place) => isTaken(root, place, edit.name)))
    return { refused: `there is already a field ${edit.name}` };
  let edited = text;
  // From the last place on: an edit moves only what stands after it.
  for (const place of [...found].reverse()) {
    const tree = parseTree(edited);
    const node = tree && findNodeAtLocation(tree, place.path);
    edited = editAt(edited, { ...place, node }, edit) ?? edited;
  }
  return edited === text ? { unchanged: true } : { text: edited };
}
