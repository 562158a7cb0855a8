// One field set, removed, renamed or appended to in the text of a document. Everything else of the text stays as it is stored: digits, escapes, order.
import { parseJson, stringifyJson } from "@common/json";
import { applyEdits, findNodeAtLocation, getNodePath, type JSONPath, modify, type Node, parseTree } from "jsonc-parser";
import type { FieldEdit } from "./field-edits";

export type Edited = { text: string } | { unchanged: true } | { refused: string };

// Stands for the value while the library writes, for it would round numbers; no document has it.
const MARK = "\u0000value\u0000";

const keyOf = (property: Node): unknown => property.children?.[0]?.value;
const valueOf = (property: Node) => property.children?.[1];

type Found = { /** Where the field is, or would be. */ path: JSONPath; node: Node | undefined };

/**
 * Where a field is in a document: names with dots are taken as they stand before they are taken as a way through objects, and a list on the way stands for all of
 * its objects. Undefined where something on the way is no object.
 */
function find(node: Node, steps: readonly string[], path: JSONPath): Found[] | undefined {
  if (node.type === "array") {
    const found = (node.children ?? []).map((child, at) => find(child, steps, [...path, at]));
    return found.some((one) => one === undefined) ? undefined : found.flatMap((one) => one ?? []);
  }
  if (node.type !== "object") return undefined;
  for (let length = steps.length; length > 0; length -= 1) {
    const name = steps.slice(0, length).join(".");
    const value = node.children
      ?.filter((property) => keyOf(property) === name)
      .map(valueOf)
      .at(-1);
    if (value === undefined) continue;
    if (length === steps.length) return [{ path: [...path, name], node: value }];
    if (value.type === "null") break;
    return find(value, steps.slice(length), [...path, name]);
  }
  return [{ path: [...path, ...steps], node: undefined }];
}

const put = (text: string, { path, value, isArrayInsertion = false }: { path: JSONPath; value: string | undefined; isArrayInsertion?: boolean }) => {
  const edited = applyEdits(text, modify(text, path, value === undefined ? undefined : MARK, { isArrayInsertion }));
  // By a function: a "$" of the value means nothing.
  return value === undefined ? edited : edited.replace(JSON.stringify(MARK), () => value);
};

const textOf = (text: string, { offset, length }: Node) => text.slice(offset, offset + length);
const same = (one: string, other: string) => stringifyJson(parseJson(one)) === stringifyJson(parseJson(other));

/** Does one edit at one place. Undefined where there is nothing to do. */
function editAt(text: string, { path, node }: Found, edit: FieldEdit): string | undefined {
  const old = node && textOf(text, node);
  switch (edit.operation) {
    case "set":
      return old !== undefined && same(old, edit.value) ? undefined : put(text, { path, value: edit.value });
    case "remove":
      return old === undefined ? undefined : put(text, { path, value: undefined });
    case "append": {
      if (node === undefined || old === undefined || node.type === "null") return put(text, { path, value: `[${edit.value}]` });
      if (node.type !== "array") return same(old, edit.value) ? undefined : put(text, { path, value: `[${old},${edit.value}]` });
      const items = node.children ?? [];
      if (items.some((item) => same(textOf(text, item), edit.value))) return undefined;
      return put(text, { path: [...path, items.length], value: edit.value, isArrayInsertion: true });
    }
    case "rename":
      return old === undefined ? undefined : put(put(text, { path: [...path.slice(0, -1), edit.name], value: old }), { path, value: undefined });
  }
}

/** True where a rename would write over another field. */
function isTaken(root: Node, { path, node }: Found, edit: FieldEdit) {
  return edit.operation === "rename" && node !== undefined && findNodeAtLocation(root, [...path.slice(0, -1), edit.name]) !== undefined;
}

/** A document with the edit; doing it twice changes nothing more. `refused` says why it cannot be done, in words for the reader. */
export function editField(text: string, edit: FieldEdit): Edited {
  const root = parseTree(text);
  if (root?.type !== "object") return { refused: "the document is not a JSON object" };
  const found = find(root, edit.field.split("."), getNodePath(root));
  if (found === undefined)
    return edit.operation === "remove" || edit.operation === "rename"
      ? { unchanged: true }
      : { refused: `${edit.field} lies within a value that is not an object` };
  if (found.some((place) => isTaken(root, place, edit))) return { refused: `there is already a field ${edit.operation === "rename" ? edit.name : ""}` };
  let edited = text;
  // From the last place on: an edit moves only what stands after it.
  for (const { path } of [...found].reverse()) {
    const tree = parseTree(edited);
    const node = tree && findNodeAtLocation(tree, path);
    edited = editAt(edited, { path, node }, edit) ?? edited;
  }
  return edited === text ? { unchanged: true } : { text: edited };
}
